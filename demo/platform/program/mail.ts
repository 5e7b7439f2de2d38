import type { Domain } from '../domain.js'

export interface Mail {
  mail_id: string
  /** At whose wish it is sent. */
  person_id: string
  recipient: string
  subject: string
  body: string
  /** Of the device that asked, and of the link that proves the address. */
  proves?: { device_id: string | null; secret_hash: string }
}

/** Sends a mail. Nothing leaves this machine: the server origin shows it under `/mails`. */
export async function sendMail({ db, settings }: Domain, mail: Mail): Promise<void> {
  const { mail_id, person_id, recipient, subject, body, proves } = mail
  await db.query(
    `insert into mails (mail_id, person_id, recipient, subject, body, device_id, secret_hash, status, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'SUCCEEDED', $8)`,
    [
      ...[mail_id, person_id, recipient, subject, body],
      ...[proves?.device_id ?? null, proves?.secret_hash ?? null, new Date(settings.now())],
    ],
  )
}

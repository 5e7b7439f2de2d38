import type { Domain } from '../domain.js'

export interface Mail {
  mail_id: string
  /** The person who requested the mail. */
  person_id: string
  recipient: string
  subject: string
  body: string
  /** For a verification mail: the device that requested it, and the secret of its link. */
  proves?: { device_id: string | null; secret_hash: string }
}

/** Stores a mail. Mails never leave this machine: the console shows them. */
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

import type { Domain } from '../domain.js'
import type { SecretPlace } from '../store/secrets.js'

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

/** Where the text of a mail is stored: it can contain a link that verifies a person. */
export const bodyOf = (id: string): SecretPlace => ({ table: 'mails', column: 'body', id })

/** Stores a mail. Mails never leave this machine: the console shows them. Runs in a transaction. */
export async function sendMail({ db, settings, secrets }: Domain, mail: Mail): Promise<void> {
  const { mail_id, person_id, recipient, subject, body, proves } = mail
  const sealed = await secrets.seal(db, bodyOf(mail_id), body)
  await db.query(
    `insert into mails (mail_id, person_id, recipient, subject, body, device_id, secret_hash, status, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'SUCCEEDED', $8)`,
    [
      ...[mail_id, person_id, recipient, subject, sealed],
      ...[proves?.device_id ?? null, proves?.secret_hash ?? null, new Date(settings.now())],
    ],
  )
}

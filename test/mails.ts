// What the platform has emailed: it stores each mail, encrypted, instead of sending it.

import { bodyOf, type Mail } from '../demo/platform/consumer/mail.js'
import type { Platform } from '../demo/platform/index.js'

type StoredMail = Pick<Mail, 'mail_id' | 'recipient' | 'subject' | 'body'>

type Mailer = Pick<Platform, 'db' | 'secrets'>

/** All emails, oldest first. */
export async function allMails({ db, secrets }: Mailer): Promise<StoredMail[]> {
  const mails = await db.query<StoredMail>('select mail_id, recipient, subject, body from mails order by position')
  return mails.map(mail => ({ ...mail, body: secrets.open(bodyOf(mail.mail_id), mail.body) }))
}

export async function mailsTo(platform: Mailer, recipient: string): Promise<StoredMail[]> {
  return (await allMails(platform)).filter(mail => mail.recipient === recipient)
}

/** The email that the platform stored last, or the one with this id. `link` is the first URL in its body. */
export async function newestMail(platform: Mailer, id?: string): Promise<StoredMail & { link: string }> {
  const mail = (await allMails(platform)).findLast(({ mail_id }) => !id || mail_id === id)!
  return { ...mail, link: /https?:\/\/\S+/.exec(mail.body)![0] }
}

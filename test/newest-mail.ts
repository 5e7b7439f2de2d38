import type { Platform } from '../demo/platform/index.js'
import { bodyOf } from '../demo/platform/program/mail.js'

export interface NewestMail {
  recipient: string
  body: string
  /** The first URL in the body. */
  link: string
}

/** The email that the platform stored last, or the one with this id. */
export async function newestMail({ db, secrets }: Pick<Platform, 'db' | 'secrets'>, id?: string): Promise<NewestMail> {
  const [mail] = await db.query<{ mail_id: string; recipient: string; body: string }>(
    'select * from mails where $1::text is null or mail_id = $1 order by position desc limit 1',
    [id ?? null],
  )
  const { mail_id, recipient } = mail!
  const body = secrets.open(bodyOf(mail_id), mail!.body)
  return { recipient, body, link: /https?:\/\/\S+/.exec(body)![0] }
}

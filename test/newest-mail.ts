import type { Platform } from '../demo/platform/index.js'

export interface NewestMail {
  recipient: string
  body: string
  /** The first URL in the body. */
  link: string
}

/** The email that the platform stored last. */
export async function newestMail({ db }: Pick<Platform, 'db'>): Promise<NewestMail> {
  const [mail] = await db.query<Omit<NewestMail, 'link'>>(
    'select recipient, body from mails order by position desc limit 1',
  )
  const { recipient, body } = mail!
  return { recipient, body, link: /https?:\/\/\S+/.exec(body)![0] }
}

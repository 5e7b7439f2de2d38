import * as z from 'zod/mini'
import { call, done, id, text } from './call.js'
import type { Connection } from './connection.js'

const schema = z.looseObject({ polling_id: z.catch(z.optional(id), undefined), recipient_email: text })

/** The mails are sent: who is told that they failed would send them again. */
const one = done(schema)
const several = z.catch(z.array(one), [])

/** A mail on its way to a friend. */
export type EmailShare = z.infer<typeof schema>

/** What the mail says, with the consumer's link: at most 2,048 characters of message and 78 of subject. */
export interface EmailShareInput {
  /** The shareable's code. */
  advocate_code: string
  message: string
  subject?: string
  data?: Record<string, unknown>
}

const PATH = '/api/v6/email/share'

/** Emails with the consumer's link that the program sends to friends. It records a share for each (specification 4.3). */
export const email = (at: Connection) => ({
  /** Throws `shareable_not_found`, `invalid_email` … | a platform code. */
  share: (input: EmailShareInput & { recipient_email: string }): Promise<EmailShare> =>
    call(at, one, 'POST', PATH, input),

  /** The same to several friends; one address that is none refuses all. */
  shareBatch: (input: EmailShareInput & { recipient_emails: string[] }): Promise<EmailShare[]> =>
    call(at, several, 'POST', `${PATH}/batch`, input),
})

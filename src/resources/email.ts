import * as z from 'zod/mini'
import { change, id, text } from './call.js'
import type { Connection } from './connection.js'

const schema = z.looseObject({ polling_id: id, recipient_email: text })

/** An email to a friend that is being sent. */
export type EmailShare = Partial<z.infer<typeof schema>>

/** The text of the email, which also contains the consumer's link. At most 2,048 characters of message and 78 of subject. */
export interface EmailShareInput {
  /** The shareable's code. */
  advocate_code: string
  message: string
  subject?: string
  data?: Record<string, unknown>
}

const PATH = '/api/v6/email/share'

/** Emails with the consumer's link that the program sends to friends. It records a share for each (specification 4.3). */
export const email = (connection: Connection) => ({
  /** Throws `shareable_not_found`, `invalid_email` or another platform code. */
  share: async (input: EmailShareInput & { recipient_email: string }): Promise<EmailShare> =>
    (await change(connection, schema, 'POST', PATH, input)) ?? {},

  /** The same for several friends. If one address is invalid, no email is sent. */
  shareBatch: async (input: EmailShareInput & { recipient_emails: string[] }): Promise<EmailShare[]> =>
    (await change(connection, z.array(schema), 'POST', `${PATH}/batch`, input)) ?? [],
})

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
  subject?: string | undefined
  data?: Record<string, unknown> | undefined
}

const PATH = '/api/v6/email/share'

const KEYS = ['advocate_code', 'message', 'subject', 'data'] satisfies (keyof EmailShareInput)[]

/** Emails with the consumer's link that the program sends to friends. It records a share for each (specification 4.3). Needs an identified consumer. */
export const email = (connection: Connection) => ({
  /**
   * Throws `scopes_denied`, `shareable_not_found`, `invalid_email`, `invalid_campaign_id`, `access_denied` for a blocked consumer, or another platform
   * code.
   */
  async share(input: EmailShareInput & { recipient_email: string }): Promise<EmailShare> {
    connection.calls.checkKeys('email.share()', input, [...KEYS, 'recipient_email'])
    return (await change(connection, schema, 'POST', PATH, input)) ?? {}
  },

  /** The same for several friends. If one address is invalid, no email is sent. Throws what `share` throws. */
  async shareBatch(input: EmailShareInput & { recipient_emails: string[] }): Promise<EmailShare[]> {
    connection.calls.checkKeys('email.shareBatch()', input, [...KEYS, 'recipient_emails'])
    return (await change(connection, z.array(schema), 'POST', `${PATH}/batch`, input)) ?? []
  },
})

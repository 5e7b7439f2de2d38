import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

const SECRET_BYTES = 32

/** Creates the secret of a webhook in the format of Standard Webhooks (https://www.standardwebhooks.com). */
export const newWebhookSecret = () => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

interface Signed {
  messageId: string
  /** In milliseconds. */
  time: number
  body: string
}

/** The headers of a message. It has a signature by each secret, so that a receiver can change from one to the other. */
export function signatureHeaders(secrets: string[], { messageId, time, body }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(time / 1000))
  const signatures = secrets.map(secret => `v1,${signatureOf(secret, `${messageId}.${timestamp}.${body}`)}`)
  return { 'webhook-id': messageId, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

const signatureOf = (secret: string, signed: string) =>
  createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(signed)
    .digest('base64')

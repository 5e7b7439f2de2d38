import type { Domain } from '../domain.js'
import { newId } from '../store/id.js'
import type { SecretPlace } from '../store/secrets.js'
import { DeliveryFailure, type DeliveryFailureCode } from './delivery-failure.js'
import { post } from './post.js'
import { signatureHeaders } from './sign.js'

/** How long to wait after each failed attempt. After the last one the message is dead. */
export const DELAYS_SECONDS = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600]

/** How long a process can keep a message. It is longer than an attempt takes. */
export const LEASE_MS = 60_000

/** How long a webhook can fail until it is disabled. */
export const MAX_FAILING_MS = 5 * 86_400_000

/** The number of messages that a process sends to a webhook at the same time. */
const BATCH = 8

/** An attempt to deliver a message, as it is stored. */
export interface Attempt {
  date: string
  /** The status of the answer. Null: no answer. */
  status: number | null
  /** Null: delivered. */
  failure: DeliveryFailureCode | null
}

/** What is needed to send to a webhook. */
export interface Target extends WebhookSecrets {
  webhook_id: string
  url: string
  previous_secret_expires_at: Date | null
}

/** The secrets that sign the messages. */
export interface WebhookSecrets {
  secret: string
  previous_secret: string | null
}

/** Where a secret of a webhook is stored. */
export const secretPlace = (id: string, column: keyof WebhookSecrets): SecretPlace => ({
  table: 'webhooks',
  column,
  id,
})

/** A message that this process may deliver until its lease runs out. */
export interface LeasedMessage {
  webhook_id: string
  message_id: string
  lease: string
  payload: unknown
  failures: number
}

/**
 * Takes messages of a webhook that are due, so that no other process delivers them. If this process ends without an answer, they are
 * due again when the lease runs out.
 */
export const leaseMessages = ({ db, settings }: Domain, webhookId: string): Promise<LeasedMessage[]> =>
  db.query<LeasedMessage>(
    `update webhook_messages set lease = $2, next_attempt_at = $4
     where webhook_id = $1 and message_id in (
       select message_id from webhook_messages where webhook_id = $1 and state = 'PENDING' and next_attempt_at <= $3
       order by next_attempt_at, position limit ${BATCH} for update skip locked)
     returning webhook_id, message_id, lease, payload, failures`,
    [webhookId, newId(), new Date(settings.now()), new Date(settings.now() + LEASE_MS)],
  )

/** Sends a message and stores what became of it. If the signal stops it, the message is due at once. */
export async function deliverMessage(
  domain: Domain,
  target: Target,
  message: LeasedMessage,
  signal: AbortSignal,
): Promise<void> {
  const { settings } = domain
  const time = settings.now()
  const body = JSON.stringify(message.payload)
  const signed = signatureHeaders(secretsOf(target, time), { messageId: message.message_id, time, body })
  const headers = { ...signed, 'Content-Type': 'application/json', 'User-Agent': 'rewards-platform' }
  const attempt = { date: new Date(time).toISOString() }
  try {
    const status = await post(target.url, { headers, body, allowPrivate: settings.allowPrivateAddresses, signal })
    await storeAttempt(domain, message, { ...attempt, status, failure: failureOf(status) })
  } catch (error) {
    if (signal.aborted) return release(domain, message)
    if (!(error instanceof DeliveryFailure)) throw error
    await storeAttempt(domain, message, { ...attempt, status: null, failure: error.code })
  }
}

/** The secrets that sign: also the one that was replaced less than a day ago. */
function secretsOf({ secret, previous_secret, previous_secret_expires_at }: Target, time: number): string[] {
  const isPreviousValid = previous_secret !== null && Number(previous_secret_expires_at) > time
  return isPreviousValid ? [secret, previous_secret] : [secret]
}

function failureOf(status: number): DeliveryFailureCode | null {
  if (status >= 200 && status < 300) return null
  if (status === 410) return 'gone'
  return status >= 300 && status < 400 ? 'redirected' : 'rejected'
}

/**
 * Stores an attempt with the message and with its webhook, or with neither: nothing changes if the lease has run out and another process delivers the
 * message. The webhook is locked first, as by whoever deletes it with its messages.
 */
async function storeAttempt(domain: Domain, message: LeasedMessage, attempt: Attempt): Promise<void> {
  await domain.db.transaction(async db => {
    await db.query('select 1 from webhooks where webhook_id = $1 for no key update', [message.webhook_id])
    const stored = await storeWithMessage({ ...domain, db }, message, attempt)
    if (stored) await storeWithWebhook({ ...domain, db }, message, attempt)
  })
}

async function storeWithMessage({ db, settings }: Domain, message: LeasedMessage, attempt: Attempt): Promise<boolean> {
  const delay = attempt.failure === 'gone' ? undefined : DELAYS_SECONDS[message.failures]
  const ended = attempt.failure === null ? 'DELIVERED' : 'DEAD'
  const isFinal = attempt.failure === null || delay === undefined
  const [stored] = await db.query(
    `update webhook_messages set attempts = attempts || $4::jsonb, state = $5, next_attempt_at = $6, lease = null,
       failures = failures + $7
     where webhook_id = $1 and message_id = $2 and lease = $3 returning 1`,
    [
      ...[message.webhook_id, message.message_id, message.lease],
      ...[JSON.stringify([attempt]), isFinal ? ended : 'PENDING'],
      ...[new Date(settings.now() + (isFinal ? 0 : delay * 1000)), attempt.failure === null ? 0 : 1],
    ],
  )
  return stored !== undefined
}

/** The receiver can be repaired, so one that does not answer stays enabled for days. One that answers with 410 does not come back. */
async function storeWithWebhook({ db, settings }: Domain, message: LeasedMessage, attempt: Attempt): Promise<void> {
  const now = settings.now()
  await db.query(
    `update webhooks set last_attempt = $2, is_gone = is_gone or $3::boolean,
       enabled = enabled and not $3::boolean and not ($4::boolean and coalesce(failing_since <= $6, false)),
       failing_since = case when $4::boolean then coalesce(failing_since, $5) end
     where webhook_id = $1`,
    [
      ...[message.webhook_id, JSON.stringify(attempt), attempt.failure === 'gone', attempt.failure !== null],
      ...[new Date(now), new Date(now - MAX_FAILING_MS)],
    ],
  )
}

async function release({ db, settings }: Domain, { webhook_id, message_id, lease }: LeasedMessage): Promise<void> {
  await db.query(
    `update webhook_messages set next_attempt_at = $4, lease = null where webhook_id = $1 and message_id = $2 and lease = $3`,
    [webhook_id, message_id, lease, new Date(settings.now())],
  )
}

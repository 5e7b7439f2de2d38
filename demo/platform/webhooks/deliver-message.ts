import type { Domain } from '../domain.js'
import type { LeasedKind } from '../jobs/job-kind.js'
import type { SecretPlace } from '../store/secrets.js'
import { DeliveryFailure, type DeliveryFailureCode } from './delivery-failure.js'
import { post } from './post.js'
import { MESSAGE_JOB } from './queue-messages.js'
import { signatureHeaders } from './sign.js'

/** How long to wait after each failed attempt. After the last one the message is dead. */
export const DELAYS_SECONDS = [5, 5 * 60, 30 * 60, 2 * 3600, 5 * 3600, 10 * 3600]
export const DELAYS_IN_WORDS = '5 seconds, 5 minutes, 30 minutes, 2, 5 and 10 hours'

/** How long a webhook can fail until it is disabled. */
export const MAX_FAILING_MS = 5 * 86_400_000
export const MAX_FAILING_IN_WORDS = 'five days'

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

/** The jobs that deliver a message to a webhook. Their lane is the webhook, their payload the id of the message. */
export const messageJobs: LeasedKind = {
  name: MESSAGE_JOB,
  title: 'Message to a webhook',
  atOnce: 64,
  perLane: 8,
  // As many as it has attempts: each process does many messages at a time, and its end says little about one of them.
  maxEndedProcesses: DELAYS_SECONDS.length + 1,
  async work(domain, { lane: webhookId, payload }, signal) {
    const messageId = payload as string
    const waiting =
      (await findWaiting(domain, webhookId, messageId)) ?? (await reviveDead(domain, webhookId, messageId))
    const attempt = waiting && (await send(domain, waiting, signal))
    return async stored => {
      await stored.db.query('select 1 from webhooks where webhook_id = $1 for no key update', [webhookId])
      if (waiting && attempt) await storeAttempt(stored, waiting, attempt)
      return (await findWaiting(stored, webhookId, messageId))?.next_attempt_at
    }
  },
  async afterDeath({ db, settings }, { lane: webhookId, payload }) {
    const now = new Date(settings.now())
    const attempt: Attempt = { date: now.toISOString(), status: null, failure: 'platform_failed' }
    await db.query(
      `update webhook_messages set state = 'DEAD', attempts = attempts || $3::jsonb, next_attempt_at = $4
       where webhook_id = $1 and message_id = $2 and state = 'PENDING'`,
      [webhookId, payload, JSON.stringify([attempt]), now],
    )
  },
}

/** A message that waits for an attempt, and its webhook. */
interface WaitingMessage extends Target {
  message_id: string
  payload: unknown
  failures: number
  next_attempt_at: Date
}

/** Undefined: it is delivered or dead, or its webhook is disabled or deleted. Whoever enables the webhook or replays the message adds the job again. */
async function findWaiting({ db }: Domain, webhookId: string, messageId: string): Promise<WaitingMessage | undefined> {
  const [waiting] = await db.query<WaitingMessage>(
    `select webhook_id, message_id, payload, failures, next_attempt_at, url, secret, previous_secret, previous_secret_expires_at
     from webhook_messages join webhooks using (webhook_id)
     where webhook_id = $1 and message_id = $2 and state = 'PENDING' and enabled`,
    [webhookId, messageId],
  )
  return waiting
}

/** Lets a message wait again that is dead because its job was given up: somebody has retried the job. */
async function reviveDead(domain: Domain, webhookId: string, messageId: string): Promise<WaitingMessage | undefined> {
  await domain.db.query(
    `update webhook_messages set state = 'PENDING', failures = 0, next_attempt_at = $3
     where webhook_id = $1 and message_id = $2 and state = 'DEAD' and attempts->-1->>'failure' = 'platform_failed'`,
    [webhookId, messageId, new Date(domain.settings.now())],
  )
  return findWaiting(domain, webhookId, messageId)
}

/** Sends a message. Throws if the signal stops it. */
async function send(domain: Domain, message: WaitingMessage, signal: AbortSignal): Promise<Attempt> {
  const { settings } = domain
  const time = settings.now()
  const body = JSON.stringify(message.payload)
  const signed = signatureHeaders(secretsOf(domain, message, time), {
    messageId: message.message_id,
    // Receivers refuse a signature whose time is far from their own clock.
    time: settings.machineNow(),
    body,
  })
  const headers = { ...signed, 'Content-Type': 'application/json', 'User-Agent': 'rewards-platform' }
  const date = new Date(time).toISOString()
  try {
    const status = await post(message.url, { headers, body, allowPrivate: settings.allowPrivateAddresses, signal })
    return { date, status, failure: failureOf(status) }
  } catch (error) {
    if (signal.aborted || !(error instanceof DeliveryFailure)) throw error
    return { date, status: null, failure: error.code }
  }
}

/** Until when the previous secret signs, too. Null: it does not. */
export const previousSecretUntil = (
  { previous_secret_expires_at: until }: Pick<Target, 'previous_secret_expires_at'>,
  now: number,
): Date | null => (until && until.getTime() > now ? until : null)

/** The secrets that sign: also the previous one for a while. */
function secretsOf({ secrets }: Domain, message: WaitingMessage, time: number): string[] {
  const { webhook_id, secret, previous_secret } = message
  const current = secrets.open(secretPlace(webhook_id, 'secret'), secret)
  if (previous_secret === null || !previousSecretUntil(message, time)) return [current]
  return [current, secrets.open(secretPlace(webhook_id, 'previous_secret'), previous_secret)]
}

function failureOf(status: number): DeliveryFailureCode | null {
  if (status >= 200 && status < 300) return null
  if (status === 410) return 'gone'
  return status >= 300 && status < 400 ? 'redirected' : 'rejected'
}

async function storeAttempt(domain: Domain, message: WaitingMessage, attempt: Attempt): Promise<void> {
  const { db, settings } = domain
  const delay = attempt.failure === 'gone' ? undefined : DELAYS_SECONDS[message.failures]
  const ended = attempt.failure === null ? 'DELIVERED' : 'DEAD'
  const isFinal = attempt.failure === null || delay === undefined
  await db.query(
    `update webhook_messages set attempts = attempts || $3::jsonb, state = $4, next_attempt_at = $5, failures = failures + $6
     where webhook_id = $1 and message_id = $2 and state = 'PENDING'`,
    [
      ...[message.webhook_id, message.message_id],
      ...[JSON.stringify([attempt]), isFinal ? ended : 'PENDING'],
      ...[new Date(settings.now() + (isFinal ? 0 : delay * 1000)), attempt.failure === null ? 0 : 1],
    ],
  )
  await storeWithWebhook(domain, message, attempt)
}

/**
 * The receiver can be repaired, so one that does not answer stays enabled for days. One that answers with 410 does not come back. The answer of a
 * URL that the webhook no longer has says nothing about it.
 */
async function storeWithWebhook({ db, settings }: Domain, message: WaitingMessage, attempt: Attempt): Promise<void> {
  const now = settings.now()
  await db.query(
    `update webhooks set last_attempt = $2, is_gone = is_gone or $3::boolean,
       enabled = enabled and not $3::boolean and not ($4::boolean and coalesce(failing_since <= $6, false)),
       failing_since = case when $4::boolean then coalesce(failing_since, $5) end
     where webhook_id = $1 and url = $7`,
    [
      ...[message.webhook_id, JSON.stringify(attempt), attempt.failure === 'gone', attempt.failure !== null],
      ...[new Date(now), new Date(now - MAX_FAILING_MS), message.url],
    ],
  )
}

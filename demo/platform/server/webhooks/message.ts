import { z } from 'zod'
import type { Domain } from '../../domain.js'
import { RestError } from '../../http/rest-error.js'
import type { Attempt } from '../../webhooks/deliver-message.js'
import { TEST } from '../../webhooks/message-types.js'
import { queueTest, scheduleMessages } from '../../webhooks/queue-messages.js'
import { eventTypes } from './event-types.js'
import { attemptSchema, describeAttempt, requireWebhook } from './webhook.js'

export const messageStates = ['PENDING', 'DELIVERED', 'DEAD'] as const

export type MessageState = (typeof messageStates)[number]

const messageTypes = z.enum([...eventTypes, TEST])

/** A message in a response. */
export const messageSchema = z
  .object({
    id: z.string().describe('The header `webhook-id`. A message about one change has the same id for each webhook.'),
    webhook_id: z.string(),
    type: messageTypes,
    state: z
      .enum(messageStates)
      .describe(
        'PENDING: waits for an attempt. DEAD: all attempts have failed. It is not tried again, unless you replay it.',
      ),
    payload: z
      .object({ type: messageTypes, timestamp: z.iso.datetime(), data: z.record(z.string(), z.unknown()) })
      .describe('The body of the request, as it was when the change happened.'),
    attempts: z.array(attemptSchema).describe('Oldest first.'),
    next_attempt_date: z.iso.datetime().nullable(),
    created_date: z.iso.datetime(),
  })
  .meta({ id: 'WebhookMessage' })

export interface MessageRow {
  message_id: string
  webhook_id: string
  type: string
  state: MessageState
  payload: z.input<typeof messageSchema>['payload']
  attempts: Attempt[]
  next_attempt_at: Date
  created_at: Date
}

export const describeMessage = (row: MessageRow): z.input<typeof messageSchema> => ({
  id: row.message_id,
  webhook_id: row.webhook_id,
  type: row.type,
  state: row.state,
  payload: row.payload,
  attempts: row.attempts.map(describeAttempt),
  next_attempt_date: row.state === 'PENDING' ? row.next_attempt_at.toISOString() : null,
  created_date: row.created_at.toISOString(),
})

interface MessageFilter {
  id?: string
  state?: MessageState | undefined
  limit?: number
  offset?: number
}

/** The messages of a webhook, newest first. */
export const findMessages = (
  { db }: Domain,
  webhookId: string,
  { id, state, limit, offset }: MessageFilter,
): Promise<MessageRow[]> =>
  db.query<MessageRow>(
    `select * from webhook_messages where webhook_id = $1 and ($2::text is null or message_id = $2)
       and ($3::text is null or state = $3) order by position desc limit $4 offset $5`,
    [webhookId, id ?? null, state ?? null, limit ?? null, offset ?? 0],
  )

/** Finds a message of a webhook. Throws `not_found`. */
export async function requireMessage(domain: Domain, webhookId: string, messageId: string): Promise<MessageRow> {
  const [message] = await findMessages(domain, webhookId, { id: messageId })
  if (message) return message
  throw new RestError('not_found', 'The webhook has no message with this id', { parameters: { message_id: messageId } })
}

/** Queues a message that tests a webhook of the client. Throws `not_found`, and `invalid_parameter` if it is disabled. */
export async function sendTest(domain: Domain, webhookId: string): Promise<MessageRow> {
  const { enabled } = await requireWebhook(domain, webhookId)
  if (!enabled)
    throw new RestError('invalid_parameter', 'The webhook is disabled', { parameters: { webhook_id: webhookId } })
  return requireMessage(domain, webhookId, await queueTest(domain, webhookId))
}

/** Delivers a message again, with new attempts. Throws `not_found`, and `invalid_parameter` if it waits for an attempt. */
export async function replayMessage(domain: Domain, webhookId: string, messageId: string): Promise<MessageRow> {
  const replayed = await replay(domain, webhookId, { messageId, states: ['DEAD', 'DELIVERED'] })
  const message = await requireMessage(domain, webhookId, messageId)
  if (replayed) return message
  throw new RestError('invalid_parameter', 'The message waits for its next attempt', {
    parameters: { message_id: messageId, state: message.state },
  })
}

/** Delivers all dead messages of a webhook again. Returns their number. */
export const replayDead = (domain: Domain, webhookId: string): Promise<number> =>
  replay(domain, webhookId, { states: ['DEAD'] })

interface Replayed {
  messageId?: string
  states: MessageState[]
}

function replay(domain: Domain, webhookId: string, { messageId, states }: Replayed): Promise<number> {
  return domain.db.transaction(async db => {
    const replayed = await db.query(
      `update webhook_messages set state = 'PENDING', failures = 0, next_attempt_at = $4
       where webhook_id = $1 and ($2::text is null or message_id = $2) and state = any($3) returning 1`,
      [webhookId, messageId ?? null, states, new Date(domain.settings.now())],
    )
    await scheduleMessages({ ...domain, db }, webhookId, messageId)
    return replayed.length
  })
}

import { z } from 'zod'
import type { Domain } from '../../domain.js'
import { RestError } from '../../http/rest-error.js'
import { type Attempt, MAX_FAILING_IN_WORDS, previousSecretUntil, type Target } from '../../webhooks/deliver-message.js'
import { type DeliveryFailureCode, deliveryFailures } from '../../webhooks/delivery-failure.js'
import { eventTypes } from './event-types.js'

const failureCodes = Object.keys(deliveryFailures) as [DeliveryFailureCode, ...DeliveryFailureCode[]]

/** An attempt to deliver a message, in a response. */
export const attemptSchema = z.object({
  date: z.iso.datetime(),
  status: z.int().nullable().describe('The status of the answer. Null: the receiver has not answered.'),
  failure: z
    .object({ code: z.enum(failureCodes), message: z.string() })
    .nullable()
    .describe('Null: delivered.'),
})

/** A webhook in a response. It has no secret. */
export const webhookSchema = z
  .object({
    id: z.string(),
    url: z.string(),
    event_types: z.array(z.enum(eventTypes)),
    enabled: z.boolean(),
    is_gone: z.boolean().describe('Whether the receiver has answered with 410, which disables the webhook.'),
    failing_since: z.iso
      .datetime()
      .nullable()
      .describe(
        `The first attempt that failed since the last success. A webhook that fails for ${MAX_FAILING_IN_WORDS} is disabled.`,
      ),
    pending_messages: z.int().describe('The number of messages that wait for an attempt.'),
    dead_messages: z.int().describe('The number of messages that are not tried any more.'),
    last_attempt: attemptSchema.nullable(),
    previous_secret_expires_date: z.iso
      .datetime()
      .nullable()
      .describe('Until then the secret before the last rotation signs, too. Null: there is none.'),
    created_date: z.iso.datetime(),
    updated_date: z.iso.datetime(),
  })
  .meta({ id: 'Webhook' })

/** A webhook in the only responses that show its secret. */
export const webhookWithSecret = webhookSchema
  .extend({ secret: z.string().describe('Signs the messages. It is not shown again.') })
  .meta({ id: 'WebhookWithSecret' })

/** A webhook as it is stored: its secrets are encrypted. */
export interface WebhookRow extends Target {
  event_types: string[]
  enabled: boolean
  is_gone: boolean
  failing_since: Date | null
  last_attempt: Attempt | null
  pending_messages: number
  dead_messages: number
  created_at: Date
  updated_at: Date
}

/** Lists each field, so that a secret is never part of a response by mistake. */
export const describeWebhook = (row: WebhookRow): z.input<typeof webhookSchema> => ({
  id: row.webhook_id,
  url: row.url,
  event_types: row.event_types,
  enabled: row.enabled,
  is_gone: row.is_gone,
  failing_since: row.failing_since?.toISOString() ?? null,
  pending_messages: row.pending_messages,
  dead_messages: row.dead_messages,
  last_attempt: row.last_attempt && describeAttempt(row.last_attempt),
  previous_secret_expires_date: row.previous_secret_expires_at?.toISOString() ?? null,
  created_date: row.created_at.toISOString(),
  updated_date: row.updated_at.toISOString(),
})

export const describeAttempt = ({ date, status, failure }: Attempt): z.input<typeof attemptSchema> => ({
  date,
  status,
  failure: failure && { code: failure, message: deliveryFailures[failure] },
})

/** The webhooks of the client, newest first. With an id: only that one. */
export async function findWebhooks(
  { db, clientId, settings }: Domain,
  { id, limit, offset }: { id?: string; limit?: number; offset?: number } = {},
): Promise<WebhookRow[]> {
  const rows = await db.query<WebhookRow>(
    `select w.*, ${countOf('PENDING')} as pending_messages, ${countOf('DEAD')} as dead_messages
     from webhooks w where client_id = $1 and ($2::text is null or webhook_id = $2)
     order by position desc limit $3 offset $4`,
    [clientId, id ?? null, limit ?? null, offset ?? 0],
  )
  return rows.map(row => ({ ...row, previous_secret_expires_at: previousSecretUntil(row, settings.now()) }))
}

const countOf = (state: string) =>
  `(select count(*)::int from webhook_messages m where m.webhook_id = w.webhook_id and state = '${state}')`

/** Finds a webhook of the client. Throws `not_found`. */
export async function requireWebhook(domain: Domain, id: string): Promise<WebhookRow> {
  const [webhook] = await findWebhooks(domain, { id })
  if (webhook) return webhook
  throw new RestError('not_found', 'There is no webhook with this id', { parameters: { webhook_id: id } })
}

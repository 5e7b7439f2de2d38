import type { Domain } from '../domain.js'
import { newId } from '../store/id.js'
import { TEST } from './message-types.js'

/** A change that webhooks are informed about, in SQL. */
interface Change {
  /** The rows of the change, with the names that the other texts refer to. */
  source: string
  /** The person to whom the change happened. Their client gets the message. */
  personId: string
  /** An expression for the type of the message. */
  type: string
  /** An expression for the data of the message, as JSON. */
  data: string
  /** The parameter with the id of the message. */
  messageId: string
  /** The parameter with the current time. */
  now: string
}

/** The id of a new message. All webhooks receive a message with the same id. */
export const newMessageId = () => `msg_${newId()}`

/** An expression for a time as text, such as `2026-05-01T12:00:00.000Z`. */
export const timeText = (time: string) => `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * A statement that queues a message for each enabled webhook of the type. It runs in the transaction that records the change, or is a part
 * of the statement that does: so no change is recorded without its messages. The lock makes the change wait for a webhook that is being
 * deleted. Without it, the reference to the webhook would fail, and the change with it.
 */
export const queueMessages = ({ source, personId, type, data, messageId, now }: Change) => `
  insert into webhook_messages (webhook_id, message_id, type, payload, next_attempt_at, created_at)
  select w.webhook_id, ${messageId}::text, ${type},
    json_build_object('type', ${type}, 'timestamp', ${timeText(`${now}::timestamptz`)}, 'data', ${data}),
    ${now}::timestamptz, ${now}::timestamptz
  from ${source} join persons on persons.person_id = ${personId}
    join webhooks w on w.client_id = persons.client_id and w.enabled and ${type} = any(w.event_types)
  for key share of w`

/** Queues a message that tests a webhook. Returns its id. */
export async function queueTest({ db, settings }: Domain, webhookId: string): Promise<string> {
  const messageId = newMessageId()
  const now = new Date(settings.now())
  const payload = { type: TEST, timestamp: now.toISOString(), data: { webhook_id: webhookId } }
  await db.query(
    `insert into webhook_messages (webhook_id, message_id, type, payload, next_attempt_at, created_at)
     values ($1, $2, $3, $4, $5, $5)`,
    [webhookId, messageId, TEST, JSON.stringify(payload), now],
  )
  return messageId
}

import type { Domain } from '../domain.js'
import { ANEW } from '../jobs/job.js'
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

/** The kind of the jobs that deliver a message. Their lane is the webhook. */
export const MESSAGE_JOB = 'webhook-message'

/**
 * The parts of a `with` that queue a message for each enabled webhook of the type, and the jobs that deliver them. They belong to the statement that
 * records the change, or to one in its transaction: so no change is recorded without its messages. The lock makes the change wait for a webhook
 * that is being deleted. Without it, the reference to the webhook would fail, and the change with it.
 */
export const queueMessages = ({ source, personId, type, data, messageId, now }: Change) => `
  informed as (select w.webhook_id, w.client_id, ${type} as type, ${data} as data
    from ${source} join persons on persons.person_id = ${personId}
      join webhooks w on w.client_id = persons.client_id and w.enabled and ${type} = any(w.event_types)
    for key share of w),
  queued as (insert into webhook_messages (webhook_id, message_id, type, payload, next_attempt_at, created_at)
    select webhook_id, ${messageId}::text, type,
      json_build_object('type', type, 'timestamp', ${timeText(`${now}::timestamptz`)}, 'data', data),
      ${now}::timestamptz, ${now}::timestamptz
    from informed),
  jobs_added as (insert into jobs (${JOB_COLUMNS})
    select ${jobOf('webhook_id', `${messageId}::text`)}, ${now}::timestamptz, ${now}::timestamptz from informed)`

const JOB_COLUMNS = 'job_id, kind, client_id, lane, payload, run_at, created_at'

const jobId = (webhookId: string, messageId: string) => `'${MESSAGE_JOB}:' || ${webhookId} || ':' || ${messageId}`

const jobOf = (webhookId: string, messageId: string) =>
  `${jobId(webhookId, messageId)}, '${MESSAGE_JOB}', client_id, ${webhookId}, to_json(${messageId})`

/**
 * Adds the jobs for the messages of a webhook that wait, or for one of them, in the transaction that has made them wait. The lock lets attempts end
 * first, which set the time of the next one. A job that runs looks at its message itself when it ends.
 */
export async function scheduleMessages({ db }: Domain, webhookId: string, messageId?: string): Promise<void> {
  await db.query('select 1 from webhooks where webhook_id = $1 for no key update', [webhookId])
  await db.query(
    `insert into jobs (${JOB_COLUMNS})
     select ${jobOf('webhook_id', 'message_id')}, next_attempt_at, m.created_at
     from webhook_messages m join webhooks using (webhook_id)
     where webhook_id = $1 and state = 'PENDING' and ($2::text is null or message_id = $2)
       and not exists (select 1 from jobs where job_id = ${jobId('webhook_id', 'message_id')} and lease is not null)
     order by m.position
     on conflict (job_id) do update set run_at = excluded.run_at, ${ANEW}`,
    [webhookId, messageId ?? null],
  )
}

/** Queues a message that tests a webhook. Returns its id. */
export async function queueTest(domain: Domain, webhookId: string): Promise<string> {
  const messageId = newMessageId()
  const now = new Date(domain.settings.now())
  const payload = { type: TEST, timestamp: now.toISOString(), data: { webhook_id: webhookId } }
  await domain.db.transaction(async db => {
    await db.query(
      `insert into webhook_messages (webhook_id, message_id, type, payload, next_attempt_at, created_at)
       values ($1, $2, $3, $4, $5, $5)`,
      [webhookId, messageId, TEST, JSON.stringify(payload), now],
    )
    await scheduleMessages({ ...domain, db }, webhookId, messageId)
  })
  return messageId
}

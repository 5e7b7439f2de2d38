import { containerOf, PRODUCTION } from '../container.js'
import type { Domain } from '../domain.js'
import { RestError } from '../http/rest-error.js'
import type { ConsumerEvent } from './consumer-event.js'

/** The event by which a person asks for the deletion of their data. The SDK sends the data with it, also if the brand has named the event otherwise. */
const EVENT_NAME = 'deletion_requested'
const isDeletionRequest = ({ name, data }: Pick<ConsumerEvent, 'name' | 'data'>) =>
  (name === EVENT_NAME || data.privacy_request === 'deletion') && containerOf(data) === PRODUCTION

/** A task of the brand. */
export interface DeletionRequest {
  event_id: string
  event_name: string
  person_id: string
  /** The name of the person, or what else is known. */
  person: string
  /** Whether a verified consumer or the brand's backend has sent the event. Anybody can enter another person's email address. */
  verified: boolean
  /** The programs that have recorded the event. */
  programs: string | null
  created_at: Date
  done_at: Date | null
  done_by: string | null
}

/** Makes a task of an event that asks for a deletion. Runs in the transaction of the event. */
export async function keepDeletionRequest({ db, clientId }: Domain, event: ConsumerEvent): Promise<void> {
  if (!isDeletionRequest(event)) return
  await db.query('insert into deletion_requests (event_id, client_id) values ($1, $2) on conflict do nothing', [
    event.event_id,
    clientId,
  ])
}

/** The open tasks of the client, or those that are done, newest first. */
export const findDeletionRequests = (
  { db, clientId }: Domain,
  { done, limit }: { done: boolean; limit: number },
): Promise<DeletionRequest[]> =>
  db.query<DeletionRequest>(
    `select event_id, event_name, person_id, coalesce(nullif(concat_ws(' ', first_name, last_name), ''), email, partner_user_id, person_id) as person,
       verified, e.created_at, done_at, done_by,
       (select string_agg(distinct program_name, ', ') from steps where steps.event_id = r.event_id) as programs
     from deletion_requests r join events e using (event_id) join persons using (person_id)
     where r.client_id = $1 and (done_at is null) = $2 order by r.position desc limit $3`,
    [clientId, !done, limit],
  )

/** How many tasks of the client are open, and how many are done. */
export async function countDeletionRequests({ db, clientId }: Domain): Promise<{ open: number; done: number }> {
  const [counts] = await db.query<{ open: number; done: number }>(
    `select count(*) filter (where done_at is null)::int as open, count(done_at)::int as done
     from deletion_requests where client_id = $1`,
    [clientId],
  )
  return counts!
}

/** Marks a task as done by a user of the console. Undefined: opens it again. Throws `not_found`. */
export async function markDeletionRequest(
  { db, settings, clientId }: Domain,
  eventId: string,
  doneBy: string | undefined,
): Promise<void> {
  const [marked] = await db.query(
    `update deletion_requests set done_at = case when $3::text is null then null else coalesce(done_at, $4) end,
       done_by = case when $3::text is null then null else coalesce(done_by, $3) end
     where event_id = $1 and client_id = $2 returning event_id`,
    [eventId, clientId, doneBy ?? null, new Date(settings.now())],
  )
  if (!marked) throw new RestError('not_found', 'There is no such request')
}

import type { Domain } from '../domain.js'
import { earlierEventOf } from '../events/lock-participant.js'
import { keepRefusal } from '../events/refusals.js'
import { withoutTokens } from '../events/without-tokens.js'
import type { Fields } from '../http/body.js'
import { RestError } from '../http/rest-error.js'
import { addressIn } from '../identity/person-fields.js'
import type { NewJob } from '../jobs/job.js'
import type { TransactionKind } from '../jobs/job-kind.js'
import { hashOf, newId } from '../store/id.js'
import { findNamedPerson } from './find-or-create-person.js'
import { recordForPerson } from './record-for-person.js'

interface AsyncEvent {
  name: string
  data: Fields
}

/** The jobs that record the events of `POST /v6/async-events`. Before, `accept` (events.ts) checks each event and gives it an id. */
export const asyncEvents: TransactionKind = {
  name: 'async-event',
  title: 'Asynchronous event',
  atOnce: 4,
  inOrder: true,
  maxWaiting: 10_000,
  async run(domain, { job_id, payload, created_at }) {
    const { name, data } = payload as AsyncEvent
    await recordForPerson(domain, { name, data, eventId: job_id, time: created_at })
    return undefined
  },
  refuse(domain, { job_id, payload }, reason) {
    const { name, data } = payload as AsyncEvent
    return keepRefusal(domain, { kind: 'EVENT', subject: name, event_id: job_id, reason, data })
  },
}

/** Events that name a person in the same way are recorded in the order of their acceptance. */
export function asyncEventJob(eventId: string, { name, data }: AsyncEvent): NewJob {
  return { job_id: eventId, kind: asyncEvents.name, lane: laneOf(data), payload: { name, data: withoutTokens(data) } }
}

function laneOf({ person_id, email, partner_user_id }: Fields): string {
  const person = [person_id, typeof email === 'string' ? addressIn(email) : email, partner_user_id]
  return hashOf(JSON.stringify(person.find(each => each !== undefined) ?? null))
}

/** An event that was accepted: its id, and whether it was recorded before. */
interface Accepted {
  event_id: string
  isRecorded: boolean
}

/**
 * The id of an event that is accepted. The repetition of an event that was recorded or that waits has the id of the first one, and so has a proven
 * event that takes over an unproven one.
 */
export async function acceptedEvent(
  domain: Domain,
  { name, data }: AsyncEvent,
  partnerEventId?: string,
): Promise<Accepted> {
  if (partnerEventId === undefined) return { event_id: newId(), isRecorded: false }
  // Data that names nobody is refused when the event is recorded.
  const person = await findNamedPerson(domain, data).catch(undefinedIfRefused)
  const earlier = person && (await earlierEventOf(domain, person.person_id, name, partnerEventId))
  if (earlier) return { event_id: earlier.event_id, isRecorded: earlier.verified }
  const event_id = idOfWaiting(domain, { name, data }, partnerEventId)
  // The event of a person who was named in this way before.
  const [taken] = await domain.db.query('select 1 from events where event_id = $1', [event_id])
  return { event_id: taken ? newId() : event_id, isRecorded: false }
}

function undefinedIfRefused(error: unknown): undefined {
  if (!(error instanceof RestError)) throw error
}

/** Repetitions that arrive before the first one is recorded have the same id, also if they arrive at the same moment. */
const idOfWaiting = ({ clientId }: Domain, { name, data }: AsyncEvent, partnerEventId: string): string =>
  hashOf(JSON.stringify([clientId, laneOf(data), name, partnerEventId])).slice(0, newId().length)

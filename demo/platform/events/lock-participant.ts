import type { Domain } from '../domain.js'
import { requirePerson, SELECT_PERSON } from '../identity/person.js'
import { prepared } from '../store/prepared.js'
import { audienceContainers } from './audience.js'
import type { Participant } from './participant.js'

// Whether an event repeats an earlier one: the database's function `earlier_event` (store/functions/earlier-event.ts) finds that one, and
// `decideAcceptance` says what follows. A backend's asynchronous event that still waits is found by `acceptedEvent` (server/async-event-job.ts).

/** What an event tells about itself before it is recorded. */
export interface EventKey {
  personId: string
  container: string
  name: string
  partnerEventId: string | undefined
  /** The device id of the consumer's token, and that of the token in the request. */
  deviceId: string | null
  requestDeviceId: string | null
  verified: boolean
}

export interface EarlierEvent {
  event_id: string
  person_id: string
  verified: boolean
}

interface LockedParticipant {
  person: Participant
  /** The event that was recorded before with the same name and `partner_event_id`. */
  earlier: EarlierEvent | undefined
}

/** Locks the person of an event (`lockPerson`), and finds the earlier event that it repeats. */
export async function lockParticipant(domain: Domain, key: EventKey): Promise<LockedParticipant> {
  for (;;) {
    const [row] = await domain.db.query<Participant & { earlier: EarlierEvent | null }>(LOCK, [
      ...[key.personId, domain.clientId, audienceContainers(key.container)],
      ...[key.name, key.partnerEventId ?? null, key.deviceId, key.verified, key.requestDeviceId],
    ])
    if (row) {
      const { earlier, ...person } = row
      return { person, earlier: earlier ?? undefined }
    }
    // The person was merged while this statement waited for the lock. Try again with the new id.
    await requirePerson(domain, key.personId)
  }
}

/** Finds the event of a person that an event of the backend with this name and `partner_event_id` repeats, or takes over. */
export async function earlierEventOf(
  { db }: Domain,
  personId: string,
  name: string,
  partnerEventId: string,
): Promise<EarlierEvent | undefined> {
  const [{ earlier } = { earlier: null }] = await db.query<{ earlier: EarlierEvent | null }>(EARLIER, [
    personId,
    name,
    partnerEventId,
  ])
  return earlier ?? undefined
}

const EARLIER = prepared('select earlier_event($1, $2, $3, null, true, null) as earlier')

/** The functions of the database read what others have committed while the statement waited for the lock. */
const LOCK = prepared(`
  select person.*, audiences_of(person_id, $3) as audiences,
    case when $5::text is not null then earlier_event(person_id, $4, $5, $6, $7, $8) end as earlier
  from (${SELECT_PERSON} and merged_into is null for no key update) person`)

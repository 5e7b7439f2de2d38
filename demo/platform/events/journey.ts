import type { Domain } from '../domain.js'
import { newId } from '../store/id.js'
import type { ConsumerEvent } from './consumer-event.js'
import { containerOf } from './container.js'

/** What started or continued a journey: label, reason, zone, advocate_code, share_id, shareable_id, … */
export type Touch = Record<string, unknown>

/** Starts a person's journey as an advocate or friend, or stores its latest touch. */
export async function touchJourney(
  { db, settings }: Domain,
  { person_id, data }: Pick<ConsumerEvent, 'person_id' | 'data'>,
  type: 'ADVOCATE' | 'FRIEND',
  touch: Touch,
): Promise<void> {
  await db.query(
    `insert into journeys (journey_id, person_id, campaign_id, container, journey_type, entry, last, created_at, updated_at)
     select $1, $2, campaign_id, $3, $4, $5, $5, $6, $6 from programs limit 1
     on conflict (person_id, journey_type, container) do update set last = excluded.last, updated_at = excluded.updated_at`,
    [newId(), person_id, containerOf(data), type, touch, new Date(settings.now())],
  )
}

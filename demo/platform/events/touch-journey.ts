import type { LiveProgram } from '../campaign/live-program.js'
import { journeyName, type Role } from '../campaign/program.js'
import { containerOf } from '../container.js'
import type { Domain } from '../domain.js'
import { newId } from '../store/id.js'
import { prepared } from '../store/prepared.js'
import type { ConsumerEvent } from './consumer-event.js'

/** What started or continued a journey: label, reason, zone, advocate_code, share_id, shareable_id, … */
export type Touch = Record<string, unknown>

/** The types of journeys in responses. */
const types: Record<Role, string> = { advocate: 'ADVOCATE', friend: 'FRIEND' }

/** Starts a person's journey as an advocate or friend, or stores its latest touch. Does nothing if the program has no such journey. */
export async function touchJourney(
  { db, settings }: Domain,
  { campaign_id, program }: LiveProgram,
  { person_id, data }: Pick<ConsumerEvent, 'person_id' | 'data'>,
  role: Role,
  touch: Touch,
): Promise<void> {
  const name = journeyName(program, role)
  if (name === undefined) return
  await db.query(TOUCH, [
    ...[newId(), person_id, campaign_id, program.label, name, containerOf(data), types[role]],
    ...[touch, new Date(settings.now())],
  ])
}

const TOUCH = prepared(
  `insert into journeys (journey_id, person_id, campaign_id, program_label, journey_name, container, journey_type,
     entry, last, created_at, updated_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $9)
   on conflict (person_id, journey_type, container, campaign_id) do update set last = excluded.last, updated_at = excluded.updated_at`,
)

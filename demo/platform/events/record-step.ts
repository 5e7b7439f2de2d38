import type { LiveProgram } from '../campaign/live-program.js'
import { journeyName, type Quality, type Role } from '../campaign/program.js'
import type { Domain } from '../domain.js'
import { newId } from '../store/id.js'
import { prepared } from '../store/prepared.js'
import type { ConsumerEvent } from './consumer-event.js'
import type { EarningFacts } from './decide-rewards.js'
import type { KeptFacts } from './kept-facts.js'

/** What the program knows about a step. */
export interface StepDetails {
  name: string
  quality: Quality
  /** The role of the person in the step. Undefined: the step belongs to no journey. */
  role: Role | undefined
  /** What has decided. Undefined: another step of the event has it. */
  facts?: KeptFacts
}

const COLUMNS = [
  ...['step_id', 'person_id', 'event_id', 'step_name', 'campaign_id', 'program_name', 'program_label', 'journey_name'],
  ...['quality', 'value', 'data', 'event_date', 'facts'],
]

/** A statement that records an event as a step. `first` is the number of the first of its parameters, the `stepValues`. */
export const insertStep = (first = 1) =>
  `insert into steps (${COLUMNS}) values (${COLUMNS.map((_, index) => `$${first + index}`)})`

export const stepValues = (
  { campaign_id, program }: LiveProgram,
  event: ConsumerEvent,
  { name, quality, role, facts }: StepDetails,
): unknown[] =>
  [
    ...[newId(), event.person_id, event.event_id, name, campaign_id, program.name, program.label],
    ...[role && journeyName(program, role), quality, valueIn(event.data), event.data, event.time, facts],
  ].map(value => value ?? null)

const INSERT = prepared(insertStep())

/** Records an event as a step. */
export async function recordStep(
  { db }: Domain,
  live: LiveProgram,
  event: ConsumerEvent,
  details: StepDetails,
): Promise<void> {
  await db.query(INSERT, stepValues(live, event, details))
}

/** Adds what has refused rewards to the facts of the step of an event. */
export async function keepEarnings(
  { db }: Domain,
  { campaign_id }: LiveProgram,
  { event_id }: ConsumerEvent,
  earnings: EarningFacts,
): Promise<void> {
  await db.query(KEEP, [event_id, campaign_id, { earnings }])
}

const KEEP = prepared(
  'update steps set facts = facts || $3::jsonb where event_id = $1 and campaign_id = $2 and facts is not null',
)

/** The value of the cart, if it is a string or number. */
function valueIn({ cart_value }: ConsumerEvent['data']): string | null {
  return typeof cart_value === 'string' || typeof cart_value === 'number' ? String(cart_value) : null
}

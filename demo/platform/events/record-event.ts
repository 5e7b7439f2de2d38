import type { LiveProgram } from '../campaign/live-program.js'
import { containerOf } from '../container.js'
import type { Domain } from '../domain.js'
import { eventsDenied } from '../identity/block.js'
import type { Caller } from '../identity/caller.js'
import type { Level } from '../identity/level.js'
import type { Person } from '../identity/person.js'
import { tokenLevel } from '../identity/token.js'
import { newId } from '../store/id.js'
import { prepared } from '../store/prepared.js'
import { EVENT_RECORDED } from '../webhooks/message-types.js'
import { newMessageId, queueMessages, timeText } from '../webhooks/queue-messages.js'
import { applyPrograms } from './apply-program.js'
import { checkEvent } from './check-event.js'
import type { ConsumerEvent } from './consumer-event.js'
import { decideAcceptance } from './decide-acceptance.js'
import { keepDeletionRequest } from './deletion-requests.js'
import { type KeptPerson, knownOf } from './kept-facts.js'
import { lockParticipant } from './lock-participant.js'
import type { Participant } from './participant.js'
import { insertStep, recordStep, type StepDetails, stepValues } from './record-step.js'
import { forgetReplacedEvent, uniteProvenEvents } from './replace-event.js'
import { withoutTokens } from './without-tokens.js'

/** The sender of an event: a consumer with a token, or the brand's backend on behalf of a person. */
export interface Sender {
  personId: string
  /** The device id of the consumer's token. Null for a backend. */
  deviceId: string | null
  /** The device id of the token in the request. It differs from `deviceId` if the event names another consumer. */
  requestDeviceId: string | null
  /** The level of the token. A backend counts as a verified consumer. */
  level: Level
  /** Whether the level is that of a verified consumer. */
  verified: boolean
}

export const senderOf = ({ token, requestDeviceId }: Caller): Sender => ({
  ...{ personId: token.identity_id, deviceId: token.device_id, requestDeviceId },
  ...{ level: tokenLevel(token), verified: tokenLevel(token) === 'verified' },
})

/** The brand's backend on behalf of a person. */
export const backendSender = (personId: string): Sender => ({
  ...{ personId, deviceId: null, requestDeviceId: null },
  ...{ level: 'verified', verified: true },
})

export interface Submission {
  name: string
  data: Record<string, unknown>
  /** The id, if the sender already knows it. Default: a new id. */
  eventId?: string
  /** The time of an event whose data has none. Default: now. */
  time?: Date
}

export interface Recorded {
  event_id: string
  person_id: string
}

/**
 * Records an event and applies the live programs to it. If the same consumer sent an event with the same name and
 * partner_event_id before, returns its id and records nothing (specification 6). A proven event of the same person takes over all unproven
 * ones instead: pages and the backend that send the same order make one event, with the data of the backend. Throws `access_denied` for a
 * person who is blocked for events, `invalid_campaign_id` without a campaign, and `invalid_parameter`. Runs in a transaction.
 */
export async function recordEvent(
  domain: Domain,
  sender: Sender,
  { name, data, eventId = newId(), time: accepted }: Submission,
): Promise<Recorded & Pick<Person, 'cookie_consent'>> {
  const { partner_event_id, time } = await checkEvent(domain, name, data)
  const key = { ...sender, name, partnerEventId: partner_event_id, container: containerOf(data) }
  const { person, earlier } = await lockParticipant(domain, key)
  const { person_id, cookie_consent } = person
  const acceptance = decideAcceptance(person, sender.verified, earlier)
  if (acceptance.outcome === 'refused') throw eventsDenied()
  if (acceptance.outcome === 'duplicate') {
    await countRepeat(domain, acceptance.eventId)
    return { event_id: acceptance.eventId, person_id, cookie_consent }
  }
  const replacesUnproven = acceptance.outcome === 'replaces'
  const own = time ?? accepted
  const event_id = replacesUnproven ? acceptance.eventId : eventId
  const event = {
    ...{ event_id, person_id, name, data: withoutTokens(data) },
    ...{ time: own ?? now(domain), until: own ? lastMoment(sender, own) : null },
  }
  const known = knownOf(person, sender.level)
  if (replacesUnproven) await replaceWithMessages(domain, event, known, partner_event_id)
  let isInserted = replacesUnproven
  const record = async (live: LiveProgram, step: StepDetails) => {
    if (isInserted) await recordStep(domain, live, event, step)
    else
      await insertWithMessages(
        domain,
        valuesOf(domain, sender, event, known, partner_event_id),
        stepValues(live, event, step),
      )
    isInserted = true
  }
  await applyPrograms(domain, event, person, { level: sender.level, replacesUnproven, record })
  await keepDeletionRequest(domain, event)
  return { event_id, person_id, cookie_consent }
}

/** Records the request of a zone as its input event: of the person, or of the one they have been merged into meanwhile. */
export async function recordZone(
  domain: Domain,
  sender: Sender,
  person: Participant,
  { name, data, time = now(domain) }: Submission,
): Promise<string> {
  const { person_id } = person
  const event = { event_id: newId(), person_id, name, data: withoutTokens(data), time, until: null }
  const values = valuesOf(domain, sender, event, knownOf(person, sender.level))
  // Zones are requested more often than anything else, so webhooks are not informed about them.
  const insert = () => domain.db.query<{ event_id: string }>(INSERT_FOR_PERSON, values)
  for (;;) if ((await insert()).length) return event.event_id
}

/** How far the clock of a consumer's device may be behind. */
const CLOCK_TOLERANCE_MS = 15 * 60_000

/** A click happens by the clock of the platform, and an event of a consumer by the clock of their device. */
const lastMoment = ({ deviceId }: Sender, time: Date) =>
  new Date(time.getTime() + (deviceId === null ? 0 : CLOCK_TOLERANCE_MS))

/**
 * The proven event takes over the id of the first unproven one and the rewards of all, with its own data and time. Webhooks get it again, with
 * the same id.
 */
async function replaceWithMessages(
  domain: Domain,
  event: ConsumerEvent,
  known: KeptPerson,
  partnerEventId?: string,
): Promise<void> {
  const { db, clientId } = domain
  const [replaced] = await db.query<{ is_subscribed: boolean }>(
    `update events set verified = true, data = $2, event_time = $3, known = $5 where event_id = $1
     returning is_subscribed($4, '${EVENT_RECORDED}')`,
    [event.event_id, event.data, event.time, clientId, known],
  )
  await uniteProvenEvents(domain, event.person_id, partnerEventId)
  await forgetReplacedEvent(domain, event)
  if (replaced!.is_subscribed) await db.query(QUEUE, [event.event_id, newMessageId(), now(domain)])
}

/** Counts an event that was recorded before, so that somebody can see that it came again. */
async function countRepeat(domain: Domain, eventId: string): Promise<void> {
  await domain.db.query(prepared('update events set repeats = repeats + 1, repeated_at = $2 where event_id = $1'), [
    eventId,
    now(domain),
  ])
}

/** Inserts an event and its step. Queues the messages about it if a webhook is informed about events: most clients have none. */
async function insertWithMessages(domain: Domain, values: unknown[], step: unknown[]): Promise<void> {
  const { db, clientId } = domain
  const [inserted] = await db.query<{ is_subscribed: boolean }>(INSERT_WITH_STEP, [...values, clientId, ...step])
  if (inserted!.is_subscribed) await db.query(QUEUE, [values[0], newMessageId(), now(domain)])
}

const INSERT = `insert into events
  (event_id, person_id, device_id, came_with, verified, event_name, partner_event_id, data, event_time, created_at, known)`

const INSERT_WITH_STEP = prepared(`
  with event as (${INSERT} values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
      returning is_subscribed($12, '${EVENT_RECORDED}') as is_subscribed),
    step as (${insertStep(13)})
  select is_subscribed from event`)

/** Inserts nothing if the person is merged while the statement waits for their row. The next attempt then finds the other person. */
const INSERT_FOR_PERSON = prepared(`${INSERT}
  select $1, person_id, $3, $4, $5::boolean, $6, $7, $8::jsonb, $9::timestamptz, $10::timestamptz, $11::jsonb from persons
  where person_id = (select coalesce(merged_into, person_id) from persons where person_id = $2) and merged_into is null
  for key share returning event_id`)

const QUEUE = `with ${queueMessages({
  source: '(select * from events where event_id = $1) e',
  personId: 'e.person_id',
  type: `'${EVENT_RECORDED}'`,
  data: `json_build_object('event_id', e.event_id, 'event_name', e.event_name, 'person_id', e.person_id,
    'event_date', ${timeText('e.event_time')}, 'verified', e.verified, 'data', e.data)`,
  messageId: '$2',
  now: '$3',
})} select 1`

function valuesOf(
  domain: Domain,
  sender: Sender,
  event: ConsumerEvent,
  known: KeptPerson,
  partnerEventId?: string,
): unknown[] {
  const { event_id, person_id, name, data, time } = event
  return [
    ...[event_id, person_id, sender.deviceId, sender.requestDeviceId, sender.verified],
    ...[name, partnerEventId ?? null, data, time, now(domain), known],
  ]
}

const now = ({ settings }: Domain) => new Date(settings.now())

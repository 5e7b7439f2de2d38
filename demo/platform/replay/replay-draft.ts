import { setImmediate } from 'node:timers/promises'
import { contentAsOf } from '../campaign/campaign-content.js'
import { viewerFrom } from '../campaign/conditions.js'
import type { LiveProgram } from '../campaign/live-program.js'
import { emptyProgram, type Program } from '../campaign/program.js'
import { readProgram } from '../campaign/read-program.js'
import type { RewardRule } from '../campaign/reward-rule.js'
import { isInProduction } from '../container.js'
import type { Domain } from '../domain.js'
import { decideAudiences } from '../events/decide-audiences.js'
import type { Earned } from '../events/decide-rewards.js'
import { decideStep } from '../events/decide-step.js'
import type { KeptFacts, KeptPerson } from '../events/kept-facts.js'
import { RestError } from '../http/rest-error.js'
import type { Joined } from './memory.js'
import { type Outside, readOutside, type Scope, unknownAdvocates } from './outside.js'
import type { Draft } from './read-replay.js'
import type { ReplayedEvent } from './replayed-event.js'
import { createSimulation, type Simulation } from './simulation.js'

/** A draft is replayed against the events that were recorded in these days. */
export const REPLAYED_DAYS = 90

/** How many events are read at once. */
const BATCH = 500

/** What a reward is worth. */
export interface Worth {
  value: number
  type: string
}

/** A reward that the draft gives and the live program does not, or the other way round, or with another value. */
export interface Change {
  kind: 'gained' | 'lost' | 'changed'
  event_id: string
  event_time: Date
  reward_name: string
  person_id: string
  friend_id: string | null
  /** How often the recipient can earn it. */
  once_per: RewardRule['once_per']
  /** By the live program. */
  before: Worth | null
  /** By the draft. */
  after: Worth | null
}

/** How many events there are, and about how many nothing can be said. */
export interface Counts {
  total: number
  processed: number
  /** Nothing was kept of what the platform knew then. */
  notKept: number
  /** Too little was kept: the draft refers friends by a step that referred nobody then. */
  notDecided: number
  /** The draft leads to an advocate of whom nothing was kept: their audiences and blocks are those of now. */
  withFactsOfNow: number
}

interface ReplayedDraft extends Draft {
  /** The program with which the draft is compared. Undefined: none is live. */
  live: LiveProgram | undefined
  /** When the replay began: later events do not count. */
  until: Date
}

type Store = Pick<Domain, 'db' | 'clientId'>

/**
 * Decides about the events of the last 90 days by the live program and by a draft, and compares the rewards. Both decide by the same functions as events do, and
 * both from the beginning: so a difference comes from the draft alone. Changes nothing. `onBatch` gets the changes of some events, and can stop the replay by throwing. Tests of the program in a container of their own do not count.
 */
export async function replayDraft(
  store: Store,
  { campaignId, version, live, until }: ReplayedDraft,
  onBatch: (batch: { changes: Change[]; counts: Counts }) => Promise<void>,
): Promise<Counts> {
  const scope = { campaignId, since: sinceOf(until) }
  const programs = programsOf(store, campaignId)
  const both = [live?.program ?? emptyProgram(campaignId), await programs.draft(version)]
  const joined: Joined = new Map()
  const replay: Running = { programs, both, joined, simulations: both.map(each => createSimulation(each, joined)) }
  const counts: Counts = { ...(await countEvents(store, scope, until)), processed: 0, ...noGaps }
  for await (const rows of readEvents(store, scope, until)) {
    const kept = rows.filter(isKept).map(eventOf)
    const undecided = rows.filter(row => !isKept(row) || !row.facts.links).map(({ event_id }) => event_id)
    const advocates = kept.flatMap(({ person_id }) => replay.simulations.flatMap(each => each.advocatesOf(person_id)))
    const outside = await readOutside(store, scope, { events: kept, undecided, programs: both, advocates })
    const changes: Change[] = []
    for (const row of rows) changes.push(...(await decideAgain(replay, row, outside, counts)))
    counts.processed += rows.length
    await onBatch({ changes, counts })
    // The embedded database answers without waiting. Requests must get their turn between two batches.
    await setImmediate()
  }
  return counts
}

interface Running {
  programs: ReturnType<typeof programsOf>
  /** The live program and the draft, each with its simulation. */
  both: Program[]
  simulations: Simulation[]
  /** The audiences that the events have joined in fact. */
  joined: Joined
}

/** Decides about an event by both programs. An event of which too little was kept does what it has done. */
async function decideAgain(
  { programs, both, joined, simulations }: Running,
  row: EventRow,
  outside: Outside,
  counts: Counts,
): Promise<Change[]> {
  const takeOver = () => {
    for (const each of simulations) each.takeOver(outside.outcomeOf(row.event_id), outside)
    return []
  }
  if (!isKept(row)) {
    counts.notKept += 1
    return takeOver()
  }
  const event = eventOf(row)
  leaveAudiences(event, joined, simulations, outside)
  const canDecide = simulations.every(each => each.canDecide(event))
  if (!canDecide) {
    counts.notDecided += 1
    // The audiences that it has joined count for both programs: they are kept with the later events.
    return takeOver()
  }
  if (unknownAdvocates(event, both).length) counts.withFactsOfNow += 1
  const [before, after] = simulations.map(each => each.apply(event, outside))
  joinAudiences(event, await programs.at(event.facts.version), joined, outside)
  return before && after ? compare(event, before, after) : []
}

const noGaps = { notKept: 0, notDecided: 0, withFactsOfNow: 0 }

const DAY_MS = 86_400_000

/** The time of the first event of a replay. */
export const sinceOf = (until: Date): Date => new Date(until.getTime() - REPLAYED_DAYS * DAY_MS)

/** The programs of a campaign. Each is read once. */
function programsOf(store: Store, campaignId: string) {
  const read = new Map<number | null, Promise<Program>>()
  async function find(version: number | null): Promise<Program | undefined> {
    const parts = version === null ? [] : await contentAsOf(store, campaignId, version)
    const source = parts.find(({ zone }) => zone === null)?.source
    return source === undefined ? undefined : readProgram(source).value
  }
  return {
    at(version: number | null): Promise<Program> {
      const program = read.get(version) ?? find(version).then(found => found ?? emptyProgram(campaignId))
      read.set(version, program)
      return program
    },
    /** Without its program, every reward would be lost. */
    async draft(version: number): Promise<Program> {
      const program = await find(version)
      if (!program) throw new RestError('invalid_parameter', `Version ${version} has no program that can be read`)
      return program
    },
  }
}

interface EventRow {
  position: number
  created_at: Date
  event_id: string
  event_name: string
  person_id: string
  data: Record<string, unknown>
  event_time: Date
  known: KeptPerson | null
  facts: KeptFacts | null
}

type KeptRow = EventRow & { known: KeptPerson; facts: KeptFacts }

const isKept = (row: EventRow): row is KeptRow => row.known !== null && row.facts !== null

const FROM = `from events e join steps s using (event_id)
  where e.created_at >= $1 and e.created_at <= $2 and s.campaign_id = $3 and ${isInProduction('e.data')}
    and (s.facts is not null or step_name <> 'reward_earned')`

async function countEvents({ db }: Store, { campaignId, since }: Scope, until: Date): Promise<{ total: number }> {
  const [count] = await db.query<{ total: number }>(`select count(*)::int as total ${FROM}`, [since, until, campaignId])
  return count!
}

/** The events in the order in which they were recorded. Each batch begins where the one before has ended, so that a long replay needs no more memory. */
async function* readEvents({ db }: Store, { campaignId, since }: Scope, until: Date): AsyncGenerator<EventRow[]> {
  let from = since
  let position = 0
  for (;;) {
    const rows = await db.query<EventRow>(
      `select s.position, e.created_at, event_id, event_name, e.person_id, e.data, event_time, known, facts ${FROM}
         and (e.created_at, s.position) > ($1, $4) order by e.created_at, s.position limit ${BATCH}`,
      [from, until, campaignId, position],
    )
    if (rows.length) yield rows
    const last = rows.at(-1)
    if (rows.length < BATCH || !last) return
    from = last.created_at
    position = last.position
  }
}

/** Times in JSON are text. */
const eventOf = ({ event_id, event_name, person_id, data, event_time, known, facts }: KeptRow): ReplayedEvent => ({
  ...{ event_id, person_id, data, known, name: event_name, time: event_time },
  facts: {
    ...facts,
    ...(facts.links && {
      links: facts.links.map(link => ({ ...link, clicked_at: link.clicked_at && new Date(link.clicked_at) })),
    }),
  },
})

/** A person who no longer belongs to an audience that a step has joined was removed by the brand. */
function leaveAudiences(event: ReplayedEvent, joined: Joined, all: Simulation[], outside: Outside) {
  const { person_id, known, facts } = event
  // The event was that of another profile, or of a device, which has been merged since: nothing was known there about this person.
  if (known.isAnonymous || (facts.friendId ?? person_id) !== person_id) return
  const person = outside.idNow(person_id)
  const ofPerson = joined.get(person) ?? new Set()
  for (const audience of ofPerson) {
    if (known.audiences?.includes(audience)) continue
    ofPerson.delete(audience)
    for (const each of all) each.leave(person, audience)
  }
}

/** Notes the audiences that an event has joined by the program of then. Those to which the person belonged before are not due to the event. */
function joinAudiences(event: ReplayedEvent, program: Program, joined: Joined, outside: Outside): void {
  const { data, known, name, person_id } = event
  const viewer = viewerFrom(data, known)
  const { step, effects } = decideStep(program, { eventName: name, viewer, isAnonymous: known.isAnonymous ?? false })
  if (effects !== 'all') return
  const person = outside.idNow(person_id)
  for (const { audience, outcome } of decideAudiences(program.audiences, step, viewer))
    if (outcome === 'joined' && !viewer.audiences.includes(audience))
      joined.set(person, (joined.get(person) ?? new Set()).add(audience))
}

/** The rewards of an event that differ. */
function compare({ event_id, time }: ReplayedEvent, before: Earned[], after: Earned[]): Change[] {
  const keyOf = ({ reward, recipient }: Earned) => [reward.name, recipient.personId, recipient.friendId].join(' ')
  const old = new Map(before.map(earned => [keyOf(earned), earned]))
  const changes = after.flatMap(earned => {
    const was = old.get(keyOf(earned))
    old.delete(keyOf(earned))
    if (!was) return [changeOf('gained', earned, null, worthOf(earned))]
    const [worth, now] = [worthOf(was), worthOf(earned)]
    return worth.value === now.value && worth.type === now.type ? [] : [changeOf('changed', earned, worth, now)]
  })
  const lost = [...old.values()].map(earned => changeOf('lost', earned, worthOf(earned), null))
  return [...changes, ...lost].map(change => ({ ...change, event_id, event_time: time }))
}

const worthOf = ({ reward: { value, type } }: Earned): Worth => ({ value, type })

const changeOf = (kind: Change['kind'], { reward, recipient }: Earned, before: Worth | null, after: Worth | null) => ({
  ...{ kind, reward_name: reward.name, once_per: reward.once_per, before, after },
  ...{ person_id: recipient.personId, friend_id: recipient.friendId },
})

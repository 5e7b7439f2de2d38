import type { Program } from '../campaign/program.js'
import { PRODUCTION } from '../container.js'
import type { Domain } from '../domain.js'
import { audienceContainers } from '../events/audience.js'
import { decideAdvocate } from '../events/decide-advocate.js'
import { isBlockedInSql } from '../identity/block.js'
import type { Outcome, ReplayedEvent } from './replayed-event.js'

/** What a replay does not decide: what happened before its first event, and what was kept of others. It is read for some events at once. */
export interface Outside {
  /** The person that a person has become in a merge. */
  idNow(personId: string): string
  /** Those who had referred a person before the first event, the newest last. */
  advocatesOf(friendId: string): string[]
  /** The friends for whom a person had earned a reward before the first event. Undefined: they had not earned it. */
  earned(reward: string, personId: string): Set<string | null> | undefined
  /** How many friends a person had referred before the first event. */
  friendsOf(advocateId: string): number
  /** What was known about the advocate to whom a link leads: at the time of the event if it was kept, else now. */
  advocateThen(event: Pick<ReplayedEvent, 'event_id' | 'facts'>, advocateId: string): AdvocateThen
  /** What an event has done in fact. */
  outcomeOf(eventId: string): Outcome
}

export interface AdvocateThen {
  audiences: string[]
  isBlocked: boolean
}

/** The campaign of a replay, and the time of its first event. */
export interface Scope {
  campaignId: string
  since: Date
}

type Store = Pick<Domain, 'db'>

interface Wanted {
  events: ReplayedEvent[]
  /** The events whose outcome is taken over. */
  undecided: string[]
  programs: Program[]
  /** Those who have referred the persons of the events meanwhile. */
  advocates: string[]
}

/** Reads what the simulations need for these events. */
export async function readOutside(store: Store, scope: Scope, wanted: Wanted): Promise<Outside> {
  const { events, undecided, programs } = wanted
  const idNow = await readMerges(store, idsIn(wanted))
  const people = [...new Set(idsIn(wanted).map(idNow))]
  const advocates = await readReferrals(store, scope, people)
  const recipients = [...new Set([...people, ...[...advocates.values()].flat()])]
  const earned = await readRewards(store, scope, recipients, programs)
  const counts = programs.some(({ rewards }) => rewards.some(({ friends }) => friends !== undefined))
    ? await readCounts(store, scope, recipients)
    : new Map<string, number>()
  const now = await readAdvocates(store, events, programs)
  const outcomes = await readOutcomes(store, scope, undecided)
  return {
    idNow,
    advocatesOf: friendId => advocates.get(friendId) ?? [],
    earned: (reward, personId) => earned.get(`${reward} ${personId}`),
    friendsOf: advocateId => counts.get(advocateId) ?? 0,
    advocateThen: (event, advocateId) => keptAbout(event, advocateId) ?? now.get(`${event.event_id} ${advocateId}`)!,
    outcomeOf: eventId => outcomes.get(eventId) ?? { rewards: [], referrals: [] },
  }
}

const idsIn = ({ events, advocates }: Wanted): string[] => [
  ...advocates,
  ...events.flatMap(({ person_id, facts }) => [
    ...[person_id, facts.friendId, facts.referral?.advocate_id].filter(id => typeof id === 'string'),
    ...(facts.links ?? []).map(({ advocate_id }) => advocate_id),
  ]),
]

async function readMerges({ db }: Store, ids: string[]): Promise<(id: string) => string> {
  const rows = await db.query<{ person_id: string; merged_into: string }>(
    'select person_id, merged_into from persons where person_id = any($1) and merged_into is not null',
    [ids],
  )
  const targets = new Map(rows.map(({ person_id, merged_into }) => [person_id, merged_into]))
  return id => targets.get(id) ?? id
}

/** Whether a row of `e`, the event, was recorded before the first event of the replay. */
const isBefore = (otherwise: string) => `coalesce(e.created_at, ${otherwise}) < $3`

async function readReferrals({ db }: Store, { campaignId, since }: Scope, friends: string[]) {
  const rows = await db.query<{ advocate_id: string; friend_id: string }>(
    `select advocate_id, friend_id from referrals r left join events e using (event_id)
     where friend_id = any($1) and campaign_id = $2 and ${isBefore('updated_at')} and container = $4
     order by coalesce(last_at, updated_at), r.position`,
    [friends, campaignId, since, PRODUCTION],
  )
  return grouped(rows, ({ friend_id, advocate_id }) => [friend_id, advocate_id])
}

async function readRewards({ db }: Store, { campaignId, since }: Scope, people: string[], programs: Program[]) {
  const names = programs.flatMap(({ rewards }) => rewards.map(({ name }) => name))
  const rows = await db.query<{ reward_name: string; person_id: string; friend_id: string | null }>(
    `select distinct reward_name, r.person_id, friend_id from rewards r join events e using (event_id)
     where r.person_id = any($1) and campaign_id = $2 and ${isBefore('null')} and container = $4 and reward_name = any($5)
       and not (state = 'CANCELED' and once_per is null)`,
    [people, campaignId, since, PRODUCTION, names],
  )
  const lists = grouped(rows, ({ reward_name, person_id, friend_id }) => [`${reward_name} ${person_id}`, friend_id])
  return new Map([...lists].map(([key, friends]) => [key, new Set(friends)]))
}

async function readCounts({ db }: Store, { campaignId, since }: Scope, advocates: string[]) {
  const rows = await db.query<{ advocate_id: string; count: number }>(
    `select advocate_id, count(distinct friend_id)::int as count from referrals r left join events e using (event_id)
     where advocate_id = any($1) and campaign_id = $2 and ${isBefore('updated_at')} and container = $4 group by advocate_id`,
    [advocates, campaignId, since, PRODUCTION],
  )
  return new Map(rows.map(({ advocate_id, count }) => [advocate_id, count]))
}

/** What was kept about the advocate of an event. Undefined: the event has led to another one. */
export function keptAbout(
  { facts: { pair } }: Pick<ReplayedEvent, 'facts'>,
  advocateId: string,
): AdvocateThen | undefined {
  if (pair?.advocateId !== advocateId) return undefined
  return { audiences: pair.advocateAudiences, isBlocked: pair.isAdvocateBlocked }
}

/** The advocates to whom a program leads and about whom nothing was kept, because the program of then led to others. */
export function unknownAdvocates(event: ReplayedEvent, programs: Program[]): string[] {
  const { facts, person_id, time } = event
  const friendId = facts.friendId ?? person_id
  return programs.flatMap(({ referral }) => {
    if (!referral || !facts.links) return []
    const decision = decideAdvocate(referral, { friendId, time }, facts.links)
    if (decision.outcome === 'none') return []
    const { advocate_id } = decision.link
    return advocate_id === friendId || keptAbout(event, advocate_id) ? [] : [advocate_id]
  })
}

async function readAdvocates({ db }: Store, events: ReplayedEvent[], programs: Program[]) {
  const wanted = events.flatMap(event => unknownAdvocates(event, programs).map(id => ({ event, id })))
  if (wanted.length === 0) return new Map<string, AdvocateThen>()
  const rows = await db.query<AdvocateThen & { event_id: string; person_id: string }>(
    `select event_id, w.person_id, ${isBlockedInSql('EVENTS', 'p')} as "isBlocked",
       array(select distinct audience_id from audience_memberships m
         where m.person_id = p.person_id and container = any($4) and m.created_at < w.time) as audiences
     from unnest($1::text[], $2::text[], $3::timestamptz[]) w (event_id, person_id, time)
       join persons asked on asked.person_id = w.person_id
       join persons p on p.person_id = coalesce(asked.merged_into, asked.person_id)`,
    [
      wanted.map(({ event }) => event.event_id),
      ...[wanted.map(({ id }) => id), wanted.map(({ event }) => event.time), audienceContainers(PRODUCTION)],
    ],
  )
  return new Map(rows.map(({ event_id, person_id, ...then }) => [`${event_id} ${person_id}`, then]))
}

async function readOutcomes({ db }: Store, { campaignId }: Scope, eventIds: string[]): Promise<Map<string, Outcome>> {
  if (eventIds.length === 0) return new Map()
  const params = [eventIds, campaignId, PRODUCTION]
  const rewards = await db.query<Outcome['rewards'][number] & { event_id: string }>(
    `select event_id, reward_name, person_id, friend_id from rewards
     where event_id = any($1) and campaign_id = $2 and container = $3`,
    params,
  )
  const referrals = await db.query<Outcome['referrals'][number] & { event_id: string }>(
    `select event_id, advocate_id, friend_id from referrals where event_id = any($1) and campaign_id = $2 and container = $3`,
    params,
  )
  return new Map(
    eventIds.map(id => [
      id,
      {
        rewards: rewards.filter(({ event_id }) => event_id === id),
        referrals: referrals.filter(({ event_id }) => event_id === id),
      },
    ]),
  )
}

function grouped<Row, Value>(rows: Row[], entryOf: (row: Row) => [key: string, value: Value]): Map<string, Value[]> {
  const groups = new Map<string, Value[]>()
  for (const [key, value] of rows.map(entryOf)) groups.set(key, [...(groups.get(key) ?? []), value])
  return groups
}

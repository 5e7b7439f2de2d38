import { mergeBlocks } from '../identity/block.js'
import { profileColumns } from '../identity/change-person.js'
import type { Person } from '../identity/person.js'
import { endedStates, type RewardState, successfulStates } from '../rewards/reward.js'

/** The rows of two persons about which a merge decides one by one. */
export interface MergeFacts {
  source: Person
  target: Person
  /** Whether the merge is proven. An unproven claim does not change the profile of the target. */
  isProven: boolean
  links: LinkRow[]
  /** Parameters and memberships: a person has one of each key. */
  keyed: KeyedRow[]
  journeys: JourneyRow[]
  /** Those in which one of the two is the advocate or the friend. */
  referrals: ReferralRow[]
  /** Those in which one of the two is the recipient, the friend or the advocate, oldest first. */
  rewards: RewardRow[]
}

export interface LinkRow {
  code: string
  person_id: string
  key: string
}

export interface KeyedRow {
  table: 'parameters' | 'audience_memberships'
  person_id: string
  key: string
  /** The choice to be seen on leaderboards. Null: the row is no such choice. */
  opts_in: boolean | null
}

export interface JourneyRow {
  journey_id: string
  person_id: string
  campaign_id: string
  journey_type: string
  container: string
  entry: unknown
  last: unknown
  created_at: Date
  updated_at: Date
}

export interface ReferralRow {
  /** Identifies the row. */
  position: string
  advocate_id: string
  friend_id: string
  container: string
  campaign_id: string
  code: string | null
  event_id: string | null
  reason: string
  referred_at: Date
  last_at: Date
  updated_at: Date
}

export interface RewardRow {
  reward_id: string
  reward_name: string
  person_id: string
  friend_id: string | null
  advocate_id: string | null
  event_id: string
  container: string
  campaign_id: string
  state: RewardState
  once_per: 'friend' | 'person' | 'event' | null
}

/** What happens to each row of these tables. A row that is not mentioned stays as it is; other tables move as a whole (`merge-persons.ts`). */
export interface MergeResult {
  person: Partial<Person>
  /** The links move with these keys. */
  links: Pick<LinkRow, 'code' | 'key'>[]
  /** Parameters and memberships that move. The others stay at the source: the target has its own. */
  keyed: KeyedRow[]
  journeys: { moves: string[]; changes: JourneyRow[] }
  referrals: { removed: string[]; changes: ReferralRow[] }
  rewards: { moves: RewardRow[]; canceled: string[] }
}

/** Decides what becomes of the rows of two persons who are merged. `decideClaim` decides whether a claim merges them. */
export function mergeRows(facts: MergeFacts): MergeResult {
  return {
    person: mergePerson(facts),
    links: mergeLinks(facts),
    keyed: mergeKeyed(facts),
    journeys: mergeJourneys(facts),
    referrals: mergeReferrals(facts),
    rewards: mergeRewards(facts),
  }
}

/** The stricter consent and all blocks stay. Values of the target take precedence. */
function mergePerson({ source, target, isProven }: MergeFacts): Partial<Person> {
  const missing = isProven ? profileColumns.filter(column => target[column] === null && source[column] !== null) : []
  return {
    ...Object.fromEntries(missing.map(column => [column, source[column]])),
    cookie_consent: stricter(source.cookie_consent, target.cookie_consent),
    processing_consent: stricter(source.processing_consent, target.processing_consent),
    blocks: mergeBlocks(source, target),
  }
}

const stricter = (one: Person['cookie_consent'], other: Person['cookie_consent']) =>
  one === 'denied' || other === 'denied' ? 'denied' : (other ?? one)

/** Shared links keep working. If both persons have a link with the same key, the link of the target keeps the key. */
function mergeLinks({ source, target, links }: MergeFacts): Pick<LinkRow, 'code' | 'key'>[] {
  const taken = new Set(links.filter(({ person_id }) => person_id === target.person_id).map(({ key }) => key))
  return links
    .filter(({ person_id }) => person_id === source.person_id)
    .map(({ code, key }) => ({ code, key: taken.has(key) ? code : key }))
}

/** The stricter choice to be seen stays: that of the source moves if it declines, in place of that of the target. */
function mergeKeyed({ source, target, keyed }: MergeFacts): KeyedRow[] {
  const nameOf = ({ table, key }: KeyedRow) => `${table} ${key}`
  const taken = new Set(keyed.filter(({ person_id }) => person_id === target.person_id).map(nameOf))
  return keyed.filter(row => row.person_id === source.person_id && !(row.opts_in ?? taken.has(nameOf(row))))
}

/** A person has one journey of each type in a campaign. Of two, that of the target stays, with the first entry and the newest touch of both. */
function mergeJourneys({ source, target, journeys }: MergeFacts): MergeResult['journeys'] {
  const result: MergeResult['journeys'] = { moves: [], changes: [] }
  for (const journey of journeys.filter(({ person_id }) => person_id === source.person_id)) {
    const keyOf = ({ journey_type, container, campaign_id }: JourneyRow) =>
      [journey_type, container, campaign_id].join('\n')
    const own = journeys.find(each => each.person_id === target.person_id && keyOf(each) === keyOf(journey))
    if (own) result.changes.push(joinJourneys(own, journey))
    else result.moves.push(journey.journey_id)
  }
  return result
}

function joinJourneys(own: JourneyRow, other: JourneyRow): JourneyRow {
  const first = other.created_at < own.created_at ? other : own
  const newest = other.updated_at > own.updated_at ? other : own
  return {
    ...own,
    ...{ entry: first.entry, created_at: first.created_at, last: newest.last, updated_at: newest.updated_at },
  }
}

/**
 * A referral of the two by each other is removed: nobody refers themselves. Two of the same advocate and friend become one, with the first event
 * and the newest step of both.
 */
function mergeReferrals(facts: MergeFacts): MergeResult['referrals'] {
  const into = renaming(facts)
  const removed: string[] = []
  const kept = new Map<string, ReferralRow>()
  for (const row of facts.referrals) {
    const moved = { ...row, advocate_id: into(row.advocate_id), friend_id: into(row.friend_id) }
    const key = [moved.advocate_id, moved.friend_id, moved.container, moved.campaign_id].join('\n')
    const other = kept.get(key)
    if (moved.advocate_id === moved.friend_id || other) removed.push(row.position)
    if (moved.advocate_id !== moved.friend_id) kept.set(key, other ? joinReferrals(other, moved) : moved)
  }
  return { removed, changes: [...kept.values()] }
}

function joinReferrals(own: ReferralRow, other: ReferralRow): ReferralRow {
  const first = other.referred_at < own.referred_at ? other : own
  const newest = other.last_at > own.last_at ? other : own
  return {
    ...own,
    ...{ code: first.code, event_id: first.event_id, referred_at: first.referred_at },
    ...{ reason: newest.reason, last_at: newest.last_at },
    updated_at: other.updated_at > own.updated_at ? other.updated_at : own.updated_at,
  }
}

/**
 * All rewards move. Of rewards that can exist once, one keeps this limit: a fulfilled one, else the oldest that can still be fulfilled. The others
 * lose it, and are canceled unless they are fulfilled or have ended. A reward for having referred oneself is canceled unless it is fulfilled.
 */
function mergeRewards(facts: MergeFacts): MergeResult['rewards'] {
  const into = renaming(facts)
  const moved = facts.rewards.map(row => ({
    ...row,
    ...{ person_id: into(row.person_id), friend_id: into(row.friend_id), advocate_id: into(row.advocate_id) },
  }))
  const ofSelf = moved.filter(({ person_id, friend_id, advocate_id }) => [friend_id, advocate_id].includes(person_id))
  const selfIds = new Set(ofSelf.filter(isUnfulfilled).map(({ reward_id }) => reward_id))
  const duplicates = duplicatesIn(moved.filter(({ reward_id }) => !selfIds.has(reward_id)))
  const canceled = [...selfIds, ...duplicates.filter(isUnfulfilled).map(({ reward_id }) => reward_id)]
  const withoutLimit = new Set([...canceled, ...duplicates.map(({ reward_id }) => reward_id)])
  return {
    moves: moved.map(row => (withoutLimit.has(row.reward_id) ? { ...row, once_per: null } : row)),
    canceled,
  }
}

/**
 * Of rewards that can exist once (`once_per`): all beside the one that keeps this limit. `rewards` are oldest first. `earlier_reward` (store/functions)
 * prevents a second reward of one person; here two persons, or two events, have become one.
 */
export function duplicatesIn(rewards: RewardRow[]): RewardRow[] {
  const groups = new Map<string, RewardRow[]>()
  for (const row of rewards) {
    const { person_id, reward_name, container, campaign_id, once_per, friend_id, event_id } = row
    if (!once_per) continue
    const limit = { friend: friend_id, person: null, event: event_id }[once_per]
    const key = [person_id, reward_name, container, campaign_id, once_per, limit].join('\n')
    groups.set(key, [...(groups.get(key) ?? []), row])
  }
  return [...groups.values()].flatMap(rows => rows.toSorted((one, other) => rank(one) - rank(other)).slice(1))
}

/** Fulfilled rewards are worth most, then those that can still be fulfilled. */
function rank({ state }: RewardRow): number {
  if (successfulStates.includes(state)) return 0
  if (state === 'EARNED') return 1
  return state === 'FAILED' ? 2 : 3
}

/** Whether a reward can still be fulfilled. That includes a failed one, which can be retried. */
export const isUnfulfilled = ({ state }: RewardRow) =>
  state === 'FAILED' || ![...successfulStates, ...endedStates].includes(state)

function renaming({ source, target }: MergeFacts) {
  return <Id extends string | null>(id: Id) => (id === source.person_id ? (target.person_id as Id) : id)
}

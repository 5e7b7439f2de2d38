import { livePrograms } from '../campaign/live-program.js'
import type { Domain } from '../domain.js'
import { profileColumns } from '../identity/change-person.js'
import { recordIdentity } from '../identity/identity-history.js'
import { OPT_IN } from '../identity/parameter.js'
import type { Person } from '../identity/person.js'
import { enterStates } from '../rewards/enter-states.js'
import { prepared } from '../store/prepared.js'
import { earnReachedRewards } from './earn-reached-rewards.js'
import { lockEarnings } from './lock-earnings.js'
import {
  type JourneyRow,
  type KeyedRow,
  type LinkRow,
  type MergeFacts,
  type MergeResult,
  mergeRows,
  type ReferralRow,
  type RewardRow,
} from './merge-rows.js'
import { uniteProvenEvents } from './replace-event.js'

/** What a merge does with a column that has the id of a person. */
type Fate =
  /** All rows move to the target. */
  | 'moves'
  /** `mergeRows` decides about each row. */
  | 'is decided'
  /** The rows stay with the merged profile, which leads to the target. */
  | 'stays'

/** Every column with the id of a person. */
export const mergedColumns: Record<string, Fate> = {
  'events.person_id': 'moves',
  'shares.person_id': 'moves',
  'clicks.person_id': 'moves',
  'clicks.visitor_id': 'moves',
  'steps.person_id': 'moves',
  'assets.person_id': 'moves',
  'mails.person_id': 'moves',
  'shareables.person_id': 'is decided',
  'parameters.person_id': 'is decided',
  'audience_memberships.person_id': 'is decided',
  'journeys.person_id': 'is decided',
  'referrals.advocate_id': 'is decided',
  'referrals.friend_id': 'is decided',
  'rewards.person_id': 'is decided',
  'rewards.friend_id': 'is decided',
  'rewards.advocate_id': 'is decided',
  // Tokens of consumers move. A RESOURCE token for the one person was not given for the other.
  'tokens.identity_id': 'is decided',
  'persons.person_id': 'is decided',
  'persons.merged_into': 'is decided',
  'identity_history.person_id': 'stays',
}

/** Why a merge cancels a reward. */
export const MERGED = 'merged'

/**
 * Merges one person into another, as a claim asks for (`applyClaim`). `mergeRows` says what becomes of each row. The id and the keys of the source
 * lead to the target from then on. Both must be locked (`lockPair`). Runs in a transaction.
 */
export async function mergePersons(domain: Domain, source: Person, target: Person, isProven: boolean): Promise<void> {
  const { db } = domain
  const pair = [source.person_id, target.person_id]
  await lockEarnings(db, await otherRecipients(domain, pair))
  const facts = { source, target, isProven, ...(await factsOf(domain, pair)) }
  const result = mergeRows(facts)
  for (const [column, fate] of Object.entries(mergedColumns)) if (fate === 'moves') await moveAll(domain, column, pair)
  await moveLinks(domain, result, pair)
  await moveKeyed(domain, result, pair)
  await moveJourneys(domain, result, pair)
  await moveReferrals(domain, result)
  await moveRewards(domain, result)
  // Whoever was verified as the source has not been verified as the target.
  await db.query(
    prepared(`update tokens set identity_id = $2, scopes = array_remove(scopes, 'VERIFIED_CONSUMER'), authorized_at = null
     where identity_id = $1 and type = 'CONSUMER'`),
    pair,
  )
  await joinProfiles(domain, result, pair)
  for (const reward_id of result.rewards.canceled)
    await enterStates(domain, reward_id, ['CANCELED'], { message: MERGED })
  await uniteProvenEvents(domain, target.person_id)
  if (facts.referrals.some(({ advocate_id }) => pair.includes(advocate_id)))
    for (const live of await livePrograms(domain)) await earnReachedRewards(domain, live, target.person_id)
}

/** Others whose rewards depend on these persons: those who referred them. */
async function otherRecipients({ db }: Domain, pair: string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    prepared(`select advocate_id as id from referrals where friend_id = any($1)
     union select person_id from rewards where friend_id = any($1) or advocate_id = any($1)`),
    [pair],
  )
  return rows.map(({ id }) => id).filter(id => !pair.includes(id))
}

/** Reads the rows, and locks those that others change without a lock of the person. */
async function factsOf({ db }: Domain, pair: string[]): Promise<Omit<MergeFacts, 'source' | 'target' | 'isProven'>> {
  const links = await db.query<LinkRow>(
    prepared('select code, person_id, key from shareables where person_id = any($1)'),
    [pair],
  )
  const keyed = await db.query<KeyedRow>(
    prepared(`select 'parameters' as table, person_id, name as key, case when name = '${OPT_IN}' then value = 'true' end as opts_in
     from parameters where person_id = any($1)
     union all
     select 'audience_memberships', person_id, json_build_array(audience_id, container)::text, null from audience_memberships
     where person_id = any($1)`),
    [pair],
  )
  const journeys = await db.query<JourneyRow>('select * from journeys where person_id = any($1)', [pair])
  const referrals = await db.query<ReferralRow>(
    `select *, coalesce(referred_at, updated_at) as referred_at, coalesce(last_at, updated_at) as last_at from referrals
     where advocate_id = any($1) or friend_id = any($1) order by position for update`,
    [pair],
  )
  const rewards = await db.query<RewardRow>(
    `select * from rewards where person_id = any($1) or friend_id = any($1) or advocate_id = any($1)
     order by position for update`,
    [pair],
  )
  return { links, keyed, journeys, referrals, rewards }
}

async function moveAll({ db }: Domain, tableAndColumn: string, pair: string[]): Promise<void> {
  const [table, column] = tableAndColumn.split('.')
  await db.query(prepared(`update ${table} set ${column} = $2 where ${column} = $1`), pair)
}

/** A device loses its right to change the links: an unproven claim must not give it a link of the target that it controls. */
async function moveLinks({ db }: Domain, { links }: MergeResult, [, target]: string[]): Promise<void> {
  for (const { code, key } of links)
    await db.query(prepared('update shareables set person_id = $2, key = $3, device_id = null where code = $1'), [
      code,
      target,
      key,
    ])
}

async function moveKeyed({ db }: Domain, { keyed }: MergeResult, pair: string[]): Promise<void> {
  const keys = { parameters: 'name', audience_memberships: 'json_build_array(audience_id, container)::text' }
  if (keyed.some(({ opts_in }) => opts_in === false))
    await db.query(`delete from parameters where person_id = $1 and name = '${OPT_IN}'`, [pair[1]])
  for (const { table, key } of keyed)
    await db.query(`update ${table} set person_id = $2 where person_id = $1 and ${keys[table]} = $3`, [...pair, key])
}

async function moveJourneys({ db }: Domain, { journeys }: MergeResult, [, target]: string[]): Promise<void> {
  for (const id of journeys.moves)
    await db.query('update journeys set person_id = $2 where journey_id = $1', [id, target])
  for (const { journey_id, entry, last, created_at, updated_at } of journeys.changes)
    await db.query(
      'update journeys set entry = $2, last = $3, created_at = $4, updated_at = $5 where journey_id = $1',
      [...[journey_id, entry, last, created_at, updated_at]],
    )
}

async function moveReferrals({ db }: Domain, { referrals }: MergeResult): Promise<void> {
  if (referrals.removed.length)
    await db.query('delete from referrals where position = any($1::bigint[])', [referrals.removed])
  for (const row of referrals.changes)
    await db.query(
      prepared(`update referrals set advocate_id = $2, friend_id = $3, code = $4, event_id = $5, reason = $6, referred_at = $7, last_at = $8,
         updated_at = $9 where position = $1`),
      [
        ...[row.position, row.advocate_id, row.friend_id, row.code, row.event_id],
        ...[row.reason, row.referred_at, row.last_at, row.updated_at],
      ],
    )
}

async function moveRewards({ db }: Domain, { rewards }: MergeResult): Promise<void> {
  // First the duplicates: an index allows only one limited reward.
  const unlimited = rewards.moves.filter(({ once_per }) => once_per === null).map(({ reward_id }) => reward_id)
  if (unlimited.length) await db.query('update rewards set once_per = null where reward_id = any($1)', [unlimited])
  for (const { reward_id, person_id, friend_id, advocate_id } of rewards.moves)
    await db.query(
      prepared('update rewards set person_id = $2, friend_id = $3, advocate_id = $4 where reward_id = $1'),
      [...[reward_id, person_id, friend_id, advocate_id]],
    )
}

/** The keys that the target takes over leave the merged profile: a key belongs to one profile. */
async function joinProfiles(domain: Domain, { person }: MergeResult, pair: string[]): Promise<void> {
  const { db } = domain
  const { email = null, partner_user_id = null } = person
  await db.query(
    `update persons set merged_into = $2, email = nullif(email, $3), partner_user_id = nullif(partner_user_id, $4)
     where person_id = $1 or merged_into = $1`,
    [...pair, email, partner_user_id],
  )
  const columns = Object.entries(person)
  // A proven claim may have completed the profile of the target after its row was read.
  const assignments = columns.map(([column], index) =>
    isProfileColumn(column) ? `${column} = coalesce(${column}, $${index + 2})` : `${column} = $${index + 2}`,
  )
  await db.query(`update persons set ${assignments.join(', ')} where person_id = $1`, [
    pair[1],
    ...columns.map(([, value]) => value),
  ])
  if (email !== null || partner_user_id !== null) await recordIdentity(domain, pair[1]!)
}

const isProfileColumn = (column: string) => profileColumns.some(each => each === column)

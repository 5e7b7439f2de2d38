import type { Domain } from '../domain.js'

/** A draft of a program: a version of a campaign. */
export interface Draft {
  campaignId: string
  version: number
}

/** The newest replay of a draft. */
export interface Replay {
  /** The version whose program was live when it began, which is compared with the draft. Null: none, or it has not begun. */
  live_version: number | null
  /** Whether that program is still live. */
  is_current: boolean
  status: 'RUNNING' | 'DONE' | 'FAILED'
  total: number
  processed: number
  not_kept: number
  not_decided: number
  with_facts_of_now: number
  started_at: Date
}

/** `moved`: another event earns the same reward. */
export const changeKinds = ['gained', 'lost', 'changed', 'moved'] as const

type ChangeKind = (typeof changeKinds)[number]

/** How many rewards differ, by kind. */
export type ChangeCounts = Record<ChangeKind, number>

export interface ReplayResult {
  counts: ChangeCounts & { people: number }
  rewards: (ChangeCounts & { reward_name: string })[]
  /** What all rewards are worth more, or less, by their type. Discounts in percent have no sum. */
  money: { type: string; gained: number; lost: number; difference: number }[]
  /** Those with the most changes. */
  people: (ChangeCounts & { person_id: string; differences: Record<string, number> })[]
}

type Store = Pick<Domain, 'db'>

/** Whether a job goes on with a row of `replays`, or begins it soon. A job that has failed for good does not. */
export const HAS_JOB = `exists (select 1 from jobs where job_id = 'replay:' || campaign_id || ':' || version and died_at is null)`

/** Finds the replay of a draft. One that runs without a job has failed: it never ends. */
export async function findReplay({ db }: Store, { campaignId, version }: Draft): Promise<Replay | undefined> {
  const [found] = await db.query<Replay & { has_job: boolean }>(
    `select *, ${HAS_JOB} as has_job, live_version is not distinct from (
         select max(version) from campaign_versions v where v.campaign_id = replays.campaign_id
           and program is not null and published_date is not null) as is_current
     from replays where campaign_id = $1 and version = $2`,
    [campaignId, version],
  )
  if (!found) return undefined
  const { has_job, ...replay } = found
  return replay.status === 'RUNNING' && !has_job ? { ...replay, status: 'FAILED' } : replay
}

const COUNTS = changeKinds.map(kind => `(count(*) filter (where kind = '${kind}'))::int as ${kind}`).join()

const OF_DRAFT = 'campaign_id = $1 and version = $2'

/** What each change adds, by type: what it is worth by the draft, less what it was worth. */
const WORTHS = `select kind, person_id, type, added
  from replay_changes cross join lateral (values (type_after, value_after), (type_before, -value_before)) w (type, added)
  where ${OF_DRAFT} and type <> 'PERCENT_OFF'`

/** What a draft would change. `limit` is the number of people. */
export async function readResult({ db }: Store, { campaignId, version }: Draft, limit: number): Promise<ReplayResult> {
  const params = [campaignId, version]
  const [counts] = await db.query<ReplayResult['counts']>(
    `select ${COUNTS}, count(distinct person_id)::int as people from replay_changes where ${OF_DRAFT}`,
    params,
  )
  const rewards = await db.query<ReplayResult['rewards'][number]>(
    `select reward_name, ${COUNTS} from replay_changes where ${OF_DRAFT} group by 1 order by 1`,
    params,
  )
  const money = await db.query<ReplayResult['money'][number]>(
    `select type, coalesce(sum(added) filter (where kind = 'gained'), 0)::float8 as gained,
       coalesce(-sum(added) filter (where kind = 'lost'), 0)::float8 as lost, sum(added)::float8 as difference
     from (${WORTHS}) worths group by type order by type`,
    params,
  )
  const people = await db.query<ReplayResult['people'][number]>(
    `with people as (
       select person_id, ${COUNTS} from replay_changes where ${OF_DRAFT} group by 1 order by count(*) desc, 1 limit $3),
     sums as (
       select person_id, type, sum(added) as added from (${WORTHS}) worths where person_id in (select person_id from people) group by 1, 2)
     select people.*, coalesce(json_object_agg(type, added order by type) filter (where added <> 0), '{}') as differences
     from people left join sums using (person_id) group by people.person_id, ${changeKinds.join()}
     order by ${changeKinds.join(' + ')} desc, person_id`,
    [...params, limit],
  )
  return { counts: counts!, rewards, money, people }
}

/** A change with its person, for a file. */
export interface ChangeRow {
  position: number
  kind: ChangeKind
  event_id: string
  event_time: Date
  reward_name: string
  person_id: string
  email: string | null
  partner_user_id: string | null
  friend_id: string | null
  value_before: number | null
  type_before: string | null
  value_after: number | null
  type_after: string | null
}

/** The changes after a position, in the order of their events. */
export const readChanges = ({ db }: Store, { campaignId, version }: Draft, after: number, limit: number) =>
  db.query<ChangeRow>(
    `select c.position, kind, event_id, event_time, reward_name, p.person_id, p.email, p.partner_user_id, friend_id,
       value_before::float8, type_before, value_after::float8, type_after
     from replay_changes c join persons asked using (person_id)
       join persons p on p.person_id = coalesce(asked.merged_into, asked.person_id)
     where campaign_id = $1 and c.version = $2 and c.position > $3 order by c.position limit $4`,
    [campaignId, version, after, limit],
  )

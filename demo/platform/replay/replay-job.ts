import { findLiveProgram, type LiveProgram } from '../campaign/live-program.js'
import type { Domain } from '../domain.js'
import { toRestError } from '../http/rest-error.js'
import { addJob } from '../jobs/job.js'
import type { LeasedKind } from '../jobs/job-kind.js'
import { isUnavailable } from '../store/database-error.js'
import { type Draft, HAS_JOB } from './read-replay.js'
import { type Change, type Counts, replayDraft } from './replay-draft.js'

/** Another process has begun the replay anew. */
class RunEnded extends Error {}

/** The jobs of the queue that replay drafts. A job that another process goes on with begins again: the result depends on all events. */
export const replays: LeasedKind = {
  name: 'replay',
  title: 'Replay of a draft',
  atOnce: 1,
  perLane: 1,
  async work(domain, { payload, lease }, signal) {
    const draft = payload as Draft
    const run = { ...draft, run: lease! }
    const live = await findLiveProgram(domain, draft.campaignId)
    const until = await beginRun(domain, run, live)
    if (!until) return async () => undefined
    try {
      await replayDraft(domain, { ...draft, live, until }, async ({ changes, counts }) => {
        signal.throwIfAborted()
        if (!(await store(domain, run, changes, counts))) throw new RunEnded()
      })
      // A database that expects few rows compares each with each: 100,000 changes then take a minute.
      await domain.db.execute('analyze replay_changes')
    } catch (error) {
      if (error instanceof RunEnded) return async () => undefined
      if (signal.aborted || isUnavailable(error)) throw error
      toRestError(error)
      return stored => end(stored, draft, 'FAILED')
    }
    return async stored => {
      await pairOff(stored, draft)
      return end(stored, draft, 'DONE')
    }
  },
}

/** Begins to replay a draft, in a transaction. Its last result goes. Nothing happens if a replay of it runs. */
export async function startReplay(domain: Domain, { campaignId, version }: Draft): Promise<void> {
  const params = [campaignId, version]
  // Another request may have begun a replay at the same moment: its row, and with it its job, must stay.
  await domain.db.query(
    `delete from replays where campaign_id = $1 and version = $2 and (status <> 'RUNNING' or not ${HAS_JOB})`,
    params,
  )
  const added = await domain.db.query(
    `insert into replays (campaign_id, version, status, started_at) values ($1, $2, 'RUNNING', $3)
     on conflict do nothing returning 1`,
    [...params, new Date(domain.settings.now())],
  )
  if (added.length === 0) return
  const id = `${replays.name}:${campaignId}:${version}`
  await addJob(domain, { job_id: id, kind: replays.name, lane: id, payload: { campaignId, version } })
}

type Run = Draft & { run: string }

/**
 * Takes the replay over, notes with which program it compares the draft, and removes what a process has stored that has ended. Resolves with the time
 * of its start. Undefined: it is done.
 */
async function beginRun({ db }: Domain, { campaignId, version, run }: Run, live: LiveProgram | undefined) {
  const params = [campaignId, version]
  const [taken] = await db.query<{ started_at: Date }>(
    `update replays set run = $3, live_version = $4 where campaign_id = $1 and version = $2 and status = 'RUNNING' returning started_at`,
    [...params, run, live?.version ?? null],
  )
  if (taken) await db.query('delete from replay_changes where campaign_id = $1 and version = $2', params)
  return taken?.started_at
}

/** Stores the changes of some events. False if another process has taken the replay over. */
async function store({ db }: Domain, { campaignId, version, run }: Run, changes: Change[], counts: Counts) {
  const rows = changes.map(({ before, after, ...change }) => ({
    ...change,
    ...{ value_before: before?.value, type_before: before?.type, value_after: after?.value, type_after: after?.type },
  }))
  const { total, processed, notKept, notDecided, withFactsOfNow } = counts
  const [stored] = await db.query<{ runs: number }>(STORE, [
    ...[campaignId, version, run, total, processed, notKept, notDecided, withFactsOfNow, JSON.stringify(rows)],
  ])
  return stored!.runs > 0
}

const STORE = `
  with run as (
    update replays set total = $4, processed = $5, not_kept = $6, not_decided = $7, with_facts_of_now = $8
    where campaign_id = $1 and version = $2 and run = $3 returning 1),
  added as (
    insert into replay_changes (campaign_id, version, kind, event_id, event_time, reward_name, person_id, friend_id, once_per,
      value_before, type_before, value_after, type_after)
    select $1, $2, r.* from jsonb_to_recordset($9::text::jsonb) r (kind text, event_id text, event_time timestamptz, reward_name text,
      person_id text, friend_id text, once_per text, value_before numeric, type_before text, value_after numeric, type_after text)
    where exists (select 1 from run))
  select count(*)::int as runs from run`

/**
 * A reward that is lost with one event and gained with another one is the same reward, earned at another time: perhaps with another value. Each recipient loses and gains such a
 * reward once at most, so that neighbors in a sorted list are a pair.
 */
async function pairOff({ db }: Domain, { campaignId, version }: Draft): Promise<void> {
  await db.query(
    `with sorted as (
       select position, kind, lead(kind) over same as next, lead(position) over same as gained, lead(value_after) over same as value, lead(type_after) over same as type
       from replay_changes where campaign_id = $1 and version = $2 and kind in ('lost', 'gained') and once_per <> 'event'
       window same as (partition by reward_name, person_id, once_per, case when once_per = 'friend' then friend_id end order by kind desc)),
     pairs as (select * from sorted where kind = 'lost' and next = 'gained'),
     gone as (delete from replay_changes c using pairs where campaign_id = $1 and version = $2 and c.position = gained)
     update replay_changes c set value_after = pairs.value, type_after = pairs.type,
       kind = case when (value_before, type_before) = (pairs.value, pairs.type) then 'moved' else 'changed' end
     from pairs where campaign_id = $1 and version = $2 and c.position = pairs.position`,
    [campaignId, version],
  )
}

async function end({ db, settings }: Domain, { campaignId, version }: Draft, status: 'DONE' | 'FAILED') {
  await db.query('update replays set status = $3, ended_at = $4 where campaign_id = $1 and version = $2', [
    ...[campaignId, version, status, new Date(settings.now())],
  ])
  return undefined
}

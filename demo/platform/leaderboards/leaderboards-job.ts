import { MAX_RANKS } from '../campaign/widget-content.js'
import type { Domain } from '../domain.js'
import type { TransactionKind } from '../jobs/job-kind.js'
import { pauseAfter } from '../jobs/pause-after.js'
import { countedInSql, isShownInSql, type Leaderboard, spanInSql, unitOf } from './leaderboard.js'

/** People who no longer agree since the last run leave room in a list. */
export const SPARE_ROWS = 20

/** How long a leaderboard is computed after a zone has last asked for it. */
const WANTED = `interval '7 days'`

/** The statements read whole tables. Compiling them takes longer than running them, and small memory would put their parts on the disk. */
const SETTINGS = `set local jit = off; set local work_mem = '64MB'`

/**
 * The job that ranks the people who agree to it, for each leaderboard that zones have asked for. No request waits for it. It computes all anew, because a
 * merge, a withdrawn reward or a replaced event changes what has been counted. Only what differs is written.
 */
export const leaderboards: TransactionKind = {
  name: 'leaderboards',
  title: 'Leaderboards of zones',
  atOnce: 1,
  recurs: true,
  async run({ db, settings }) {
    const now = settings.now()
    const started = performance.now()
    await db.execute(SETTINGS)
    await db.query(`delete from leaderboards where wanted_at < $1::timestamptz - ${WANTED}`, [new Date(now)])
    const wanted = await db.query<Leaderboard & { client_id: string }>(
      'select client_id, counts, period from leaderboards order by client_id, counts, period',
    )
    for (const { client_id, ...board } of wanted) await compute(db, client_id, board, new Date(now))
    return new Date(now + pauseAfter(performance.now() - started))
  },
}

/** Ranks the people of a client. Those with the same value are in the order in which they have reached it. */
const compute = (db: Domain['db'], clientId: string, board: Leaderboard, now: Date) =>
  db.query(
    `with span as (select ${spanInSql('$4', '$5', 'time_zone')} from clients where client_id = $1),
       who as materialized (select person_id from persons p where client_id = $1 and ${isShownInSql('p')}),
       counted as materialized (
         select person_id, count(*)::int as value, max(at) as at from (${countedInSql(board, '$2')}) facts, span
         where at >= coalesce(starts_at, '-infinity') and at < coalesce(ends_at, 'infinity') group by person_id),
       valued as materialized (select value, sum(count(*)) over (order by value desc)::int as people from counted group by value),
       gone as (
         delete from leaderboard_values where client_id = $1 and counts = $2 and period = $3 and value not in (select value from valued)),
       stored as (
         insert into leaderboard_values as v (client_id, counts, period, value, people) select $1, $2, $3, value, people from valued
         on conflict (client_id, counts, period, value) do update set people = excluded.people where v.people <> excluded.people)
     update leaderboards set as_of = $5, starts_at = span.starts_at, top = coalesce((
       select json_agg(json_build_array(person_id, value) order by value desc, at, person_id)
       from (select * from counted order by value desc, at, person_id limit ${MAX_RANKS + SPARE_ROWS}) first), '[]')
     from span where client_id = $1 and counts = $2 and period = $3`,
    [clientId, board.counts, board.period, unitOf(board), now],
  )

import type { Domain } from '../../domain.js'
import type { LeasedKind, StoreResult } from '../../jobs/job-kind.js'
import type { Database } from '../../store/database.js'
import type { FileStorage } from '../../store/file-storage.js'
import type { RunnerRow } from './report-runner.js'
import { storeRun, writeReport } from './runs.js'
import { nextRun, REPORT_JOB, scheduleRun } from './schedule.js'

/** A run that is later than this was missed: the platform did not run at its time. */
const LATE_MS = 15 * 60_000

/** Work in progress may store a row a little later than its time says. Such a row belongs to the next report. */
const SETTLED_MS = 60_000

type ReportDomain = Domain & { db: Database; files: FileStorage }

type ScheduledRunner = RunnerRow & { [key in 'schedule' | 'next_run_at']: NonNullable<RunnerRow[key]> }

/** The jobs of report runners that have a schedule, each at its next time. */
export const scheduledReports: LeasedKind<ReportDomain> = {
  name: REPORT_JOB,
  title: 'Scheduled report',
  atOnce: 2,
  perLane: 1,
  async work(domain, { lane: runnerId, payload }, signal) {
    const failed = payload === null ? undefined : new Date(payload as string)
    const runner = await findScheduled(domain, runnerId, failed ? undefined : new Date(domain.settings.now()))
    const store = runner && (await runScheduled(domain, runner, signal, failed))
    return async stored => {
      const next = await (store ?? (() => nextTime(stored, runnerId)))(stored)
      return failed ? undefined : next
    }
  },
  /** The schedule goes on. The newest failed job stays, with the time of its run, until somebody retries it. */
  async afterDeath(domain, { job_id, lane: runnerId, payload }) {
    if (payload !== null) return
    const { db, settings } = domain
    const [runner] = await db.query<RunnerRow>('select * from report_runners where report_runner_id = $1 for update', [
      runnerId,
    ])
    if (!runner?.schedule || !runner.next_run_at) return
    const { schedule, next_run_at, rows_until: until } = runner
    const next = nextRun(schedule, new Date(settings.now()))
    await db.query('delete from jobs where kind = $1 and lane = $2 and job_id <> $3 and died_at is not null', [
      ...[REPORT_JOB, runnerId, job_id],
    ])
    await db.query(`update jobs set job_id = job_id || ':' || position, payload = $2::json where job_id = $1`, [
      ...[job_id, JSON.stringify(next_run_at)],
    ])
    await advance(domain, { ...runner, schedule, next_run_at }, { next, until })
    await scheduleRun(domain, runnerId, next)
  },
}

/** Undefined: its schedule was changed or taken away, or it was deleted. Without `due`: its next run need not be due. */
async function findScheduled({ db }: Domain, runnerId: string, due?: Date): Promise<ScheduledRunner | undefined> {
  const [runner] = await db.query<ScheduledRunner>(
    'select * from report_runners where report_runner_id = $1 and next_run_at <= coalesce($2, next_run_at)',
    [runnerId, due ?? null],
  )
  return runner
}

async function nextTime({ db }: Domain, runnerId: string): Promise<Date | undefined> {
  const [runner] = await db.query<{ next_run_at: Date | null }>(
    'select next_run_at from report_runners where report_runner_id = $1 for update',
    [runnerId],
  )
  return runner?.next_run_at ?? undefined
}

/** With the time of a failed run: writes that one, and the schedule stays as it is. */
async function runScheduled(
  domain: ReportDomain,
  runner: ScheduledRunner,
  signal: AbortSignal,
  failed?: Date,
): Promise<StoreResult> {
  const now = domain.settings.now()
  const { report_runner_id, schedule, next_run_at: at, rows_until } = runner
  const next = nextRun(schedule, new Date(now))
  if (!failed && schedule.missed_runs === 'SKIP' && now - at.getTime() > LATE_MS)
    return async stored => {
      await advance(stored, runner, { next, until: rows_until })
      return nextTime(stored, report_runner_id)
    }
  const until = new Date(now - SETTLED_MS)
  const interval = schedule.rows === 'NEW' ? { from: rows_until ?? new Date(0), to: until } : undefined
  const written = await writeReport(domain, runner, { interval, signal })
  return async stored => {
    // The run and the time of the next one are stored together, so that no run is lost or happens twice.
    if (await advance(stored, runner, { next, until }))
      await storeRun({ ...stored, files: domain.files }, runner, written, failed ?? at)
    else await domain.files.remove(written.runId)
    return nextTime(stored, report_runner_id)
  }
}

/** Sets the time of the next run. Resolves with false if the schedule was changed meanwhile. */
async function advance(
  { db }: Domain,
  { report_runner_id, next_run_at }: ScheduledRunner,
  { next, until }: { next: Date; until: Date | null },
): Promise<boolean> {
  const [runner] = await db.query(
    `update report_runners set next_run_at = $3, rows_until = $4 where report_runner_id = $1 and next_run_at = $2 returning 1`,
    [report_runner_id, next_run_at, next, until],
  )
  return runner !== undefined
}

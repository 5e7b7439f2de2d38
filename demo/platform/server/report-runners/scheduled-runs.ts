import type { Domain } from '../../domain.js'
import { toRestError } from '../../http/rest-error.js'
import type { Database } from '../../store/database.js'
import type { FileStorage } from '../../store/file-storage.js'
import type { RunnerRow } from './report-runner.js'
import { deliverReport, writeReport } from './runs.js'
import { nextRun } from './schedule.js'

/** How often a process looks for reports that are due. */
const TICK_MS = 10_000

/** A run that is later than this was missed: the platform did not run at its time. */
const LATE_MS = 15 * 60_000

/** How long no other process takes a report that one has begun. After that time its process has ended. */
const CLAIM_MS = 10 * 60_000

/** Work in progress may store a row a little later than its time says. Such a row belongs to the next report. */
const SETTLED_MS = 60_000

type ReportDomain = Domain & { db: Database; files: FileStorage }

type ScheduledRunner = RunnerRow & Required<Pick<RunnerRow, 'schedule' | 'next_run_at'>>

/** Runs the reports that have a schedule. Their times are in the database: several processes can use it, and each report runs once. */
export interface ReportSchedule {
  /** Runs the reports that are due, and waits for them. Errors are only logged, and the report runs again. */
  catchUp(): Promise<void>
  stop(): Promise<void>
}

export function startReportSchedule(domain: ReportDomain): ReportSchedule {
  const stopping = new AbortController()
  let running: Promise<void> = Promise.resolve()
  const look = () => {
    running = running.then(() => runDueReports(domain, stopping.signal)).catch(error => void toRestError(error))
    return running
  }
  const timer = setInterval(look, TICK_MS)
  timer.unref()
  return {
    catchUp: look,
    async stop() {
      stopping.abort()
      clearInterval(timer)
      await running
    },
  }
}

async function runDueReports(domain: ReportDomain, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const runner = await claimDueRunner(domain)
    if (!runner) return
    await runScheduled({ ...domain, clientId: runner.client_id }, runner, signal).catch(async error => {
      // Otherwise the next process would wait until the claim ends.
      if (signal.aborted) await release(domain, runner)
      throw error
    })
  }
}

/** Takes the runner that has been due for the longest time. Other processes leave it alone for some time. */
async function claimDueRunner({ db, settings }: Domain): Promise<ScheduledRunner | undefined> {
  const now = settings.now()
  const [runner] = await db.query<ScheduledRunner>(
    `update report_runners set claimed_until = $2 where report_runner_id = (
       select report_runner_id from report_runners
       where next_run_at <= $1 and (claimed_until is null or claimed_until <= $1)
       order by next_run_at limit 1 for update skip locked)
     returning *`,
    [new Date(now), new Date(now + CLAIM_MS)],
  )
  return runner
}

const release = ({ db }: Domain, { report_runner_id }: RunnerRow) =>
  db.query('update report_runners set claimed_until = null where report_runner_id = $1', [report_runner_id])

async function runScheduled(domain: ReportDomain, runner: ScheduledRunner, signal: AbortSignal): Promise<void> {
  const now = domain.settings.now()
  const { schedule, next_run_at, rows_until } = runner
  if (schedule!.missed_runs === 'SKIP' && now - next_run_at!.getTime() > LATE_MS)
    return void (await domain.db.query(
      `update report_runners set next_run_at = $2, claimed_until = null where report_runner_id = $1 and next_run_at = $3`,
      [runner.report_runner_id, nextRun(schedule!, new Date(now)), next_run_at],
    ))
  const until = new Date(now - SETTLED_MS)
  const interval = schedule!.rows === 'NEW' ? { from: rows_until ?? new Date(0), to: until } : undefined
  const run = await writeReport(domain, runner, {
    interval,
    scheduled: { at: next_run_at!, next: nextRun(schedule!, new Date(now)), until },
    signal,
  })
  await deliverReport(domain, runner, run)
}

import { Cron } from 'croner'
import { z } from 'zod'
import type { Domain } from '../../domain.js'
import { isTimeZone } from '../../identity/client-settings.js'
import { addJob } from '../../jobs/job.js'

export const missedRuns = ['RUN_ONCE', 'SKIP'] as const
export const scheduledRows = ['ALL', 'NEW'] as const

/** When a report runs by itself. */
export interface Schedule {
  cron: string
  time_zone: string
  missed_runs: (typeof missedRuns)[number]
  rows: (typeof scheduledRows)[number]
}

/** Minute, hour, day, month and weekday. The minute is one number: a report runs at most once an hour. */
const cron = z
  .string()
  .max(100)
  .refine(isCron, 'Expected a cron expression with one minute: `30 6 * * 1` is Monday at 06:30')
  .meta({
    description: 'When the report runs: minute, hour, day of the month, month and weekday. At most once an hour.',
  })

const timeZone = z
  .string()
  .refine(isTimeZone, 'Expected a time zone such as America/New_York')
  .meta({ description: 'The time zone of `cron`. Default: that of the account.' })

/** The schedule of a runner in a request. */
export const scheduleInRequest = z
  .strictObject({
    cron,
    time_zone: timeZone.optional(),
    missed_runs: z.enum(missedRuns).default('RUN_ONCE').meta({
      description:
        'What happens when the platform did not run at the time of a report. RUN_ONCE: it runs once, as soon as possible. SKIP: it runs at the next time.',
    }),
    rows: z.enum(scheduledRows).default('ALL').meta({
      description:
        'ALL: each report contains every row. NEW: the rows that were stored since the last scheduled run, up to a minute before this one. No row is left out, also after missed runs.',
    }),
  })
  .meta({ id: 'NewReportSchedule' })

/** The schedule of a runner in a response. */
export const scheduleSchema = z
  .object({ cron: z.string(), time_zone: z.string(), missed_runs: z.enum(missedRuns), rows: z.enum(scheduledRows) })
  .meta({ id: 'ReportSchedule' })

/** The next time of a schedule after a moment. A time that a clock change skips is that much later. */
export function nextRun({ cron, time_zone }: Schedule, after: Date): Date {
  const next = parse(cron, time_zone).nextRun(after)
  if (next) return next
  throw new Error(`The schedule ${cron} has no next time`)
}

/** The kind of the jobs of scheduled reports. Their lane is the runner. */
export const REPORT_JOB = 'report'

/** Adds the job of a runner for its next time, in the transaction that sets it. */
export const scheduleRun = (domain: Domain, runnerId: string, nextRunAt: Date): Promise<void> =>
  addJob(domain, {
    ...{ job_id: `${REPORT_JOB}:${runnerId}`, kind: REPORT_JOB, lane: runnerId },
    ...{ payload: null, runAt: nextRunAt },
  })

const parse = (cron: string, timezone: string) => new Cron(cron, { timezone, mode: '5-part' })

/** Whether a cron expression is valid, and will be due: never on 30 February. */
function isCron(text: string): boolean {
  if (!/^\d{1,2}\s/.test(text)) return false
  try {
    return parse(text, 'UTC').nextRun(new Date()) !== null
  } catch {
    return false
  }
}

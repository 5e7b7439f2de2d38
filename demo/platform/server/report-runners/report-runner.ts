import { z } from 'zod'
import type { Domain } from '../../domain.js'
import { RestError } from '../../http/rest-error.js'
import { failureSchema, syncStatuses } from '../sftp-servers/sftp-server.js'
import { type ReportType, reportTypes } from './report-types.js'
import { type Schedule, scheduleSchema } from './schedule.js'

/** A report runner in a response. */
export const runnerSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    report_type: z.enum(reportTypes),
    tags: z.array(z.string()).describe('Empty in the list of all runners, also where a filter finds the tags.'),
    sftp_server_id: z.string().nullable().describe('Where each report is delivered. Null: nowhere.'),
    schedule: scheduleSchema.nullable().describe('Null: the report runs only when you ask for it.'),
    next_run_date: z.iso.datetime().nullable().describe('When the report runs next by its schedule.'),
    created_date: z.iso.datetime(),
    updated_date: z.iso.datetime(),
  })
  .meta({ id: 'ReportRunner' })

export interface RunnerRow {
  report_runner_id: string
  client_id: string
  name: string
  report_type: ReportType
  tags: string[]
  sftp_server_id: string | null
  schedule: Schedule | null
  next_run_at: Date | null
  /** The end of the rows of the last scheduled report. */
  rows_until: Date | null
  created_at: Date
  updated_at: Date
}

export const describeRunner = (row: RunnerRow): z.input<typeof runnerSchema> => ({
  id: row.report_runner_id,
  name: row.name,
  report_type: row.report_type,
  tags: row.tags,
  sftp_server_id: row.sftp_server_id,
  schedule: row.schedule,
  next_run_date: row.next_run_at?.toISOString() ?? null,
  created_date: row.created_at.toISOString(),
  updated_date: row.updated_at.toISOString(),
})

/** Finds a runner of the client. Throws `not_found`. */
export async function requireRunner({ db, clientId }: Domain, runnerId: string): Promise<RunnerRow> {
  const [runner] = await db.query<RunnerRow>(
    'select * from report_runners where report_runner_id = $1 and client_id = $2',
    [runnerId, clientId],
  )
  if (runner) return runner
  throw new RestError('not_found', 'There is no report runner with this id', {
    parameters: { report_runner_id: runnerId },
  })
}

/** A run of a report in a response. */
export const runSchema = z
  .object({
    id: z.string(),
    report_runner_id: z.string(),
    filename: z.string(),
    rows: z.int().describe('The number of rows, without that of the column names.'),
    size: z.int().describe('The size of the report in bytes.'),
    delivery: z
      .object({
        sftp_server_id: z.string(),
        status: z
          .enum(syncStatuses)
          .describe(
            'FAILED: the next synchronization of the server delivers the report, unless the server was deleted.',
          ),
        error: failureSchema.nullable(),
      })
      .nullable()
      .describe('Null: the runner has no SFTP server.'),
    scheduled_date: z.iso.datetime().nullable().describe('The time of the schedule. Null: you asked for the run.'),
    created_date: z.iso.datetime(),
  })
  .meta({ id: 'ReportRun' })

type Delivery = NonNullable<z.input<typeof runSchema>['delivery']>

export interface RunRow {
  report_run_id: string
  report_runner_id: string
  filename: string
  row_count: number
  size: number
  sftp_server_id: string | null
  sync_status: Delivery['status'] | null
  sync_error_code: NonNullable<Delivery['error']>['code'] | null
  sync_error_message: string | null
  scheduled_at: Date | null
  created_at: Date
}

export const describeRun = (row: RunRow): z.input<typeof runSchema> => ({
  id: row.report_run_id,
  report_runner_id: row.report_runner_id,
  filename: row.filename,
  rows: row.row_count,
  size: Number(row.size),
  delivery: deliveryOf(row),
  scheduled_date: row.scheduled_at?.toISOString() ?? null,
  created_date: row.created_at.toISOString(),
})

function deliveryOf({ sftp_server_id, sync_status, sync_error_code, sync_error_message }: RunRow): Delivery | null {
  if (sftp_server_id === null || sync_status === null) return null
  const error = sync_error_code && { code: sync_error_code, message: sync_error_message ?? '' }
  return { sftp_server_id, status: sync_status, error }
}

/** Finds a run of a runner. Throws `not_found`. */
export async function requireRun({ db }: Domain, runner: RunnerRow, runId: string): Promise<RunRow> {
  const [run] = await db.query<RunRow>('select * from report_runs where report_run_id = $1 and report_runner_id = $2', [
    runId,
    runner.report_runner_id,
  ])
  if (run) return run
  throw new RestError('not_found', 'The report runner has no run with this id', { parameters: { run_id: runId } })
}

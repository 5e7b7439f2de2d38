import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Domain } from '../../domain.js'
import { attachment } from '../../http/attachment.js'
import { validate } from '../../http/body.js'
import { pageOf } from '../../http/page-of.js'
import { RestError } from '../../http/rest-error.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import type { Database, Queryable } from '../../store/database.js'
import type { FileStorage } from '../../store/file-storage.js'
import { newId } from '../../store/id.js'
import type { ServerContext } from '../server-call.js'
import { queueDelivery, syncServer } from '../sftp-servers/sync.js'
import { readInterval, type TimeInterval, timeInterval } from '../time-interval.js'
import { csvLine } from './csv.js'
import { describeRun, type RunnerRow, type RunRow, requireRun, runSchema } from './report-runner.js'
import { runnerInPath } from './report-runners.js'
import { columnsOf, pagesOf } from './report-types.js'

const DEFAULT_LIMIT = 100
const CSV = 'text/csv'

const query = z.object(pageOf(DEFAULT_LIMIT))
const runQuery = z.object({ time_interval: timeInterval.optional() })

/**
 * `POST /v7/report-runners/{report_runner_id}/run`: writes the report, and delivers it to the SFTP server of the runner. Responds when that
 * is done.
 */
export async function runReport(c: ServerContext): Promise<Response> {
  const runner = await runnerInPath(c)
  const { time_interval } = validate(runQuery, c.req.query())
  const interval = await readInterval(c.env, time_interval)
  const written = await writeReport(c.env, runner, { interval, signal: c.req.raw.signal })
  await deliverReport(c.env, runner, written)
  return runResponse(await requireRun(c.env, runner, written.report_run_id))
}

type ReportDomain = Domain & { db: Database; files: FileStorage }

interface Writing {
  /** The rows of this time. Undefined: all rows. */
  interval: TimeInterval | undefined
  /** Stops the writing. */
  signal: AbortSignal
  /** Of a run by the schedule: its time, the next one, and the end of its rows. */
  scheduled?: { at: Date; next: Date; until: Date }
}

/** Writes a report into a file. A scheduled run and the time of the next one are stored together, so that no run is lost or happens twice. */
export async function writeReport(
  domain: ReportDomain,
  runner: RunnerRow,
  { interval, signal, scheduled }: Writing,
): Promise<RunRow> {
  const { db, files, settings } = domain
  const { report_runner_id, report_type } = runner
  const now = new Date(settings.now())
  const runId = newId()
  let rows = 0
  async function* csv() {
    yield csvLine(columnsOf(report_type))
    for await (const page of pagesOf(domain, report_type, interval)) {
      rows += page.length
      yield page.map(csvLine).join('')
    }
  }
  try {
    await files.write(runId, Readable.from(csv()), signal)
    const { size } = await stat(await files.pathOf(runId))
    const filename = `${report_type.toLowerCase()}-${now.toISOString().replace(/\.\d+|[:-]/g, '')}.csv`
    return await db.transaction(async db => {
      if (scheduled) await advance(db, runner, scheduled)
      // The runner may have been deleted meanwhile.
      const [run] = await db.query<RunRow>(
        `insert into report_runs (report_run_id, report_runner_id, filename, row_count, size, created_at, scheduled_at)
         select $1, report_runner_id, $3, $4, $5, $6, $7 from report_runners where report_runner_id = $2 for share returning *`,
        [runId, report_runner_id, filename, rows, size, now, scheduled?.at ?? null],
      )
      if (run) return run
      throw new RestError('not_found', 'The report runner was deleted meanwhile', { parameters: { report_runner_id } })
    })
  } catch (error) {
    await files.remove(runId)
    throw error
  }
}

/** Sets the time of the next run. Throws if the schedule was changed, or another process has run the report meanwhile. */
async function advance(
  db: Queryable,
  { report_runner_id }: RunnerRow,
  { at, next, until }: NonNullable<Writing['scheduled']>,
): Promise<void> {
  const [runner] = await db.query(
    `update report_runners set next_run_at = $3, rows_until = $4, claimed_until = null
     where report_runner_id = $1 and next_run_at = $2 returning 1`,
    [report_runner_id, at, next, until],
  )
  if (!runner)
    throw new RestError('invalid_parameter', 'The schedule was changed meanwhile', { parameters: { report_runner_id } })
}

/** Delivers a report to the SFTP server of its runner, if it has one. A failure is part of the run. */
export async function deliverReport(
  domain: ReportDomain,
  { sftp_server_id }: RunnerRow,
  { report_run_id, filename }: RunRow,
): Promise<void> {
  const content = sftp_server_id && (await domain.files.read(report_run_id))
  if (!sftp_server_id || !content) return
  await queueDelivery(domain, sftp_server_id, { filename, content })
  const { sync_status, sync_error_code, sync_error_message } = await syncServer(domain, sftp_server_id)
  await domain.db.query(
    `update report_runs set sftp_server_id = $2, sync_status = $3, sync_error_code = $4, sync_error_message = $5
     where report_run_id = $1`,
    [report_run_id, sftp_server_id, sync_status, sync_error_code, sync_error_message],
  )
}

/** `GET /v7/report-runners/{report_runner_id}/runs`: a page of the runs, newest first. */
export async function listRuns(c: ServerContext): Promise<Response> {
  const { limit, offset } = validate(query, c.req.query())
  const { report_runner_id } = await runnerInPath(c)
  const runs = await c.env.db.query<RunRow>(
    'select * from report_runs where report_runner_id = $1 order by position desc limit $2 offset $3',
    [report_runner_id, limit, offset],
  )
  return Response.json(runs.map(describeRun))
}

/** `GET /v7/report-runners/{report_runner_id}/runs/{run_id}` */
export const showRun = async (c: ServerContext): Promise<Response> => runResponse(await runInPath(c))

/** `GET /v7/report-runners/{report_runner_id}/runs/{run_id}/download`: the report as CSV. Throws `not_found`. */
export const downloadReport = async (c: ServerContext): Promise<Response> => fileOf(c, await runInPath(c))

/** The CSV file of a run, as a download. Throws `not_found`. */
export async function fileOf(c: ServerContext, { report_run_id, filename, size }: RunRow): Promise<Response> {
  const content = await c.env.files.read(report_run_id)
  if (!content)
    throw new RestError('not_found', 'The report is no longer there', { parameters: { run_id: report_run_id } })
  return new Response(Readable.toWeb(content) as ReadableStream<Uint8Array>, {
    headers: {
      'Content-Type': `${CSV}; charset=utf-8`,
      'Content-Length': String(size),
      'Content-Disposition': attachment(filename),
    },
  })
}

const runInPath = async (c: ServerContext): Promise<RunRow> =>
  requireRun(c.env, await runnerInPath(c), c.req.param('run_id')!)

const runResponse = (run: RunRow) => Response.json(describeRun(run))

export const runDocs = {
  run: {
    summary: 'Run a report now',
    description:
      'Writes a CSV file, oldest rows first, with the names of the columns in its first row; times are in UTC. Responds when the report is written and, if the runner has an SFTP server, delivered. Values that a spreadsheet would run as a formula begin with an apostrophe.',
    query: runQuery,
    response: runSchema,
    errors: ['not_found'],
  },
  list: {
    summary: 'List the runs of a report, newest first',
    query,
    response: z.array(runSchema),
    errors: ['not_found'],
  },
  show: { summary: 'Get a run of a report', response: runSchema, errors: ['not_found'] },
  download: {
    summary: 'Download the CSV file of a run',
    mediaTypes: [CSV],
    errors: ['not_found'],
  },
} satisfies Record<string, CallDocs>

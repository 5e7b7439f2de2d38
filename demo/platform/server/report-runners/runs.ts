import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { z } from 'zod'
import type { Domain } from '../../domain.js'
import { attachment } from '../../http/attachment.js'
import { validate } from '../../http/body.js'
import { pageOf } from '../../http/page-of.js'
import { RestError } from '../../http/rest-error.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import type { Database } from '../../store/database.js'
import type { FileStorage } from '../../store/file-storage.js'
import { newContentId } from '../files/content.js'
import type { ServerContext } from '../server-call.js'
import { queueDelivery } from '../sftp-servers/deliveries.js'
import { whenDelivered } from '../sftp-servers/sync.js'
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
  const { time_interval: interval } = validate(runQuery, c.req.query())
  const written = await writeReport(c.env, runner, {
    interval: interval && (await readInterval(c.env, interval)),
    signal: c.req.raw.signal,
  })
  const run = await c.env.db
    .transaction(db => storeRun({ ...c.env, db }, runner, written))
    .catch(async error => {
      for (const id of [written.runId, written.deliveryId]) await c.env.files.remove(id)
      throw error
    })
  if (run.sftp_server_id) await whenDelivered(c.env, run.sftp_server_id)
  return runResponse(await requireRun(c.env, runner, run.report_run_id))
}

type ReportDomain = Domain & { db: Database; files: FileStorage }

interface Writing {
  /** The rows of this time. Undefined: all rows. */
  interval: TimeInterval | undefined
  /** Stops the writing. */
  signal: AbortSignal
}

/** A report in the files of the platform. */
export interface WrittenReport {
  runId: string
  /** The id of its copy for an SFTP server. */
  deliveryId: string
  filename: string
  rows: number
  size: number
  time: Date
}

/** Writes a report into a file. Its name has the id of the run: two reports of one second are two files on a server. */
export async function writeReport(
  domain: ReportDomain,
  { report_type }: RunnerRow,
  { interval, signal }: Writing,
): Promise<WrittenReport> {
  const { files, settings } = domain
  const time = new Date(settings.now())
  const [runId, deliveryId] = [await newContentId(domain), await newContentId(domain)]
  let rows = 0
  async function* csv() {
    yield csvLine(columnsOf(report_type))
    for await (const page of pagesOf(domain, report_type, interval)) {
      rows += page.length
      yield page.map(csvLine).join('')
    }
  }
  await files.write(runId, Readable.from(csv()), signal)
  const { size } = await stat(await files.pathOf(runId))
  const filename = `${report_type.toLowerCase()}-${time.toISOString().replace(/\.\d+|[:-]/g, '')}-${runId}.csv`
  return { runId, deliveryId, filename, rows, size, time }
}

/** Stores the run of a report together with its delivery, if its runner has a server. Throws `not_found` if the runner was deleted meanwhile. */
export async function storeRun(
  domain: Domain & { files: FileStorage },
  { report_runner_id }: RunnerRow,
  { runId, deliveryId, filename, rows, size, time }: WrittenReport,
  scheduledAt?: Date,
): Promise<RunRow> {
  // Until its first attempt has ended, a delivery is FAILED without an error.
  const [run] = await domain.db.query<RunRow>(
    `insert into report_runs (report_run_id, report_runner_id, filename, row_count, size, created_at, scheduled_at, sftp_server_id, sync_status)
     select $1, report_runner_id, $3, $4, $5, $6, $7, sftp_server_id, case when sftp_server_id is not null then 'FAILED' end
     from report_runners where report_runner_id = $2 for share returning *`,
    [runId, report_runner_id, filename, rows, size, time, scheduledAt ?? null],
  )
  if (!run)
    throw new RestError('not_found', 'The report runner was deleted meanwhile', { parameters: { report_runner_id } })
  if (run.sftp_server_id) {
    // The report can be deleted while it waits for its delivery.
    await domain.files.link(runId, deliveryId)
    await queueDelivery(domain, {
      ...{ delivery_id: deliveryId, sftp_server_id: run.sftp_server_id, filename, report_run_id: runId },
    })
  }
  return run
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
      'Writes a CSV file, oldest rows first, with the names of the columns in its first row; times are in UTC. `time_interval` selects events, persons, rewards and shares by the time at which they were stored, not by `event_date`, so that no late event is missed; referrals by their last change. Responds when the report is written and, if the runner has an SFTP server, delivered. Values that a spreadsheet would run as a formula begin with an apostrophe.',
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

import { z } from 'zod'
import { validate } from '../../http/body.js'
import { pageOf } from '../../http/page-of.js'
import { RestError } from '../../http/rest-error.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import type { ServerContext } from '../server-call.js'
import { describeRun, type RunRow, runSchema } from './report-runner.js'
import { columnsOf, reportTypes } from './report-types.js'
import { fileOf, runDocs } from './runs.js'

const DEFAULT_LIMIT = 100

const query = z.object({
  report_runner_id: z.string().optional().describe('Only the reports of this runner.'),
  ...pageOf(DEFAULT_LIMIT),
})

/** `GET /v7/reports`: a page of the reports of all runners of the client, newest first. */
export async function listReports(c: ServerContext): Promise<Response> {
  const { report_runner_id, limit, offset } = validate(query, c.req.query())
  const reports = await c.env.db.query<RunRow>(
    `select r.* from report_runs r join report_runners using (report_runner_id)
     where client_id = $1 and ($2::text is null or report_runner_id = $2)
     order by r.position desc limit $3 offset $4`,
    [c.env.clientId, report_runner_id ?? null, limit, offset],
  )
  return Response.json(reports.map(describeRun))
}

/** `GET /v7/reports/{report_id}`. Throws `not_found`. */
export const showReport = async (c: ServerContext): Promise<Response> =>
  Response.json(describeRun(await reportInPath(c)))

/** `GET /v7/reports/{report_id}/download`: the report as CSV. Throws `not_found`. */
export const downloadReportFile = async (c: ServerContext): Promise<Response> => fileOf(c, await reportInPath(c))

async function reportInPath({ env, req }: ServerContext): Promise<RunRow> {
  const report_id = req.param('report_id')!
  const [report] = await env.db.query<RunRow>(
    `select r.* from report_runs r join report_runners using (report_runner_id) where report_run_id = $1 and client_id = $2`,
    [report_id, env.clientId],
  )
  if (report) return report
  throw new RestError('not_found', 'There is no report with this id', { parameters: { report_id } })
}

const reportType = z
  .object({
    report_type: z.enum(reportTypes),
    columns: z.array(z.string()).describe('The names of the columns, in the order of the file.'),
  })
  .meta({ id: 'ReportType' })

/** `GET /v7/report-types`: what a report runner can write. */
export const listReportTypes = () =>
  Response.json(reportTypes.map(report_type => ({ report_type, columns: columnsOf(report_type) })))

export const reportDocs = {
  list: {
    summary: 'List the reports of all runners, newest first',
    description: 'A report is what a run of a report runner has written. Its id is that of the run.',
    query,
    response: z.array(runSchema),
  },
  show: { summary: 'Get a report', response: runSchema, errors: ['not_found'] },
  download: { ...runDocs.download, summary: 'Download the CSV file of a report' },
  types: { summary: 'List the types of reports with their columns', response: z.array(reportType) },
} satisfies Record<string, CallDocs>

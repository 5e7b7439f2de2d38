/** @jsxImportSource hono/jsx */

import type { RunnerRow } from '../../server/report-runners/report-runner.js'
import type { ConsoleContext } from '../console-context.js'
import { showPage } from '../layout.js'
import { Empty } from '../message.js'
import { Time } from '../time.js'

export const reportPath = ({ report_runner_id }: Pick<RunnerRow, 'report_runner_id'>) =>
  `/console/reports/${encodeURIComponent(report_runner_id)}`

interface RunnerLine extends RunnerRow {
  last_run_at: Date | null
}

/** `GET /console/reports`: the report runners, and when they run next. */
export async function showReports(c: ConsoleContext): Promise<Response> {
  const runners = await c.env.db.query<RunnerLine>(
    `select r.*, (select max(created_at) from report_runs where report_runner_id = r.report_runner_id) as last_run_at
     from report_runners r where client_id = $1 order by position desc`,
    [c.env.clientId],
  )
  return showPage(c, {
    title: 'Reports',
    lead: (
      <>
        CSV files that your backend asks for, or that are written by a schedule. Your backend adds a report runner with{' '}
        <code>POST /v7/report-runners</code>.
      </>
    ),
    children: runners.length ? <RunnerTable runners={runners} /> : <Empty>There are no report runners.</Empty>,
  })
}

const RunnerTable = ({ runners }: { runners: RunnerLine[] }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">Report</th>
        <th scope="col">Rows</th>
        <th scope="col">Schedule</th>
        <th scope="col">Next run</th>
        <th scope="col">Last run</th>
      </tr>
    </thead>
    <tbody>
      {runners.map(runner => (
        <tr>
          <th scope="row">
            <a href={reportPath(runner)}>{runner.name}</a>
          </th>
          <td data-label="Rows">{runner.report_type}</td>
          <td data-label="Schedule">{runner.schedule ? <code>{runner.schedule.cron}</code> : 'None'}</td>
          <td data-label="Next run">
            <NextRun runner={runner} />
          </td>
          <td data-label="Last run">
            <Time date={runner.last_run_at} otherwise="Never" />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** The time of the next run in the time zone of its schedule. */
export function NextRun({
  runner: { schedule, next_run_at },
}: {
  runner: Pick<RunnerRow, 'schedule' | 'next_run_at'>
}) {
  if (!schedule || !next_run_at) return <>Not scheduled</>
  const { time_zone: timeZone } = schedule
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone })
  return (
    <>
      <time datetime={next_run_at.toISOString()}>{format.format(next_run_at)}</time> {timeZone}
    </>
  )
}

/** @jsxImportSource hono/jsx */
import { type RunnerRow, type RunRow, requireRunner } from '../../server/report-runners/report-runner.js'
import { scheduleTag } from '../../server/report-runners/report-runners.js'
import type { ConsoleContext } from '../console-context.js'
import { type FieldErrors, Input } from '../content-controls.js'
import { Csrf, showPage } from '../layout.js'
import { ChangedMeanwhile, Empty, Failure, Success } from '../message.js'
import type { Session } from '../session.js'
import { Time } from '../time.js'
import { NextRun, reportPath } from './reports.js'

/** More runs make no readable page. */
const MAX_RUNS = 50

/** The fields of the schedule as text. */
export type ScheduleTexts = Record<'cron' | 'time_zone' | 'missed_runs' | 'rows', string>

/** A schedule as it was typed. */
interface ScheduleForm {
  texts: ScheduleTexts
  /** Stands for the stored schedule when the form was opened. Undefined: somebody else has changed it meanwhile. */
  tag?: string | undefined
  errors?: FieldErrors | undefined
}

/** `GET /console/reports/{report_runner_id}`: a report runner with its schedule and its runs. */
export async function showReport(c: ConsoleContext, form?: ScheduleForm): Promise<Response> {
  const runner = await requireRunner(c.env, c.req.param('report_runner_id')!)
  const runs = await c.env.db.query<RunRow>(
    `select * from report_runs where report_runner_id = $1 order by position desc limit ${MAX_RUNS}`,
    [runner.report_runner_id],
  )
  const stored = { texts: textsOf(runner), tag: scheduleTag(runner) }
  const isOutdated = form && form.tag === undefined
  return showPage(
    c,
    {
      title: runner.name,
      lead: (
        <>
          A report of {runner.report_type}. Next run: <NextRun runner={runner} />.
        </>
      ),
      styles: ['tables.css', 'zones.css'],
      children: (
        <>
          {c.req.query('done') && !form && <Success>The schedule is saved.</Success>}
          {isOutdated && <ChangedMeanwhile>{wordsFor(runner)}</ChangedMeanwhile>}
          <ScheduleFields session={c.var.session} runner={runner} {...stored} {...form} />
          <h2>Runs</h2>
          {runs.length ? <RunTable runs={runs} /> : <Empty>The report has not run yet.</Empty>}
        </>
      ),
    },
    isOutdated ? 409 : form ? 422 : 200,
  )
}

function textsOf({ schedule }: RunnerRow): ScheduleTexts {
  const { cron = '', time_zone = '', missed_runs = 'RUN_ONCE', rows = 'ALL' } = schedule ?? {}
  return { cron, time_zone, missed_runs, rows }
}

function wordsFor({ schedule }: RunnerRow) {
  if (!schedule) return 'no times'
  const { cron, time_zone, missed_runs, rows } = schedule
  return (
    <>
      <code>{cron}</code> {time_zone}; after missed times: {missedRunTexts[missed_runs]}; rows of each report:{' '}
      {rowTexts[rows]}
    </>
  )
}

interface FieldsProps extends ScheduleForm {
  session: Session
  runner: RunnerRow
}

const ScheduleFields = ({ session, runner, texts, tag, errors = {} }: FieldsProps) => (
  <form method="post" action={reportPath(runner)} class="sheet" novalidate>
    <h2>Schedule</h2>
    <Csrf session={session} />
    <input type="hidden" name="tag" value={tag} />
    {Object.keys(errors).length > 0 && <Failure>Not saved. Check the marked fields.</Failure>}
    <Input
      schema={{
        type: 'string',
        description:
          'Minute, hour, day of the month, month, weekday: 30 6 * * 1 is Monday at 06:30. Empty: the report runs only when your backend asks for it.',
      }}
      name="cron"
      label="Times (cron)"
      value={texts.cron}
      errors={errors}
    />
    <Input
      schema={{ type: 'string', description: 'Such as America/New_York. Empty: the time zone of the account.' }}
      name="time_zone"
      label="Time zone"
      value={texts.time_zone}
      errors={errors}
    />
    <Choice name="missed_runs" label="After missed times" value={texts.missed_runs} choices={missedRunTexts} />
    <Choice name="rows" label="Rows of each report" value={texts.rows} choices={rowTexts} />
    <button class="main">Save the schedule</button>
  </form>
)

const missedRunTexts = { RUN_ONCE: 'Run once, as soon as possible', SKIP: 'Wait for the next time' }
const rowTexts = { ALL: 'All', NEW: 'Those that are new since the last scheduled run' }

interface ChoiceProps {
  name: string
  label: string
  value: string
  choices: Record<string, string>
}

const Choice = ({ name, label, value, choices }: ChoiceProps) => (
  <div class="field">
    <label for={name}>{label}</label>
    <select id={name} name={name}>
      {Object.entries(choices).map(([each, text]) => (
        <option value={each} selected={each === value}>
          {text}
        </option>
      ))}
    </select>
  </div>
)

const RunTable = ({ runs }: { runs: RunRow[] }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">Written</th>
        <th scope="col">Scheduled for</th>
        <th scope="col">Rows</th>
        <th scope="col">Delivery</th>
      </tr>
    </thead>
    <tbody>
      {runs.map(run => (
        <tr>
          <th scope="row">
            <Time date={run.created_at} otherwise="" />
          </th>
          <td data-label="Scheduled for">
            <Time date={run.scheduled_at} otherwise="On request" />
          </td>
          <td data-label="Rows">{run.row_count}</td>
          <td data-label="Delivery">{run.sync_status === null ? 'None' : deliveryText(run)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

function deliveryText({ sync_status, sync_error_message }: RunRow): string {
  if (sync_status === 'SUCCEEDED') return 'Delivered'
  return sync_error_message === null ? 'Waiting' : `Failed: ${sync_error_message}`
}

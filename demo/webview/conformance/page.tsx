import { Fragment } from 'preact'
import brand from '../../shop/public/images/juniper.svg'
import type { Check, State } from './check.js'
import { CHECKS, GROUPS } from './checks/index.js'
import { type Report, STATE_LABELS, summarize } from './report.js'
import { Row } from './row.js'

interface PageProps {
  report: Report
  /** The ids of the rows to show. Empty: all rows. */
  only: string[]
  start(check: Check): void
}

export function Page({ report, only, start }: PageProps) {
  return (
    <>
      <header class="masthead">
        <a class="brand" href="/">
          <img src={brand} alt="" width="36" height="36" />
          Juniper
        </a>
      </header>
      <main class="conformance" aria-busy={!report.done}>
        <header>
          <h1>Check your app</h1>
          <p class="lead">
            This page sends each message of <code>docs/webviews.md</code> to the app around it and checks the answers.
            Log in to the app as a test person: the checks change the stored token for a moment.
          </p>
        </header>
        <Summary report={report} only={only} />
        {Object.entries(GROUPS).map(([title, checks]) => (
          <Group key={title} title={title} checks={checks} report={report} only={only} start={start} />
        ))}
        <details class="report">
          <summary>Report as JSON</summary>
          <output id="report">{JSON.stringify(report, null, 2)}</output>
        </details>
      </main>
    </>
  )
}

function Summary({ report, only }: Omit<PageProps, 'start'>) {
  return (
    <section class={`summary ${overallState(report)}`} aria-labelledby="summary">
      <h2 id="summary">
        <span role="status">{summarize(report)}</span>
      </h2>
      <dl class="counts">
        {Object.entries(STATE_LABELS).map(([state, label]) => (
          <div class={state} key={state}>
            <dt>{label}</dt>
            <dd>{report[state as State]}</dd>
          </div>
        ))}
      </dl>
      <RowLinks title="Failed" checks={checksIn(report, 'failed')} />
      <RowLinks title="Manual" checks={checksIn(report, 'manual')} />
      <p class="run-again">
        <a class="button quiet" href={location.pathname + location.search}>
          Run again
        </a>
        {only.length > 0 && <a href={location.pathname}>Run all checks</a>}
      </p>
    </section>
  )
}

const overallState = ({ done, failed }: Report): State => (done ? (failed ? 'failed' : 'passed') : 'not_run')

const checksIn = ({ rows }: Report, state: State) =>
  CHECKS.filter(({ id }) => rows.some(row => row.id === id && row.state === state))

/** Links to the rows that a person should look at. */
function RowLinks({ title, checks }: { title: string; checks: Check[] }) {
  if (!checks.length) return null
  return (
    <p>
      <b>{title}: </b>
      {checks.map(({ id, title }, index) => (
        <Fragment key={id}>
          {index > 0 && ' · '}
          <a href={`#${id}`}>{title}</a>
        </Fragment>
      ))}
    </p>
  )
}

function Group({ title, checks, report, only, start }: PageProps & { title: string; checks: Check[] }) {
  const shown = checks.filter(({ id }) => !only.length || only.includes(id))
  if (!shown.length) return null
  return (
    <section class="group">
      <h2>{title}</h2>
      <ul>
        {shown.map(check => (
          <Row key={check.id} check={check} finding={report.rows.find(({ id }) => id === check.id)!} start={start} />
        ))}
      </ul>
    </section>
  )
}

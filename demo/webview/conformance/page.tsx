import { Fragment } from 'preact'
import brand from '../../shop/public/images/juniper.svg'
import type { Check, State } from './check.js'
import { CHECKS, GROUPS } from './checks/index.js'
import { NAMES, type Report, summaryOf } from './report.js'
import { Row } from './row.js'

interface PageProps {
  report: Report
  /** The ids of the rows to show; none for all. */
  only: string[]
  start(check: Check): void
}

const SHOWN = ['passed', 'failed', 'absent', 'by_hand', 'waiting'] as const

export function Page({ report, only, start }: PageProps) {
  const isShown = ({ id }: Check) => !only.length || only.includes(id)
  const rows = new Map(report.rows.map(row => [row.id, row]))
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
          <h1>Check your host</h1>
          <p class="lead">
            What the app around this page answers to each message of <code>docs/webviews.md</code>. Be logged in to it
            as a person made for tests: what the app keeps of them is changed for a moment.
          </p>
        </header>
        <section class={`summary ${verdictOf(report)}`} aria-labelledby="summary">
          <h2 id="summary">
            <span role="status">{summaryOf(report)}</span>
          </h2>
          <dl class="counts">
            {SHOWN.map(state => (
              <div class={state} key={state}>
                <dt>{NAMES[state]}</dt>
                <dd>{report[state]}</dd>
              </div>
            ))}
          </dl>
          <Links title="To mend" rows={rowsOf(report, 'failed')} />
          <Links title="By hand" rows={rowsOf(report, 'by_hand')} />
          <p class="again">
            <a class="button quiet" href={location.pathname + location.search}>
              Run again
            </a>
            {only.length > 0 && <a href={location.pathname}>Run all</a>}
          </p>
        </section>
        {Object.entries(GROUPS).map(([title, checks]) => {
          const here = checks.filter(isShown)
          return here.length ? (
            <section class="group" key={title}>
              <h2>{title}</h2>
              <ul>
                {here.map(check => (
                  <Row key={check.id} check={check} finding={rows.get(check.id)!} start={start} />
                ))}
              </ul>
            </section>
          ) : null
        })}
        <details class="report">
          <summary>For programs</summary>
          <output id="report">{JSON.stringify(report, null, 2)}</output>
        </details>
      </main>
    </>
  )
}

const rowsOf = ({ rows }: Report, state: State) =>
  CHECKS.filter(({ id }) => rows.some(row => row.id === id && row.state === state))

/** The way to the rows that somebody has to look at. */
function Links({ title, rows }: { title: string; rows: Check[] }) {
  if (!rows.length) return null
  return (
    <p>
      <b>{title}: </b>
      {rows.map(({ id, title }, at) => (
        <Fragment key={id}>
          {at > 0 && ' · '}
          <a href={`#${id}`}>{title}</a>
        </Fragment>
      ))}
    </p>
  )
}

const verdictOf = ({ done, failed }: Report) => (done ? (failed ? 'failed' : 'passed') : 'waiting')

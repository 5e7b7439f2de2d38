/** @jsxImportSource hono/jsx */
import {
  countJobs,
  type DeadJob,
  type FailingWork,
  findDeadJobs,
  findFailingWork,
  type KindCounts,
  MAX_COUNTED,
} from '../../jobs/dead-jobs.js'
import type { ConsoleContext } from '../console-context.js'
import { Csrf, showPage } from '../layout.js'
import { Empty, Success } from '../message.js'
import type { Session } from '../session.js'
import { Time } from '../time.js'

/** More jobs make no readable page. */
const MAX_SHOWN = 100

/** `GET /console/work`: what the platform does in the background, the jobs that have failed, and the work for all clients that fails. */
export async function showWork(c: ConsoleContext): Promise<Response> {
  const titles = new Map(c.env.queue.kinds.map(({ name, title }) => [name, title]))
  const counts = await countJobs(c.env, [...titles.keys()])
  const dead = await findDeadJobs(c.env, MAX_SHOWN)
  const failing = await findFailingWork(c.env, [...titles.keys()])
  const retried = c.req.query('retried')
  return showPage(c, {
    title: 'Background work',
    styles: ['tables.css', 'campaigns.css'],
    lead: 'Jobs that the platform does after a request, or at a time. A job that fails is tried again later and later. After its last attempt it stays here until you retry it.',
    children: (
      <>
        {retried && <Success>{retried === '1' ? 'The job runs again.' : `${Number(retried)} jobs run again.`}</Success>}
        <KindTable counts={counts.filter(({ due, later, dead }) => due + later + dead > 0)} titles={titles} />
        <h2>Failed</h2>
        {dead.length === 0 ? (
          <Empty>No job has failed.</Empty>
        ) : (
          <form method="post" action="/console/work/retry" class="actions">
            <Csrf session={c.var.session} />
            <button>Retry all</button>
          </form>
        )}
        {dead.map(job => (
          <Sheet job={job} title={titles.get(job.kind) ?? job.kind} session={c.var.session} />
        ))}
        {dead.length === MAX_SHOWN && <p class="hint">These are the newest {MAX_SHOWN}.</p>}
        <p class="hint">
          Messages that a receiver has refused are on the page of their <a href="/console/webhooks">webhook</a>, and
          asynchronous events that could not be recorded among the <a href="/console/refusals">refused</a> ones.
        </p>
        <h2>Work for all programs</h2>
        <p class="hint">
          The platform cleans up and computes again and again, for all programs together. What fails is tried again
          until it succeeds.
        </p>
        {failing.length === 0 && <Empty>None of it fails at the moment.</Empty>}
        {failing.map(work => (
          <FailingSheet work={work} title={titles.get(work.kind)!} />
        ))}
      </>
    ),
  })
}

const KindTable = ({ counts, titles }: { counts: KindCounts[]; titles: Map<string, string> }) =>
  counts.length === 0 ? (
    <Empty>Nothing waits.</Empty>
  ) : (
    <table>
      <thead>
        <tr>
          <th scope="col">Work</th>
          <th scope="col">Due now</th>
          <th scope="col">Later</th>
          <th scope="col">Failed</th>
        </tr>
      </thead>
      <tbody>
        {counts.map(({ kind, due, later, dead }) => (
          <tr>
            <th scope="row">{titles.get(kind)}</th>
            <td data-label="Due now">{countText(due)}</td>
            <td data-label="Later">{countText(later)}</td>
            <td data-label="Failed">{countText(dead)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )

const countText = (count: number) =>
  count > MAX_COUNTED ? `More than ${MAX_COUNTED.toLocaleString('en')}` : String(count)

const Sheet = ({ job, title, session }: { job: DeadJob; title: string; session: Session }) => (
  <article class="sheet">
    <h3>{title}</h3>
    <p class="when">
      <Subject job={job} />, <Time date={job.died_at} otherwise="" />
    </p>
    <p>
      Failed after {job.failures + job.ended_processes} attempts: {job.failure}
    </p>
    <form method="post" action={`/console/work/${encodeURIComponent(job.job_id)}/retry`}>
      <Csrf session={session} />
      <button class="secondary">Retry</button>
    </form>
  </article>
)

const FailingSheet = ({ work: { failures, run_at }, title }: { work: FailingWork; title: string }) => (
  <article class="sheet">
    <h3>{title}</h3>
    <p class="when">
      Runs next on <Time date={run_at} otherwise="" />
    </p>
    <p>
      {failures === 1 ? 'The last run has' : `The last ${failures} runs have`} failed. The log of the platform says why.
    </p>
  </article>
)

/** What a job is about, with a link to its page if there is one. */
function Subject({ job: { job_id, kind, lane, payload } }: { job: DeadJob }) {
  const id = encodeURIComponent(lane)
  if (kind === 'fulfillment' || kind === 'expiry') return <a href={`/console/rewards/${id}`}>Reward {lane}</a>
  if (kind === 'report') return <a href={`/console/reports/${id}`}>Report {lane}</a>
  if (kind === 'webhook-message')
    return <a href={`/console/webhooks/${id}/messages/${encodeURIComponent(String(payload))}`}>Message {payload}</a>
  return <code>{job_id}</code>
}

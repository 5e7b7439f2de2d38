/** @jsxImportSource hono/jsx */
import { type DueWork, findDue } from '../../clock/due.js'
import { refusalToMove } from '../../clock/move-clock.js'
import type { ConsoleContext } from '../console-context.js'
import { Csrf, showPage } from '../layout.js'
import { Empty, Failure, Success } from '../message.js'
import type { Session } from '../session.js'
import { Time } from '../time.js'

/** More does not help to see what comes next. */
const MAX_DUE = 20

const choices: [forward: string, label: string][] = [
  ['next', 'To what is due next'],
  ['1h', '1 hour'],
  ['1d', '1 day'],
  ['1w', '1 week'],
  ['30d', '30 days'],
  ['365d', '365 days'],
]

interface ClockForm {
  /** What the last move did. */
  summary?: string
  /** Where the last move should have gone, if it is not there. */
  left?: Date | undefined
  error?: string
  status?: number
}

/** `GET /console/clock`: the time of the platform, what is due next, and the form that moves the clock. */
export async function showClock(c: ConsoleContext, { summary, left, error, status = 200 }: ClockForm = {}) {
  const {
    env,
    var: { session },
  } = c
  const refusal = refusalToMove(env)
  const due = await findDue(env, env.queue.kinds, MAX_DUE)
  return showPage(
    c,
    {
      title: 'Clock',
      lead: (
        <>
          It is <Time date={new Date(env.settings.now())} otherwise="" />. Move the clock forward to see what happens
          later: rewards are fulfilled and expire, webhook messages and scheduled reports go out, tokens expire. You
          stay signed in.
        </>
      ),
      children: (
        <>
          {summary && <Success>{summary}</Success>}
          {left && <Rest session={session} left={left} />}
          {error && <Failure id="error">{error}</Failure>}
          {refusal ? <p class="empty">{refusal}.</p> : <MoveForm session={session} hasDue={due.length > 0} />}
          <h2>Due next</h2>
          {due.length === 0 ? <Empty>Nothing is due.</Empty> : <DueTable due={due} />}
        </>
      ),
    },
    status,
  )
}

const MoveForm = ({ session, hasDue }: { session: Session; hasDue: boolean }) => (
  <form method="post" action="/console/clock" class="sheet">
    <Csrf session={session} />
    <label for="forward">
      Move forward <span class="hint">(for all clients of the platform. The clock does not go back)</span>
    </label>
    <select id="forward" name="forward">
      {choices
        .filter(([forward]) => hasDue || forward !== 'next')
        .map(([forward, label]) => (
          <option value={forward}>{label}</option>
        ))}
    </select>
    <button class="main">Move the clock</button>
  </form>
)

/** Goes on with a move that took too long for one request. */
const Rest = ({ session, left }: { session: Session; left: Date }) => (
  <form method="post" action="/console/clock" class="sheet">
    <Csrf session={session} />
    <input type="hidden" name="until" value={left.toISOString()} />
    <p>
      There is more to do until <Time date={left} otherwise="" />.
    </p>
    <button class="main">Go on</button>
  </form>
)

const DueTable = ({ due }: { due: DueWork[] }) => (
  <table>
    <thead>
      <tr>
        <th scope="col">About</th>
        <th scope="col">Work</th>
        <th scope="col">Time</th>
      </tr>
    </thead>
    <tbody>
      {due.map(({ at, kind, title, id, subject }) => (
        <tr>
          <th scope="row">
            <Subject kind={kind} id={id} subject={subject ?? id} />
          </th>
          <td data-label="Work">{title}</td>
          <td data-label="Time">
            <Time date={at} otherwise="" />
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const pages: Record<string, string> = {
  fulfillment: 'rewards',
  expiry: 'rewards',
  'webhook-message': 'webhooks',
  report: 'reports',
}

/** What the work is about, with a link to its page if there is one. */
const Subject = ({ kind, id, subject }: { kind: string; id: string; subject: string }) =>
  pages[kind] ? <a href={`/console/${pages[kind]}/${encodeURIComponent(id)}`}>{subject}</a> : <span>{subject}</span>

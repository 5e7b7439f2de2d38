/** @jsxImportSource hono/jsx */
import { countDeletionRequests, type DeletionRequest, findDeletionRequests } from '../../events/deletion-requests.js'
import type { ConsoleContext } from '../console-context.js'
import { Csrf, showPage } from '../layout.js'
import { Empty, Success } from '../message.js'
import type { Session } from '../session.js'
import { Time } from '../time.js'
import { eventPath } from './event.js'
import { personPath } from './people.js'

/** More requests make no readable page. */
const MAX_LINES = 100

export const REQUESTS = '/console/requests'

/** `GET /console/requests?state=`: the people who ask for the deletion of their data, newest first. At first those who wait for the brand. */
export async function showRequests(c: ConsoleContext): Promise<Response> {
  const done = c.req.query('state') === 'done'
  const counts = await countDeletionRequests(c.env)
  const requests = await findDeletionRequests(c.env, { done, limit: MAX_LINES })
  const marked = c.req.query('marked')
  return showPage(c, {
    title: 'Requests',
    lead: 'People who ask for the deletion of their data. Delete the data in your own systems, then mark the request as done. Nothing is deleted in the program: the platform has no call that deletes a person. Requests of test containers are not listed.',
    children: (
      <>
        {marked === 'done' && <Success>The request is done.</Success>}
        {marked === 'open' && <Success>The request is open again.</Success>}
        <nav class="tabs" aria-label="State">
          <ul>
            <Tab href={REQUESTS} text={`Open (${counts.open})`} isCurrent={!done} />
            <Tab href={`${REQUESTS}?state=done`} text={`Done (${counts.done})`} isCurrent={done} />
          </ul>
        </nav>
        {requests.length ? (
          <RequestTable requests={requests} done={done} session={c.var.session} />
        ) : (
          <Empty>{done ? 'No request is done yet.' : 'Nobody is waiting for the deletion of their data.'}</Empty>
        )}
        {counts[done ? 'done' : 'open'] > MAX_LINES && <p class="hint">These are the newest {MAX_LINES}.</p>}
      </>
    ),
  })
}

const Tab = ({ href, text, isCurrent }: { href: string; text: string; isCurrent: boolean }) => (
  <li>
    <a href={href} aria-current={isCurrent ? 'page' : undefined}>
      {text}
    </a>
  </li>
)

interface RequestTableProps {
  requests: DeletionRequest[]
  done: boolean
  session: Session
}

const RequestTable = ({ requests, done, session }: RequestTableProps) => (
  <table>
    <thead>
      <tr>
        <th scope="col">Person</th>
        <th scope="col">Request</th>
        {done && <th scope="col">Done</th>}
        <th scope="col">Action</th>
      </tr>
    </thead>
    <tbody>
      {requests.map(request => (
        <tr>
          <th scope="row">
            <a href={personPath(request.person_id)}>{request.person}</a>
            <br />
            <span class="hint">{request.verified ? 'Verified' : 'Not verified: ask the person first'}</span>
          </th>
          <td data-label="Request">
            <a href={eventPath(request.event_id)}>
              <Time date={request.created_at} otherwise="" />
            </a>
            <br />
            <span class="hint">{request.programs}</span>
          </td>
          {done && (
            <td data-label="Done">
              <Time date={request.done_at} otherwise="" />
              <br />
              <span class="hint">by {request.done_by}</span>
            </td>
          )}
          <td>
            <form method="post" action={`${REQUESTS}/${encodeURIComponent(request.event_id)}`}>
              <Csrf session={session} />
              <button
                class="small"
                name="state"
                value={done ? 'open' : 'done'}
                aria-label={`${done ? 'Open again' : 'Mark as done'}: ${request.person}`}
              >
                {done ? 'Open again' : 'Mark as done'}
              </button>
            </form>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

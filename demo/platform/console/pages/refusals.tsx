/** @jsxImportSource hono/jsx */
import { findRefusals, type Refusal } from '../../events/refusals.js'
import type { ConsoleContext } from '../console-context.js'
import { showPage } from '../layout.js'
import { Empty } from '../message.js'
import { Time } from '../time.js'

/** More refusals make no readable page. */
const MAX_SHOWN = 100

/**
 * `GET /console/refusals`: what was refused without an answer that says so, newest first. `find`: only those of an event by its id or name, or of a code.
 */
export async function showRefusals(c: ConsoleContext): Promise<Response> {
  const find = c.req.query('find')?.trim() || undefined
  const refusals = await findRefusals(c.env, { find, limit: MAX_SHOWN })
  return showPage(c, {
    title: 'Refused',
    lead: 'Asynchronous events that were accepted but could not be recorded, and clicks on links that do not exist. They are kept for 30 days.',
    children: (
      <>
        <form method="get" action="/console/refusals" class="sheet">
          <label for="find">The id or name of an event, or the code of a link</label>
          <input id="find" type="search" name="find" value={find ?? ''} autocomplete="off" />
          <button>Find</button>
        </form>
        {refusals.length === 0 && <Empty>{find ? 'Nothing like that was refused.' : 'Nothing was refused.'}</Empty>}
        {refusals.map(refusal => (
          <Sheet refusal={refusal} />
        ))}
        {refusals.length === MAX_SHOWN && <p class="hint">These are the newest {MAX_SHOWN}.</p>}
      </>
    ),
  })
}

const Sheet = ({ refusal: { kind, subject, event_id, code, message, data, refused_at } }: { refusal: Refusal }) => (
  <article class="sheet">
    <h2>{kind === 'EVENT' ? `Event ${subject}` : `Click on ${subject}`}</h2>
    <p class="when">
      {event_id && `${event_id}, `}
      <Time date={refused_at} otherwise="" />
    </p>
    <p>
      <code>{code}</code>: {message}
    </p>
    {data !== null && <p class="message">{JSON.stringify(data, null, 2)}</p>}
  </article>
)

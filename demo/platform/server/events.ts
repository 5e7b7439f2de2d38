import { z } from 'zod'
import type { Domain } from '../domain.js'
import { eventData } from '../events/event-data.js'
import { checkEvent, type Recorded, recordEvent } from '../events/record-event.js'
import { type BodyShape, type Fields, parseBody } from '../http/body.js'
import { RestError } from '../http/rest-error.js'
import type { CallDocs } from '../openapi/call-docs.js'
import { namedBody } from '../program/named-body.js'
import { newId } from '../store/id.js'
import { findOrCreatePerson } from './find-or-create-person.js'
import type { ServerContext } from './server-call.js'

const named = namedBody(['json'])
const bare = {
  schema: eventData.meta({ examples: [{ email: 'grace@example.com', cart_value: 48 }] }),
} satisfies BodyShape

/** `POST /v6/events`: `{event_id, person_id}` (specification 4.4). */
export async function submitEvent(c: ServerContext): Promise<Response> {
  const { event_name, data } = await parseBody(c.req.raw, named)
  return Response.json(await submit(c, event_name, data))
}

/** `POST /v6/events/{event_name}`: the same, with the data as body. */
export async function submitNamedEvent(c: ServerContext): Promise<Response> {
  return Response.json(await submit(c, c.req.param('event_name'), await parseBody(c.req.raw, bare)))
}

/** `POST /v6/async-events`: `{event_id}` at once. The event is processed afterwards. */
export async function submitAsyncEvent(c: ServerContext): Promise<Response> {
  const { event_name, data } = await parseBody(c.req.raw, named)
  return Response.json(enqueue(c, event_name, data))
}

/** `POST /v6/async-events/{event_name}`: the same, with the data as body. */
export async function submitNamedAsyncEvent(c: ServerContext): Promise<Response> {
  return Response.json(enqueue(c, c.req.param('event_name'), await parseBody(c.req.raw, bare)))
}

const recorded = z.object({ event_id: z.string(), person_id: z.string() })
const queued = z.object({ event_id: z.string() })
const sync = {
  response: recorded,
  errors: ['invalid_email', 'person_not_found', 'access_denied', 'invalid_campaign_id'],
} satisfies Partial<CallDocs>

export const eventDocs = {
  sync: { summary: 'Submit an event and get its person', body: named, ...sync },
  syncNamed: { summary: 'Submit the event in the path and get its person', body: bare, ...sync },
  async: { summary: 'Submit an event for processing in the background', body: named, response: queued },
  asyncNamed: {
    summary: 'Submit the event in the path for processing in the background',
    body: bare,
    response: queued,
  },
} satisfies Record<string, CallDocs>

const submit = ({ env }: ServerContext, name: string | undefined, data: Fields, eventId?: string): Promise<Recorded> =>
  recordForPerson(env, name, data, eventId)

/** Records an event of the person whom its data identifies. Throws the errors of `findOrCreatePerson` and `recordEvent`. */
export function recordForPerson(
  outer: Domain,
  name: string | undefined,
  data: Fields,
  eventId: string = newId(),
): Promise<Recorded> {
  return outer.db.transaction(async db => {
    const domain = { ...outer, db }
    const personId = await findOrCreatePerson(domain, data)
    const sender = { personId, deviceId: null, requestDeviceId: null, verified: true }
    return recordEvent(domain, sender, { name: checkName(name), data, eventId })
  })
}

function enqueue(c: ServerContext, name: string | undefined, data: Fields): { event_id: string } {
  const event_id = newId()
  checkEvent(checkName(name), data)
  c.env.queue.add(() => submit(c, name, data, event_id))
  return { event_id }
}

function checkName(name: string | undefined): string {
  if (name) return name
  throw new RestError('invalid_parameter', 'event_name is missing', { parameters: { name: 'event_name' } })
}

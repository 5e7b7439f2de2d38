import { checkEvent, recordEvent } from '../events/record-event.js'
import type { Fields } from '../http/body.js'
import { readBody } from '../http/body.js'
import { RestError } from '../http/rest-error.js'
import { readNamedBody } from '../program/named-body.js'
import { newId } from '../store/id.js'
import { personIn } from './person-in-data.js'
import type { ServerContext } from './server-call.js'

/** `POST /v6/events`: `{event_id, person_id}` (specification 4.4). */
export async function submitEvent(c: ServerContext): Promise<Response> {
  const { event_name, data } = await readNamedBody(c.req.raw, ['json'])
  return Response.json(await submit(c, event_name, data))
}

/** `POST /v6/events/{event_name}`: the same, its body the data itself. */
export async function submitNamedEvent(c: ServerContext): Promise<Response> {
  return Response.json(await submit(c, c.req.param('event_name'), await dataIn(c)))
}

/** `POST /v6/async-events`: `{event_id}` at once; who it is about is found out afterwards. */
export async function submitAsyncEvent(c: ServerContext): Promise<Response> {
  const { event_name, data } = await readNamedBody(c.req.raw, ['json'])
  return Response.json(enqueue(c, event_name, data))
}

/** `POST /v6/async-events/{event_name}`: the same, its body the data itself. */
export async function submitNamedAsyncEvent(c: ServerContext): Promise<Response> {
  return Response.json(enqueue(c, c.req.param('event_name'), await dataIn(c)))
}

const dataIn = async (c: ServerContext) => (await readBody(c.req.raw, ['json'])).fields

async function submit(c: ServerContext, name: string | undefined, data: Fields, eventId = newId()) {
  return c.env.db.transaction(async db => {
    const domain = { ...c.env, db }
    const personId = await personIn(domain, data)
    const sender = { personId, deviceId: null, verified: true }
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
  throw new RestError('invalid_parameter', 'An event needs a name', { parameters: { name: 'event_name' } })
}

import { z } from 'zod'
import { checkEvent, requireEventName } from '../events/check-event.js'
import { eventData } from '../events/event-data-docs.js'
import type { Recorded } from '../events/record-event.js'
import { type BodyShape, type Fields, parseBody } from '../http/body.js'
import type { CallDocs } from '../openapi/call-docs.js'
import { acceptedEvent, asyncEventJob } from './async-event-job.js'
import { namedBody } from './named-body.js'
import { recordForPerson } from './record-for-person.js'
import type { ServerContext } from './server-call.js'

const bare = {
  schema: eventData.meta({ examples: [{ email: 'grace@example.com', cart_value: 48 }] }),
} satisfies BodyShape

/** `POST /v6/events`: `{event_id, person_id}` (specification 4.4). */
export async function submitEvent(c: ServerContext): Promise<Response> {
  const { event_name, data } = await parseBody(c.req.raw, namedBody)
  return Response.json(await submit(c, event_name, data))
}

/** `POST /v6/events/{event_name}`: the same, with the data as body. */
export async function submitNamedEvent(c: ServerContext): Promise<Response> {
  return Response.json(await submit(c, c.req.param('event_name'), await parseBody(c.req.raw, bare)))
}

/** `POST /v6/async-events`: `{event_id}` as soon as the event is stored. It is recorded afterwards. */
export async function submitAsyncEvent(c: ServerContext): Promise<Response> {
  const { event_name, data } = await parseBody(c.req.raw, namedBody)
  return Response.json(await accept(c, event_name, data))
}

/** `POST /v6/async-events/{event_name}`: the same, with the data as body. */
export async function submitNamedAsyncEvent(c: ServerContext): Promise<Response> {
  return Response.json(await accept(c, c.req.param('event_name'), await parseBody(c.req.raw, bare)))
}

const recorded = z.object({ event_id: z.string(), person_id: z.string() })
const queued = z.object({ event_id: z.string() })
const sync = {
  response: recorded,
  errors: [
    'invalid_email',
    'partner_user_id_invalid_length',
    'person_not_found',
    'access_denied',
    'invalid_campaign_id',
  ],
} satisfies Partial<CallDocs>

export const eventDocs = {
  sync: { summary: 'Submit an event and get its person', body: namedBody, ...sync },
  syncNamed: { summary: 'Submit the event in the path and get its person', body: bare, ...sync },
  async: {
    summary: 'Submit an event for processing in the background',
    description:
      'The event is stored before the answer. Events that name a person in the same way are recorded in their order. The repetition of an event with the same `partner_event_id` is answered with the id of the first one.',
    body: namedBody,
    response: queued,
  },
  asyncNamed: {
    summary: 'Submit the event in the path for processing in the background',
    body: bare,
    response: queued,
  },
} satisfies Record<string, CallDocs>

const submit = ({ env }: ServerContext, name: string | undefined, data: Fields): Promise<Recorded> =>
  env.db.transaction(db => recordForPerson({ ...env, db }, { name: requireEventName(name), data }))

async function accept({ env }: ServerContext, name: string | undefined, data: Fields): Promise<{ event_id: string }> {
  const event = { name: requireEventName(name), data }
  const { partner_event_id } = await checkEvent(env, event.name, data)
  const { event_id, isRecorded } = await acceptedEvent(env, event, partner_event_id)
  if (!isRecorded) await env.queue.add(env, asyncEventJob(event_id, event))
  return { event_id }
}

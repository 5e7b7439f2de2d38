import { z } from 'zod'
import { requireEventName } from '../events/check-event.js'
import { eventData } from '../events/event-data-docs.js'
import { type Recorded, recordEvent, senderOf } from '../events/record-event.js'
import { checkEscapes, parseBody, validate } from '../http/body.js'
import type { CallDocs, CallError } from '../openapi/call-docs.js'
import { callerOf, keepConsent, type ProgramContext } from './consumer-call.js'
import { type Data, identify } from './identify.js'
import { dataBody, type NamedBody, namedBody, splitFields } from './named-body.js'
import { sessionFields } from './web-friendly.js'

const apiBody = namedBody(['json'])
const webBody = namedBody(['json', 'form', 'text'])
const apiData = dataBody(['json'])
const webData = dataBody(['json', 'form', 'text'])
const inQuery = eventData.extend({ jwt: z.string().optional().describe('A JWT that identifies the consumer.') })

/** `POST /v6/events`: `{id, event_id, person_id}` (specification 6). */
export async function submitEvent(c: ProgramContext): Promise<Response> {
  const { event_id, person_id } = await submit(c, await parseBody(c.req.raw, apiBody))
  return Response.json({ id: event_id, event_id, person_id })
}

/** `POST /v6/events/{event_name}`: the same, with the data as body. */
export async function submitNamedEvent(c: ProgramContext): Promise<Response> {
  const { event_id, person_id } = await submit(c, await named(c, apiData))
  return Response.json({ id: event_id, event_id, person_id })
}

/** `POST /events`: `{id, token, cookie_consent}`, always 200 (specification 4.3). */
export async function submitWebEvent(c: ProgramContext): Promise<Response> {
  const { event_id } = await submit(c, await parseBody(c.req.raw, webBody))
  return Response.json({ id: event_id, ...(await sessionFields(c)) })
}

/** `POST /events/{event_name}`: the same, with the data as body. */
export async function submitNamedWebEvent(c: ProgramContext): Promise<Response> {
  const { event_id } = await submit(c, await named(c, webData))
  return Response.json({ id: event_id, ...(await sessionFields(c)) })
}

/** `GET /events/{event_name}`: the same, with the data in the query string. */
export async function submitEventByUrl(c: ProgramContext): Promise<Response> {
  checkEscapes(c.req.url, 'The URL')
  const { access_token: _, ...query } = validate(inQuery, c.req.query())
  const { jwt, data } = splitFields(query) as { jwt?: string; data: Data }
  const { event_id } = await submit(c, { event_name: c.req.param('event_name'), data, jwt })
  return Response.json({ id: event_id, ...(await sessionFields(c)) })
}

/** Reads a body that is the data itself. The name is in the path. */
async function named(c: ProgramContext, shape: typeof apiData): Promise<NamedBody> {
  const { jwt, ...data } = await parseBody(c.req.raw, shape)
  return { event_name: c.req.param('event_name'), data, jwt }
}

async function submit(c: ProgramContext, { event_name, data, jwt }: NamedBody): Promise<Recorded> {
  const name = requireEventName(event_name)
  const known = await identify(c, data, jwt, true)
  const submission = { name, data: known }
  const recorded = await c.env.db.transaction(db => recordEvent({ ...c.env, db }, senderOf(callerOf(c)), submission))
  keepConsent(c, recorded)
  return recorded
}

const id = z.string()
const errors: CallError[] = ['invalid_email', 'partner_user_id_invalid_length', 'access_denied', 'invalid_campaign_id']
const apiResponse = z.object({ id, event_id: id.describe('The same as `id`.'), person_id: id })
const webResponse = z
  .object({ id, token: z.string().optional(), cookie_consent: z.string().optional() })
  .partial({ id: true })

export const eventDocs = {
  submit: {
    summary: 'Submit an event',
    body: apiBody,
    response: apiResponse,
    errors,
  },
  submitByWeb: { summary: 'Submit an event from a page', body: webBody, response: webResponse, errors },
  submitNamed: {
    summary: 'Submit the event in the path',
    body: apiData,
    response: apiResponse,
    errors,
  },
  submitNamedByWeb: {
    summary: 'Submit the event in the path from a page',
    body: webData,
    response: webResponse,
    errors,
  },
  submitByUrl: {
    summary: 'Submit an event by its URL, for tracking pixels',
    description:
      'A request from another site that is authorized by the cookie is recorded, but it does not change the identity of the consumer.',
    query: inQuery,
    response: webResponse,
    errors,
  },
} satisfies Record<string, CallDocs>

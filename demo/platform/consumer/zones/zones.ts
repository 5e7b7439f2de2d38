import { z } from 'zod'
import { checkEvent } from '../../events/check-event.js'
import { senderOf } from '../../events/record-event.js'
import { parseBody } from '../../http/body.js'
import { RestError } from '../../http/rest-error.js'
import { tokenLevel } from '../../identity/token.js'
import type { CallDocs, CallError } from '../../openapi/call-docs.js'
import { creativeResponse } from '../../zones/creative-response.js'
import { type RenderedZone, renderZone as render } from '../../zones/render-zone.js'
import { checkZoneName } from '../../zones/zone-name.js'
import { callerOf, keepConsent, type ProgramContext } from '../consumer-call.js'
import { identify } from '../identify.js'
import { dataBody, type NamedBody, namedBody } from '../named-body.js'

const apiBody = namedBody(['json'])
const apiData = dataBody(['json'])
const webBody = namedBody(['json', 'form', 'text'], true)
const webData = dataBody(['json', 'form'])

/** `POST /v6/zones`: `{event_id, campaign_id, data}` (specification 4.3). */
export async function renderZone(c: ProgramContext): Promise<Response> {
  return respondApi(c, await parseBody(c.req.raw, apiBody))
}

/** `POST /v6/zones/{event_name}`: the same, with the data as body. */
export async function renderNamedZone(c: ProgramContext): Promise<Response> {
  return respondApi(c, await named(c, apiData, 'event_name'))
}

/** `POST /zones`: the creative itself. An empty 200 without a name or creative. */
export async function renderWebZone(c: ProgramContext): Promise<Response> {
  return respondWeb(c, await parseBody(c.req.raw, webBody))
}

/** `POST /zones/{zone_name}`: the same, with the data as body. */
export async function renderNamedWebZone(c: ProgramContext): Promise<Response> {
  return respondWeb(c, await named(c, webData, 'zone_name'))
}

/** Reads a body that is the data itself. The name is in the path. */
async function named(c: ProgramContext, shape: typeof apiData, parameter: string): Promise<NamedBody> {
  const { jwt, ...data } = await parseBody(c.req.raw, shape)
  return { event_name: c.req.param(parameter), data, jwt }
}

async function respondApi(c: ProgramContext, body: NamedBody): Promise<Response> {
  if (!body.event_name) throw new RestError('missing_zone_name', 'event_name is missing')
  const zone = await renderFor(c, body.event_name, body)
  if (!zone) throw new RestError('no_creative', 'The zone has no creative for this consumer')
  const { event_id, campaign_id, content_type, content } = zone
  if (content_type !== 'application/json')
    throw new RestError('invalid_creative_result', `The creative is ${content_type}, not JSON`)
  return Response.json({ event_id, campaign_id, data: JSON.parse(content) })
}

async function respondWeb(c: ProgramContext, body: NamedBody): Promise<Response> {
  const zone = body.event_name ? await renderFor(c, body.event_name, body) : await identifyOnly(c, body)
  return zone ? creativeResponse(c.env, zone) : new Response('')
}

/** Identifies the consumer even if the call names no zone. */
async function identifyOnly(c: ProgramContext, { data, jwt }: NamedBody): Promise<undefined> {
  await identify(c, data, jwt)
}

async function renderFor(c: ProgramContext, name: string, { data, jwt }: NamedBody): Promise<RenderedZone | undefined> {
  checkZoneName(name)
  const { time } = await checkEvent(c.env, name, data)
  const known = await identify(c, data, jwt)
  const caller = callerOf(c)
  const request = { name, data: known, level: tokenLevel(caller.token), sender: senderOf(caller), time }
  const { zone, person } = await render(c.env, request)
  if (person) keepConsent(c, person)
  return zone
}

const rendered = z.object({
  event_id: z
    .string()
    .nullable()
    .describe(
      'The input event. Null: the request is not recorded, as that of a preview or of a person who is blocked for events.',
    ),
  campaign_id: z.string(),
  data: z.unknown().describe('The content of the creative.'),
})
const errors: CallError[] = [
  'invalid_zone_name',
  'invalid_parameter',
  'no_creative',
  'invalid_creative_result',
  'invalid_email',
  'partner_user_id_invalid_length',
  'access_denied',
]
const webErrors: CallError[] = [
  'invalid_zone_name',
  'invalid_parameter',
  'invalid_email',
  'partner_user_id_invalid_length',
]
const mediaTypes = ['application/json', 'text/html', 'text/javascript', 'text/plain']

export const zoneDocs = {
  render: { summary: 'Render a zone', body: apiBody, response: rendered, errors: ['missing_zone_name', ...errors] },
  renderNamed: { summary: 'Render the zone in the path', body: apiData, response: rendered, errors },
  renderByWeb: {
    summary: 'Render a zone as its creative',
    description:
      'If the body has no name, or the zone has no creative, the response is empty. The call creates a token nevertheless.',
    body: webBody,
    mediaTypes,
    errors: webErrors,
  },
  renderNamedByWeb: {
    summary: 'Render the zone in the path as its creative',
    body: webData,
    mediaTypes,
    errors: webErrors,
  },
} satisfies Record<string, CallDocs>

import { recordZone, senderOf } from '../../events/record-event.js'
import type { MediaType } from '../../http/body.js'
import { RestError } from '../../http/rest-error.js'
import { callerOf, type ProgramContext } from '../consumer-call.js'
import { identify } from '../identify.js'
import { type NamedBody, readData, readNamedBody } from '../named-body.js'
import { type Creative, findCreative } from './creative.js'
import { fillIn } from './fill-in.js'

const namedTypes: MediaType[] = ['json', 'form', 'text']

/** `POST /v6/zones`: `{event_id, campaign_id, data}` (specification 4.3). */
export async function renderZone(c: ProgramContext): Promise<Response> {
  return renderForApi(c, await readNamedBody(c.req.raw, ['json']))
}

/** `POST /v6/zones/{event_name}`: the same, its body the data itself. */
export async function renderNamedZone(c: ProgramContext): Promise<Response> {
  return renderForApi(c, { ...(await readData(c.req.raw, ['json'])), event_name: c.req.param('event_name') })
}

/** `POST /zones`: the creative itself; an empty 200 where there is no name or nothing behind it. */
export async function renderWebZone(c: ProgramContext): Promise<Response> {
  return renderForWeb(c, await readNamedBody(c.req.raw, namedTypes, true))
}

/** `POST /zones/{zone_name}`: the same, its body the data itself. */
export async function renderNamedWebZone(c: ProgramContext): Promise<Response> {
  return renderForWeb(c, { ...(await readData(c.req.raw, ['json', 'form'])), event_name: c.req.param('zone_name') })
}

async function renderForApi(c: ProgramContext, body: NamedBody): Promise<Response> {
  if (!body.event_name) throw new RestError('missing_zone_name', 'The zone has no name')
  const zone = await render(c, body.event_name, body)
  if (!zone) throw new RestError('no_creative', 'Nothing stands behind the zone')
  const { creative, event_id } = zone
  if (creative.content_type !== 'application/json')
    throw new RestError('invalid_creative_result', `The creative is ${creative.content_type}, not JSON`)
  return Response.json({ event_id, campaign_id: creative.campaign_id, data: JSON.parse(creative.content) })
}

async function renderForWeb(c: ProgramContext, body: NamedBody): Promise<Response> {
  const zone = body.event_name ? await render(c, body.event_name, body) : await identifyOnly(c, body)
  if (!zone) return new Response('')
  const { creative, event_id } = zone
  const { names } = c.env
  return new Response(creative.content, {
    headers: {
      'Content-Type': creative.content_type,
      [names.campaign]: creative.campaign_id,
      [names.inputEventId]: event_id,
    },
  })
}

/** A consumer who is named in a call that asks for nothing is known all the same. */
async function identifyOnly(c: ProgramContext, { data, jwt }: NamedBody): Promise<undefined> {
  await identify(c, data, jwt)
}

async function render(
  c: ProgramContext,
  name: string,
  { data, jwt }: NamedBody,
): Promise<{ creative: Creative; event_id: string } | undefined> {
  if (!/^[\w-]{1,100}$/.test(name))
    throw new RestError('invalid_zone_name', 'A zone name has letters, digits, dash and underscore', {
      parameters: { name },
    })
  const known = await identify(c, data, jwt)
  const { token } = callerOf(c)
  return c.env.db.transaction(async db => {
    const domain = { ...c.env, db }
    const event_id = await recordZone(domain, senderOf(token), { name, data: known })
    const creative = await findCreative(domain, name)
    return creative && { event_id, creative: await fillIn(domain, token, creative, known) }
  })
}

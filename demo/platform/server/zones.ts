import type { Domain } from '../domain.js'
import { checkEvent } from '../events/check-event.js'
import { eventData } from '../events/event-data-docs.js'
import { backendSender } from '../events/record-event.js'
import { type BodyShape, type Fields, parseBody } from '../http/body.js'
import { RestError } from '../http/rest-error.js'
import type { CallDocs, CallError } from '../openapi/call-docs.js'
import { creativeResponse } from '../zones/creative-response.js'
import { renderZone, type ZoneRequest } from '../zones/render-zone.js'
import { checkZoneName } from '../zones/zone-name.js'
import { findOrCreatePerson, identifiesPerson } from './find-or-create-person.js'
import { namedBody } from './named-body.js'
import type { ServerContext } from './server-call.js'

const bare = {
  schema: eventData.meta({ examples: [{ email: 'grace@example.com', locale: 'en' }] }),
  optional: true,
} satisfies BodyShape

/** Parameters that identify or target the viewer. */
const targeting = [
  'email',
  'partner_user_id',
  'person_id',
  'first_name',
  'last_name',
  'event_time',
  'jwt',
  'labels',
  'locale',
  'level',
  'container',
  'preview_key',
  'data',
]

/**
 * `GET /v5/zones/{zone_name}`: the creative for everybody (specification 4.4). There is no input event, and personal
 * placeholders are null. Throws `invalid_parameter` for identity and targeting parameters. Other unknown parameters are
 * ignored, as in every call (specification 8).
 */
export async function fetchZone(c: ServerContext): Promise<Response> {
  const unsupported = targeting.find(name => c.req.query(name) !== undefined)
  if (unsupported)
    throw new RestError(
      'invalid_parameter',
      `GET does not accept ${unsupported}. Use POST to render a zone for a person`,
      {
        parameters: { name: unsupported },
      },
    )
  return respond(c.env, { name: nameInPath(c), data: {}, level: 'anonymous' })
}

/** `POST /v5/zones/{zone_name}`: the creative for the person or viewer that the data describes. The body is the data. */
export async function renderNamedZone(c: ServerContext): Promise<Response> {
  return renderFor(c, nameInPath(c), await parseBody(c.req.raw, bare))
}

/** `POST /v6/zones`: the same, by `{event_name, data}`. */
export async function renderZoneByBody(c: ServerContext): Promise<Response> {
  const { event_name, data } = await parseBody(c.req.raw, namedBody)
  if (!event_name) throw new RestError('missing_zone_name', 'event_name is missing')
  return renderFor(c, event_name, data)
}

/** A person that the brand's backend names sees the same as a verified consumer. */
async function renderFor(c: ServerContext, name: string, data: Fields): Promise<Response> {
  checkZoneName(name)
  const { time } = await checkEvent(c.env, name, data)
  if (!identifiesPerson(data)) return respond(c.env, { name, data, level: 'anonymous' })
  const response = await c.env.db.transaction(async db => {
    const domain = { ...c.env, db }
    const { personId, isNew } = await findOrCreatePerson(domain, data)
    const sender = backendSender(personId)
    const { zone } = await renderZone(domain, { name, data, level: 'verified', sender, time })
    // A zone that shows nothing creates nobody. The request of a person who exists is recorded.
    if (!zone && isNew) throw noCreative(name)
    return zone && creativeResponse(domain, zone)
  })
  if (!response) throw noCreative(name)
  return response
}

async function respond(domain: Domain, request: ZoneRequest): Promise<Response> {
  const { zone } = await renderZone(domain, request)
  if (zone) return creativeResponse(domain, zone)
  throw noCreative(request.name)
}

const noCreative = (name: string) =>
  new RestError('no_creative', 'The zone has no creative for this consumer', { parameters: { name } })

function nameInPath(c: ServerContext): string {
  const name = c.req.param('zone_name')!
  checkZoneName(name)
  return name
}

const mediaTypes = ['application/json', 'text/html', 'text/javascript', 'text/plain']
const errors: CallError[] = ['invalid_zone_name', 'no_creative']
const targeted: CallError[] = [...errors, 'invalid_email', 'partner_user_id_invalid_length', 'person_not_found']

export const zoneDocs = {
  fetch: {
    summary: 'Get the zone for everybody',
    description: `Rejects identity and targeting parameters with \`invalid_parameter\`: ${targeting.join(', ')}.`,
    mediaTypes,
    errors: ['invalid_parameter', ...errors],
  },
  renderNamed: {
    summary: 'Render the zone for the person or viewer that the data describes',
    body: bare,
    mediaTypes,
    errors: targeted,
  },
  render: {
    summary: 'Render a zone by the name in the body',
    body: namedBody,
    mediaTypes,
    errors: ['missing_zone_name', ...targeted],
  },
} satisfies Record<string, CallDocs>

import { z } from 'zod'
import type { Domain } from '../../domain.js'
import { validate } from '../../http/body.js'
import { listOf } from '../../http/list-of.js'
import { RestError } from '../../http/rest-error.js'
import type { CallDocs, CallError } from '../../openapi/call-docs.js'
import type { ServerContext } from '../server-call.js'
import { campaignIds, type VersionRow, versionsOf, zonesAt } from './campaign-content.js'
import { build, builtComponent, component, componentOf } from './component.js'

/** The page of `GET /v1/components/built` (specification 8). */
const PAGE = 1000

const listQuery = z.object({
  campaign_ids: listOf(z.string(), {
    description: 'One or more ids of campaigns, separated by commas. `campaign_id` is not a filter.',
    examples: ['give-20-get-20'],
  }).optional(),
  limit: z.coerce.number().int().min(1).max(PAGE).default(PAGE),
  offset: z.coerce.number().int().min(0).default(0),
})

/** `GET /v2/campaigns/{campaign_id}/components`: the stored components of the newest version, sorted by name. */
export const listComponents = async (c: ServerContext): Promise<Response> =>
  Response.json(await componentsAt(c.env, await newestVersion(c)))

/** `GET /v2/campaigns/{campaign_id}/components/built`: the same, built. */
export const listBuiltComponents = async (c: ServerContext): Promise<Response> =>
  Response.json((await componentsAt(c.env, await newestVersion(c))).map(build))

/** `GET /v2/campaigns/{campaign_id}/version/{version}/components`: the stored components of that version. */
export const listComponentsOfVersion = async (c: ServerContext): Promise<Response> =>
  Response.json(await componentsAt(c.env, await versionInPath(c)))

/** `GET /v2/campaigns/{campaign_id}/version/{version}/components/built`: the same, built. */
export const listBuiltComponentsOfVersion = async (c: ServerContext): Promise<Response> =>
  Response.json((await componentsAt(c.env, await versionInPath(c))).map(build))

/** `GET /v1/components/built`: the built components of all campaigns of the client, by name, 1,000 a page (specification 8). */
export async function listAllBuiltComponents(c: ServerContext): Promise<Response> {
  const given = { ...c.req.query(), campaign_ids: c.req.queries('campaign_ids')?.join() }
  const { campaign_ids, limit, offset } = validate(listQuery, given)
  const wanted = campaign_ids?.map(id => id.trim())
  const components = []
  for (const id of await campaignIds(c.env)) {
    if (wanted && !wanted.includes(id)) continue
    const [newest] = await versionsOf(c.env, id)
    components.push(...(await componentsAt(c.env, newest!)))
  }
  components.sort((one, other) => compare(one.name, other.name) || compare(one.campaign_id, other.campaign_id))
  return Response.json(components.slice(offset, offset + limit).map(build))
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))

/** The newest version of the campaign in the path. Throws `invalid_campaign_id`. */
export async function newestVersion(c: ServerContext): Promise<VersionRow> {
  const [newest] = await versionsOf(c.env, c.req.param('campaign_id')!)
  return newest!
}

async function componentsAt(domain: Domain, version: VersionRow) {
  const zones = await zonesAt(domain, version)
  return zones.map(zone => componentOf(version, zone))
}

/** The version in the path. Throws `invalid_campaign_id`, and `invalid_parameter` if the campaign has no such version. */
export async function versionInPath(c: ServerContext): Promise<VersionRow> {
  const versions = await versionsOf(c.env, c.req.param('campaign_id')!)
  const wanted = c.req.param('version')!
  const version = versions.find(each => String(each.version) === wanted)
  if (version) return version
  throw new RestError('invalid_parameter', 'The campaign has no version with this number', {
    parameters: { version: wanted },
  })
}

const errors: CallError[] = ['invalid_campaign_id']
const ignoresVersion = 'Of the newest version. A query parameter `version` is ignored: use the path with `version`.'

export const componentDocs = {
  stored: {
    summary: 'List the components of a campaign',
    description: ignoresVersion,
    response: z.array(component),
    errors,
  },
  built: {
    summary: 'List the built components of a campaign',
    description: ignoresVersion,
    response: z.array(builtComponent),
    errors,
  },
  storedOfVersion: {
    summary: 'List the components of a version of a campaign',
    response: z.array(component),
    errors: [...errors, 'invalid_parameter'],
  },
  builtOfVersion: {
    summary: 'List the built components of a version of a campaign',
    response: z.array(builtComponent),
    errors: [...errors, 'invalid_parameter'],
  },
  all: {
    summary: 'List the built components of all campaigns',
    description: 'Sorted by name. Read further pages with `offset` until a page has fewer components than the limit.',
    query: listQuery,
    response: z.array(builtComponent),
  },
} satisfies Record<string, CallDocs>

import { z } from 'zod'
import type { CallDocs } from '../../openapi/call-docs.js'
import { campaignVersion } from '../campaigns/new-version.js'
import type { ServerContext } from '../server-call.js'
import { programAt, zonesAt } from './campaign-content.js'
import { versionInPath } from './components.js'

const source = z.record(z.string(), z.unknown())

const sources = campaignVersion
  .extend({
    campaign_id: z.string(),
    program: source.nullable().describe('Null: the campaign has no program yet.'),
    zones: z.record(z.string(), source).describe('The content of each zone, by its name.'),
  })
  .meta({ id: 'CampaignSources' })

/** `GET /v2/campaigns/{campaign_id}/version/{version}/sources`: the program and the zones as they were written. */
export async function showSources(c: ServerContext): Promise<Response> {
  const version = await versionInPath(c)
  const program = await programAt(c.env, version)
  const zones = await zonesAt(c.env, version)
  return Response.json({
    ...version,
    program: program === undefined ? null : JSON.parse(program),
    zones: Object.fromEntries(zones.map(({ zone_name, source }) => [zone_name, JSON.parse(source)])),
  })
}

export const sourcesDocs = {
  summary: 'Get the program and the zones of a version of a campaign',
  description:
    'As they were written, and as a new version takes them: the parts that the version changes, and those of the versions published before. To change a part, send it back with this version as `parent_version`.',
  response: sources,
  errors: ['invalid_campaign_id', 'invalid_parameter'],
} satisfies CallDocs

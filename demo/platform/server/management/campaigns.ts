import { z } from 'zod'
import { isPublish } from '../../campaign/campaign-version.js'
import { emptyProgram, type Program } from '../../campaign/program.js'
import { readProgram } from '../../campaign/read-program.js'
import type { Domain } from '../../domain.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import { campaignVersion } from '../campaigns/new-version.js'
import type { ServerContext } from '../server-call.js'
import { programAt, type VersionRow, versionsOf } from './campaign-content.js'

const campaign = campaignVersion
  .extend({
    campaign_id: z.string(),
    name: z.string(),
    program_label: z.string(),
    is_published: z
      .boolean()
      .describe('Whether the newest version is published. If not, an earlier version can still be live.'),
    live_version: z.int().nullable().describe('The newest published version. Null: the campaign was never published.'),
  })
  .meta({ id: 'Campaign' })

/** `GET /v2/campaigns/{campaign_id}`: the newest version of the campaign (specification 9). Throws `invalid_campaign_id`. */
export async function showCampaign(c: ServerContext): Promise<Response> {
  const versions = await versionsOf(c.env, c.req.param('campaign_id')!)
  const newest = versions[0]!
  const { name, label } = await programOf(c.env, newest)
  return Response.json({
    campaign_id: newest.campaign_id,
    name,
    program_label: label,
    is_published: isPublish(newest),
    live_version: versions.find(({ published_date }) => published_date)?.version ?? null,
    ...describeVersion(newest),
  })
}

/** `GET /v2/campaigns/{campaign_id}/versions`: the metadata of all versions, newest first. Throws `invalid_campaign_id`. */
export async function listVersions(c: ServerContext): Promise<Response> {
  const versions = await versionsOf(c.env, c.req.param('campaign_id')!)
  return Response.json(versions.map(describeVersion))
}

/** The program as of a version. A version is only saved with a valid program. */
export async function programOf(domain: Domain, newest: VersionRow): Promise<Program> {
  const stored = await programAt(domain, newest)
  return (stored && readProgram(stored.program).value) ?? emptyProgram(newest.campaign_id)
}

const describeVersion = ({ campaign_id: _, ...metadata }: VersionRow) => metadata

export const campaignDocs = {
  show: {
    summary: 'Get a campaign',
    description: 'Returns the newest version. A query parameter `version` is ignored.',
    response: campaign,
    errors: ['invalid_campaign_id'],
  },
  versions: {
    summary: 'List the versions of a campaign',
    description: 'Returns metadata only, newest first.',
    response: z.array(campaignVersion),
    errors: ['invalid_campaign_id'],
  },
} satisfies Record<string, CallDocs>

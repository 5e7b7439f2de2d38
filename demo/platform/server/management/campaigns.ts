import { z } from 'zod'
import { liveIn } from '../../campaign/campaign-history.js'
import { addCampaign } from '../../campaign/new-campaign.js'
import { emptyProgram, type Program } from '../../campaign/program.js'
import { readProgram } from '../../campaign/read-program.js'
import type { Domain } from '../../domain.js'
import { type BodyShape, parseBody } from '../../http/body.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import { campaignVersion } from '../campaigns/new-version.js'
import { type ServerContext, tokenOf } from '../server-call.js'
import { campaignIds, programAt, type VersionRow, versionsOf } from './campaign-content.js'

const campaign = campaignVersion
  .extend({
    campaign_id: z.string(),
    name: z
      .string()
      .describe(
        'The name of the program as of the newest version, drafts included. The console shows that of the live version.',
      ),
    program_label: z.string(),
    is_published: z
      .boolean()
      .describe('Whether the newest version is published. If not, an earlier version can still be live.'),
    live_version: z.int().nullable().describe('The newest published version. Null: the campaign was never published.'),
  })
  .meta({ id: 'Campaign' })

/** `GET /v2/campaigns`: the campaigns of the client, oldest first. */
export async function listCampaigns(c: ServerContext): Promise<Response> {
  const campaigns = []
  for (const id of await campaignIds(c.env)) campaigns.push(await describeCampaign(c.env, id))
  return Response.json(campaigns)
}

const newCampaign = {
  schema: z
    .strictObject({
      name: z.string().describe('The name of its program.'),
      program_label: z.string().describe('The label of its program.'),
    })
    .meta({ examples: [{ name: 'Partners', program_label: 'partners' }] }),
} satisfies BodyShape

/** `POST /v2/campaigns`: adds a campaign of the client. Throws `invalid_parameter`. */
export async function createCampaign(c: ServerContext): Promise<Response> {
  const { name, program_label: label } = await parseBody(c.req.raw, newCampaign)
  const id = await addCampaign(c.env, { name, label, editorId: tokenOf(c).identity_id })
  return Response.json(await describeCampaign(c.env, id))
}

/** `GET /v2/campaigns/{campaign_id}`: the newest version of the campaign (specification 9). Throws `invalid_campaign_id`. */
export const showCampaign = async (c: ServerContext): Promise<Response> =>
  Response.json(await describeCampaign(c.env, c.req.param('campaign_id')!))

async function describeCampaign(domain: Domain, campaignId: string) {
  const versions = await versionsOf(domain, campaignId)
  const newest = versions[0]!
  const { name, label } = await programOf(domain, newest)
  return {
    campaign_id: newest.campaign_id,
    name,
    program_label: label,
    is_published: newest.published_date !== null,
    live_version: liveIn(versions)?.version ?? null,
    ...describeVersion(newest),
  }
}

/** `GET /v2/campaigns/{campaign_id}/versions`: the metadata of all versions, newest first. Throws `invalid_campaign_id`. */
export async function listVersions(c: ServerContext): Promise<Response> {
  const versions = await versionsOf(c.env, c.req.param('campaign_id')!)
  return Response.json(versions.map(describeVersion))
}

/** The program as of a version. A version is only saved with a valid program. */
export async function programOf(domain: Domain, newest: VersionRow): Promise<Program> {
  const stored = await programAt(domain, newest)
  return (stored === undefined ? undefined : readProgram(stored).value) ?? emptyProgram(newest.campaign_id)
}

const describeVersion = ({ campaign_id: _, ...metadata }: VersionRow) => metadata

export const campaignDocs = {
  list: { summary: 'List the campaigns of the client, oldest first', response: z.array(campaign) },
  create: {
    summary: 'Add a campaign',
    description:
      'Its first version is a draft, whose program has no rules. Save further versions, and publish one. An event is applied by every campaign that has a published program: it becomes a step of each, and journeys, referrals and rewards of one do not count in another. If several campaigns have a zone, the one that published it last comes first, and its first creative whose conditions are met is shown.',
    body: newCampaign,
    response: campaign,
    errors: ['invalid_parameter'],
  },
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

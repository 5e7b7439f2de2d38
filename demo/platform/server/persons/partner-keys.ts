import { z } from 'zod'
import { programVersions } from '../../campaign/campaign-version.js'
import { liveRules } from '../../campaign/live-program.js'
import { readProgram } from '../../campaign/read-program.js'
import { validate } from '../../http/body.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import type { ServerContext } from '../server-call.js'

const query = z.object({
  include_campaign_ignoring_state: z
    .string()
    .optional()
    .describe('The id of a campaign. Its keys are listed even if they are only in a draft.'),
})

/** `GET /v5/persons/partner-keys`: the names of the brand's own ids for finding a person (specification 4.4). */
export async function listPartnerKeys(c: ServerContext): Promise<Response> {
  const { include_campaign_ignoring_state } = validate(query, c.req.query())
  const { partner_keys } = await liveRules(c.env)
  const drafts = include_campaign_ignoring_state ? await newestKeys(c, include_campaign_ignoring_state) : []
  return Response.json([...new Set([...partner_keys, ...drafts])].map(name => ({ name })))
}

/** The keys of the newest version of a campaign, published or not. Empty if the client has no such campaign. */
async function newestKeys(c: ServerContext, campaignId: string): Promise<string[]> {
  const newest = (await programVersions(c.env)).find(({ campaign_id }) => campaign_id === campaignId)
  return (newest?.program && readProgram(newest.program).value?.partner_keys) || []
}

export const partnerKeyDocs = {
  summary: 'List the partner keys for finding a person',
  description: 'The partner keys are a part of the program.',
  query,
  response: z.array(z.object({ name: z.string() })),
} satisfies CallDocs

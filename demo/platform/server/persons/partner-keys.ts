import { z } from 'zod'
import { partnerIds } from '../../events/step.js'
import { validate } from '../../http/body.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import type { ServerContext } from '../server-call.js'

const query = z.object({
  include_campaign_ignoring_state: z
    .string()
    .optional()
    .describe('A campaign whose keys are listed in any state. On this platform all campaigns share their keys.'),
})

/** `GET /v5/persons/partner-keys`: the names of the brand's own ids for finding a person (specification 4.4). */
export function listPartnerKeys(c: ServerContext): Response {
  validate(query, c.req.query())
  return Response.json(partnerIds.map(name => ({ name })))
}

export const partnerKeyDocs = {
  summary: 'List the partner keys for finding a person',
  query,
  response: z.array(z.object({ name: z.enum(partnerIds) })),
} satisfies CallDocs

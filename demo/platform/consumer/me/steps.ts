import { z } from 'zod'
import { liveRules } from '../../campaign/live-program.js'
import { REWARD_EARNED } from '../../campaign/names.js'
import { type PartnerId, partnerIdsIn } from '../../events/partner-ids.js'
import { describeStep, findSteps, type StepRow, step } from '../../events/step.js'
import { validate } from '../../http/body.js'
import { LIST_PAGE, listResponse, pagesOf } from '../../http/list-response.js'
import { tokenLevel } from '../../identity/token.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import { callerOf, type ProgramContext, personOf } from '../consumer-call.js'

const stepFilters = z.object({
  campaign_id: z.string().optional(),
  program_label: z.string().optional(),
  step_name: z.string().optional().describe('For example share, conversion or reward_earned.'),
  quality: z.string().optional().describe('HIGH, LOW or NONE.'),
  partner_event_id_name: z
    .string()
    .optional()
    .describe('One of the partner keys of the program, such as partner_conversion_id.'),
  partner_event_id_value: z.string().optional().describe('Your own id of the event.'),
})

/**
 * `GET /v4/me/steps`: every step of the consumer's journeys, newest first (specification 4.3). Only a
 * verified consumer sees rewards, event data and the brand's own ids, and finds steps by these ids (3.1).
 */
export async function listSteps(c: ProgramContext): Promise<Response> {
  const { person_id } = await personOf(c)
  const { partner_event_id_name, partner_event_id_value, ...filters } = validate(stepFilters, c.req.query())
  const { partner_keys } = await liveRules(c.env)
  const partnerId = { name: partner_event_id_name, value: partner_event_id_value }
  const verified = tokenLevel(callerOf(c).token) === 'verified'
  const describe = (rows: StepRow[]) => {
    const visible = rows.filter(({ step_name }) => verified || step_name !== REWARD_EARNED)
    const found = visible.flatMap(row => {
      const ids = verified ? partnerIdsIn(row.data, partner_keys) : []
      const id = ids.find(each => matches(each, partnerId))
      return id || (partnerId.name ?? partnerId.value) === undefined ? describeStep(row, id) : []
    })
    return verified ? found : found.map(each => ({ ...each, value: null, data: {} }))
  }
  const read = (last?: StepRow) => findSteps(c.env, person_id, filters, { limit: LIST_PAGE, before: last?.position })
  return listResponse(pagesOf(read), describe)
}

const matches = ({ name, value }: PartnerId, filter: { name?: string | undefined; value?: string | undefined }) =>
  (filter.name === undefined || name === filter.name) && (filter.value === undefined || value === filter.value)

export const stepDocs = {
  list: {
    summary: 'List every step of the consumer’s journeys, newest first',
    description: 'Only a verified consumer sees rewards, event data and your own ids, and finds steps by your own ids.',
    query: stepFilters,
    response: z.array(step),
  },
} satisfies Record<string, CallDocs>

import { tokenLevel } from '../../identity/token.js'
import { callerOf, type ProgramContext, personOf } from '../consumer-call.js'
import { describeStep, findSteps, type PartnerId, partnerIdsOf } from './step.js'

/**
 * `GET /v4/me/steps`: every step of the consumer's journeys, newest first; the filters narrow them (specification 4.3). What
 * was earned, and what was said along with an event, is for a consumer who has proved who they are (3.1).
 */
export async function listSteps(c: ProgramContext): Promise<Response> {
  const { person_id } = await personOf(c)
  const { partner_event_id_name, partner_event_id_value, ...filters } = c.req.query()
  const rows = await findSteps(c.env, person_id, filters)
  const asked = { name: partner_event_id_name, value: partner_event_id_value }
  const verified = tokenLevel(callerOf(c).token) === 'verified'
  const visible = rows.filter(({ step_name }) => verified || step_name !== 'reward_earned')
  const found = visible.flatMap(row => {
    const id = partnerIdsOf(row).find(each => isAsked(each, asked))
    return id || !(asked.name || asked.value) ? describeStep(row, id) : []
  })
  return Response.json(verified ? found : found.map(each => ({ ...each, value: null, data: {} })))
}

const isAsked = ({ name, value }: PartnerId, asked: { name?: string | undefined; value?: string | undefined }) =>
  (!asked.name || name === asked.name) && (!asked.value || value === asked.value)

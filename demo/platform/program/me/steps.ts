import { containerOf } from '../../events/container.js'
import { tokenLevel } from '../../identity/token.js'
import { callerOf, type ProgramContext, personOf } from '../consumer-call.js'

/** Ids of the brand's own that an event's data may carry, and a step be found by; the first there is names the step. */
const partnerIds = ['partner_conversion_id', 'partner_shipment_id', 'partner_event_id'] as const

/**
 * `GET /v4/me/steps`: every step of the consumer's journeys, newest first; the filters narrow them (specification 4.3). What
 * was earned, and what was said along with an event, is for a consumer who has proved who they are (3.1).
 */
export async function listSteps(c: ProgramContext): Promise<Response> {
  const { person_id } = await personOf(c)
  const { campaign_id, program_label, step_name, quality, partner_event_id_name, partner_event_id_value } =
    c.req.query()
  const rows = await c.env.db.query<StepRow>(
    `select s.*, g.label as program_label from steps s join programs g using (campaign_id)
     where person_id = $1 and ($2::text is null or campaign_id = $2) and ($3::text is null or g.label = $3)
       and ($4::text is null or step_name = $4) and ($5::text is null or quality = $5)
     order by s.position desc`,
    [person_id, campaign_id ?? null, program_label ?? null, step_name ?? null, quality ?? null],
  )
  const asked = { name: partner_event_id_name, value: partner_event_id_value }
  const verified = tokenLevel(callerOf(c).token) === 'verified'
  const visible = rows.filter(({ step_name }) => verified || step_name !== 'reward_earned')
  const found = visible.flatMap(row => {
    const id = partnerIdsIn(row.data).find(each => isAsked(each, asked))
    return id || !(asked.name || asked.value) ? step(row, id) : []
  })
  return Response.json(verified ? found : found.map(each => ({ ...each, value: null, data: {} })))
}

interface StepRow {
  step_name: string
  event_id: string
  event_date: Date
  campaign_id: string
  program_label: string
  quality: string
  value: string | null
  data: Record<string, unknown>
}

interface PartnerId {
  name: string
  value: string
}

const step = (row: StepRow, partner_event_id: PartnerId | null = null) => ({
  step_name: row.step_name,
  event_id: row.event_id,
  event_date: row.event_date,
  campaign_id: row.campaign_id,
  program_label: row.program_label,
  container: containerOf(row.data),
  quality: row.quality,
  value: row.value,
  partner_event_id,
  journey_name: null,
  data: row.data,
})

const partnerIdsIn = (data: Record<string, unknown>): PartnerId[] =>
  partnerIds.filter(name => data[name] !== undefined).map(name => ({ name, value: String(data[name]) }))

const isAsked = ({ name, value }: PartnerId, asked: { name?: string | undefined; value?: string | undefined }) =>
  (!asked.name || name === asked.name) && (!asked.value || value === asked.value)

import * as z from 'zod/mini'
import { type Connection, data, open, partnerId, where } from './call.js'
import { list } from './list.js'

const amount = where(
  z.unknown() as unknown as z.ZodMiniType<string | number>,
  value => /string|number/.test(typeof value),
  'neither a text nor a number',
)

const schema = z.looseObject({
  step_name: z.string(),
  event_id: z.string(),
  event_date: z.string(),
  campaign_id: z.nullish(z.string()),
  program_label: z.nullish(z.string()),
  container: z.string(),
  quality: open<'HIGH' | 'LOW' | 'NONE'>(),
  value: z.nullish(amount),
  partner_event_id: z.nullish(partnerId),
  journey_name: z.nullish(z.string()),
  data: z.nullish(data),
})

/** What happened, and its place in a journey (specification 6). */
export type Step = z.infer<typeof schema>

export interface StepFilters {
  campaign_id?: string
  program_label?: string
  step_name?: string
  quality?: 'HIGH' | 'LOW' | 'NONE' | (string & {})
  partner_event_id_name?: string
  partner_event_id_value?: string
}

const filters = {
  campaign_id: (item: Step) => item.campaign_id,
  program_label: (item: Step) => item.program_label,
  step_name: (item: Step) => item.step_name,
  quality: (item: Step) => item.quality,
  partner_event_id_name: ({ partner_event_id }: Step) => partner_event_id?.name ?? partner_event_id,
  partner_event_id_value: ({ partner_event_id }: Step) => partner_event_id?.value ?? partner_event_id,
}

export const steps = (at: Connection) => ({
  /** All of the consumer's, newest first; for an identified one. Throws `unknown_filter` | `invalid_response` | a platform code. */
  list: (given?: StepFilters): Promise<Step[]> => list(at, schema, '/api/v4/me/steps', filters, given),
})

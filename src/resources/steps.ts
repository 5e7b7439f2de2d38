import * as z from 'zod/mini'
import { amount, data, open, optional, partnerId, text } from './call.js'
import type { Connection } from './connection.js'
import { list } from './list.js'

const schema = z.looseObject({
  step_name: text,
  /** The same, as some platforms call it. */
  name: text,
  event_id: text,
  event_date: text,
  campaign_id: text,
  program_label: text,
  container: text,
  quality: optional(open<'HIGH' | 'LOW' | 'NONE'>()),
  value: optional(amount),
  partner_event_id: optional(partnerId),
  journey_name: text,
  data: optional(data),
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
  step_name: (item: Step) => item.step_name ?? item.name,
  quality: (item: Step) => item.quality,
  partner_event_id_name: ({ partner_event_id }: Step) => partner_event_id?.name ?? partner_event_id,
  partner_event_id_value: ({ partner_event_id }: Step) => partner_event_id?.value ?? partner_event_id,
}

/** What happened on the consumer's journeys (specification 6). */
export const steps = (at: Connection) => ({
  /** All of the consumer's, newest first; for an identified one. Throws `unknown_filter` | `invalid_response` | a platform code. */
  list: (given?: StepFilters): Promise<Step[]> => list(at, schema, '/api/v4/me/steps', filters, given),
})

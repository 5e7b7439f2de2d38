import * as z from 'zod/mini'
import { data, openEnum, optional, partnerId, text, textOrNumber } from './call.js'
import type { Connection } from './connection.js'
import { list } from './list.js'

const schema = z.looseObject({
  step_name: text,
  /** The name of `step_name` on some platforms. */
  name: text,
  event_id: text,
  event_date: text,
  campaign_id: text,
  program_name: text,
  program_label: text,
  container: text,
  quality: optional(openEnum<'HIGH' | 'LOW' | 'NONE'>()),
  value: optional(textOrNumber),
  partner_event_id: optional(partnerId),
  journey_name: text,
  data: optional(data),
})

/** An event, and its place in a journey (specification 6). */
export type Step = z.infer<typeof schema>

export interface StepFilters {
  campaign_id?: string | undefined
  program_label?: string | undefined
  step_name?: string | undefined
  quality?: 'HIGH' | 'LOW' | 'NONE' | (string & {}) | undefined
  partner_event_id_name?: string | undefined
  partner_event_id_value?: string | undefined
}

const filters = {
  campaign_id: (item: Step) => item.campaign_id,
  program_label: (item: Step) => item.program_label,
  step_name: (item: Step) => item.step_name ?? item.name,
  quality: (item: Step) => item.quality,
  partner_event_id_name: ({ partner_event_id }: Step) => partner_event_id?.name ?? partner_event_id,
  partner_event_id_value: ({ partner_event_id }: Step) => partner_event_id?.value ?? partner_event_id,
}

/** The steps of the consumer's journeys (specification 6). */
export const steps = (connection: Connection) => ({
  /** Newest first. Needs an identified consumer. Throws `scopes_denied` below that, `unknown_filter`, `invalid_response` or a platform code. */
  list: (given?: StepFilters): Promise<Step[]> => list(connection, schema, '/api/v4/me/steps', filters, given),
})

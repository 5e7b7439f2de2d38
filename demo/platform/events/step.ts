import { z } from 'zod'
import { containerOf } from '../container.js'
import type { Domain } from '../domain.js'
import type { PartnerId } from './partner-ids.js'

/** A step in a response to its consumer. */
export const step = z
  .object({
    step_name: z.string(),
    event_id: z.string(),
    event_date: z.iso.datetime(),
    campaign_id: z.string().nullable(),
    program_name: z.string(),
    program_label: z.string().nullable(),
    container: z.string(),
    quality: z.string(),
    value: z.string().nullable(),
    partner_event_id: z.object({ name: z.string(), value: z.string() }).nullable(),
    journey_name: z.string().nullable(),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Step' })

export interface StepRow {
  position: number
  step_name: string
  event_id: string
  event_date: Date
  created_at: Date
  campaign_id: string
  program_name: string
  program_label: string
  journey_name: string | null
  quality: string
  value: string | null
  data: Record<string, unknown>
}

export interface StepFilters {
  campaign_id?: string | undefined
  program_label?: string | undefined
  step_name?: string | undefined
  quality?: string | undefined
}

/** A page of a list. */
export interface Page {
  limit: number
  offset?: number
  /** The position of the last step on the page before. */
  before?: number | undefined
}

/** The filtered steps of a person, newest first. */
export function findSteps(
  { db }: Domain,
  personId: string,
  { campaign_id, program_label, step_name, quality }: StepFilters,
  { limit, offset, before }: Page,
): Promise<StepRow[]> {
  return db.query<StepRow>(
    `select s.*, e.created_at from steps s join events e using (event_id)
     where s.person_id = $1 and ($2::text is null or campaign_id = $2) and ($3::text is null or program_label = $3)
       and ($4::text is null or step_name = $4) and ($5::text is null or quality = $5)
       and ($8::bigint is null or s.position < $8) order by s.position desc limit $6 offset $7`,
    [
      personId,
      campaign_id ?? null,
      program_label ?? null,
      step_name ?? null,
      quality ?? null,
      limit,
      offset ?? 0,
      before ?? null,
    ],
  )
}

/** Describes a step to its consumer (contract 5). */
export const describeStep = (row: StepRow, partner_event_id: PartnerId | null = null) => ({
  step_name: row.step_name,
  event_id: row.event_id,
  event_date: row.event_date,
  campaign_id: row.campaign_id,
  program_name: row.program_name,
  program_label: row.program_label,
  container: containerOf(row.data),
  quality: row.quality,
  value: row.value,
  partner_event_id,
  journey_name: row.journey_name,
  data: row.data,
})

import * as z from 'zod/mini'
import { data, open, optional, text } from './call.js'
import type { Connection } from './connection.js'
import { list } from './list.js'

const TOUCH = ['label', 'reason', 'zone', 'advocate_code', 'share_id', 'shareable_id', 'coupon_code'] as const

type TouchField = `${'entry' | 'last'}_${(typeof TOUCH)[number]}`

/** Why and from whom the journey began, and the same for its newest touch. */
const touches = Object.fromEntries(
  TOUCH.flatMap(name => [
    [`entry_${name}`, text],
    [`last_${name}`, text],
  ]),
) as Record<TouchField, typeof text>

const schema = z.looseObject({
  id: text,
  program: text,
  campaign_id: text,
  container: text,
  journey_type: optional(open<'ADVOCATE' | 'FRIEND'>()),
  data: optional(data),
  created_date: text,
  updated_date: text,
  ...touches,
})

/** The consumer's way through a program, as an advocate or as a friend (specification 2.3). */
export type Journey = z.infer<typeof schema>

export interface JourneyFilters {
  container?: string
  type?: 'ADVOCATE' | 'FRIEND' | (string & {})
}

const filters = {
  container: (item: Journey) => item.container,
  type: (item: Journey) => item.journey_type,
}

/** The consumer's ways through the program (specification 2.3). */
export const journeys = (at: Connection) => ({
  /** For an identified consumer. Throws `unknown_filter` | `invalid_response` | a platform code. */
  list: (given?: JourneyFilters): Promise<Journey[]> => list(at, schema, '/api/v4/me/journeys', filters, given),
})

import * as z from 'zod/mini'
import { data, openEnum, optional, text } from './call.js'
import type { Connection } from './connection.js'
import { list } from './list.js'

const TOUCH_FIELDS = ['label', 'reason', 'zone', 'advocate_code', 'share_id', 'shareable_id', 'coupon_code'] as const

type TouchField = `${'entry' | 'last'}_${(typeof TOUCH_FIELDS)[number]}`

/** The fields of the touch with which the journey began (`entry_…`), and of its newest touch (`last_…`). */
const touches = Object.fromEntries(
  TOUCH_FIELDS.flatMap(name => [
    [`entry_${name}`, text],
    [`last_${name}`, text],
  ]),
) as Record<TouchField, typeof text>

const schema = z.looseObject({
  id: text,
  /** The label of the program. */
  program: text,
  journey_name: text,
  campaign_id: text,
  container: text,
  journey_type: optional(openEnum<'ADVOCATE' | 'FRIEND'>()),
  data: optional(data),
  created_date: text,
  updated_date: text,
  ...touches,
})

/** A consumer's journey through a program, as an advocate or as a friend (specification 2.3). */
export type Journey = z.infer<typeof schema>

export interface JourneyFilters {
  container?: string | undefined
  type?: 'ADVOCATE' | 'FRIEND' | (string & {}) | undefined
}

const filters = {
  container: (item: Journey) => item.container,
  type: (item: Journey) => item.journey_type,
}

/** The consumer's journeys (specification 2.3). */
export const journeys = (connection: Connection) => ({
  /** Needs an identified consumer. Throws `scopes_denied` below that, `unknown_filter`, `invalid_response` or a platform code. */
  list: (given?: JourneyFilters): Promise<Journey[]> => list(connection, schema, '/api/v4/me/journeys', filters, given),
})

import type { Domain } from '../domain.js'
import { newId } from '../store/id.js'
import type { ConsumerEvent } from './record-event.js'

/** Writes down that an event was a step of the person's journey. */
export async function recordStep({ db }: Domain, event: ConsumerEvent, name: string): Promise<void> {
  const value = event.data.cart_value
  await db.query(
    `insert into steps (step_id, person_id, event_id, step_name, campaign_id, value, data, event_date)
     select $1, $2, $3, $4, campaign_id, $5, $6, $7 from programs limit 1`,
    [
      newId(),
      event.person_id,
      event.event_id,
      name,
      value === undefined || value === null ? null : String(value),
      event.data,
      event.time,
    ],
  )
}

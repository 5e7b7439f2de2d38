import type { Domain } from '../domain.js'
import { newId } from '../store/id.js'
import type { ConsumerEvent } from './consumer-event.js'

/** Records an event as a step of the person's journey. */
export async function recordStep({ db }: Domain, event: ConsumerEvent, name: string): Promise<void> {
  await db.query(
    `insert into steps (step_id, person_id, event_id, step_name, campaign_id, value, data, event_date)
     select $1, $2, $3, $4, campaign_id, $5, $6, $7 from programs limit 1`,
    [newId(), event.person_id, event.event_id, name, valueIn(event.data), event.data, event.time],
  )
}

/** The value of the cart, if it is a string or number. */
function valueIn({ cart_value }: ConsumerEvent['data']): string | null {
  return typeof cart_value === 'string' || typeof cart_value === 'number' ? String(cart_value) : null
}

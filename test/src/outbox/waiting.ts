import type { WaitingEvent } from '../../../src/outbox/waiting-event.js'

let count = 0

/** An event as it waits, younger than those before it. */
export const waiting = (id: string, more: Partial<WaitingEvent> = {}): WaitingEvent => ({
  id,
  name: 'purchase',
  owner: 'device',
  data: { cart_value: 3 },
  key: `${Date.now() * 1000 + count++}|${id}`,
  ...more,
})

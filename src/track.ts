import { events } from './chunks.js'
import { invalid } from './http/error.js'
import type { Data } from './options.js'
import type { Delivery, DeliveryHooks } from './outbox/delivery.js'
import { journal } from './outbox/journal.js'
import type { Receipt } from './outbox/outbox.js'
import type { WaitingEvent } from './outbox/queue.js'
import { randomId } from './token/token.js'

export interface TrackOptions {
  /** The host's own id of what happened, an order number say; makes tracking it twice harmless. */
  id?: string
}

export interface Tracker {
  /** Accepts an event at once, and resolves with its receipt, however long that takes. Throws the platform's refusal. */
  track(name: string, data: Data, options: TrackOptions): Promise<Receipt>
  /** Fetched with the first event, or when an earlier page may have left some. */
  delivery(): Promise<Delivery>
}

export function createTracker(hooks: Omit<DeliveryHooks, 'memory'>): Tracker {
  const memory: WaitingEvent[] = []
  let made: Delivery | undefined

  async function delivery() {
    const { createDelivery } = await events()
    made ??= createDelivery({ ...hooks, memory })
    return made
  }
  return {
    track(name, data, options) {
      const event = toEvent(name, data, options)
      if (!hooks.keeps() || !journal(hooks.name, event)) memory.push(event)
      return delivery().then(({ deliver }) => deliver(event))
    },
    delivery,
  }
}

/** An event as it will be submitted, whenever that is. Throws `invalid_argument`. */
function toEvent(name: string, data: Data, options: TrackOptions): WaitingEvent {
  const id = String(options?.id || randomId())
  if (typeof name !== 'string' || !name) throw invalid('No name')
  const stamped = { event_time: new Date().toISOString(), ...data, partner_event_id: id }
  try {
    // A copy: what the page does to its object afterwards is not what happened.
    return { id, name, data: JSON.parse(JSON.stringify(stamped)) }
  } catch {
    throw invalid(`${name}: not JSON`)
  }
}

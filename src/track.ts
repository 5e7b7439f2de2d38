import { invalidType, readArguments, requireText } from './http/error.js'
import { RELOAD_MS } from './http/retry.js'
import type { Data } from './options.js'
import type { Delivery, DeliveryPorts } from './outbox/delivery.js'
import type * as outbox from './outbox/index.js'
import { journal } from './outbox/journal.js'
import type { Receipt, Settled } from './outbox/settled.js'
import type { Tracked } from './outbox/tracked-events.js'
import type { WaitingEvent } from './outbox/waiting-event.js'
import { randomId } from './random-id.js'
import { withLock } from './with-lock.js'

export interface TrackOptions {
  /** The host's own id of what happened, an order number say; makes tracking it twice harmless. */
  id?: string
}

export interface Tracker {
  /** Accepts an event at once, and resolves with its receipt, however long that takes. Throws the platform's refusal. */
  track(name: string, data: Data, options: TrackOptions): Promise<Receipt>
  /** Events that wait for the module that delivers them. */
  tracked: Tracked[]
  /** Loads that module with the first event, or when an earlier page may have left some. */
  delivery(): Promise<Delivery>
  /** The same, if events can wait. Resolves with undefined if none was tracked and none can be stored, or if the module cannot be loaded. */
  usedDelivery(): Promise<Delivery | undefined>
  /** Tries again to deliver: another token may be in force, or events may be kept from now on. */
  retry(): void
  /** Another tab has brought an event to its end. */
  settleElsewhere(settled: Settled): void
  /** Calls `listener` with each event that the page tracks. */
  onTracked(listener: (event: WaitingEvent) => void): void
}

export interface TrackerPorts extends Omit<DeliveryPorts, 'tracked' | 'withLock'> {
  loadOutbox(): Promise<typeof outbox>
}

/** Longer than another tab is busy with a single event. */
const LOCK_MS = 120_000

export function createTracker(ports: TrackerPorts): Tracker {
  const { name, token, canStore } = ports
  const tracked: Tracked[] = []
  const listeners: ((event: WaitingEvent) => void)[] = []
  let loaded: Delivery | undefined
  let isUsed = false
  /** How many events other tabs have brought to their end. */
  let settledElsewhere = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const withDeliveryLock = (work: () => Promise<void>) =>
    withLock(canStore() && name, work, LOCK_MS, () => settledElsewhere)

  async function delivery() {
    isUsed = true
    const { createDelivery } = await ports.loadOutbox()
    loaded ??= createDelivery({ ...ports, withLock: withDeliveryLock, tracked })
    return loaded
  }

  /** While the module cannot be loaded the events wait: for the next that is tracked, for a while, or for the next page. */
  function deliver(pause = RELOAD_MS): Promise<void> {
    return delivery().then(
      ({ enqueue }) => enqueue(),
      error => {
        ports.onRefusal(error)
        clearTimeout(timer)
        timer = setTimeout(deliver, pause, pause * 2)
      },
    )
  }

  return {
    track(eventName, data, options) {
      const owner = token.claimOwner()
      const event = readArguments('track()', () => toEvent(eventName, data, options, owner))
      const isJournaled = canStore() && journal(name, event)
      return new Promise((resolve, reject) => {
        tracked.push({ event, isJournaled, resolve, reject })
        for (const listener of listeners) listener(event)
        deliver()
      })
    },
    tracked,
    delivery,
    usedDelivery: async () => (isUsed || canStore() ? delivery().catch(() => undefined) : undefined),
    onTracked: listener => listeners.push(listener),
    retry: () => void loaded?.enqueue(),
    settleElsewhere(settled) {
      settledElsewhere++
      delivery().then(({ settle }) => settle(settled), ports.onRefusal)
    },
  }
}

let count = 0

/** An event as it will be submitted, whenever that is. Throws `invalid_argument`, or the error of `JSON.stringify`. */
function toEvent(name: string, data: Data, options: TrackOptions, owner: string): WaitingEvent {
  const given = options?.id
  // An object would be the same text as any other: the platform would take two events for one.
  if (given && typeof given !== 'string' && typeof given !== 'number')
    throw invalidType('track() needs a string as its options.id', given)
  const id = String(given || randomId())
  requireText('track() needs an event name', name)
  const stamped = { event_time: new Date().toISOString(), ...data, partner_event_id: id }
  // A copy: what the page does to its object afterwards is not what happened.
  return { id, name, owner, key: `${Date.now() * 1000 + count++}|${id}`, data: JSON.parse(JSON.stringify(stamped)) }
}

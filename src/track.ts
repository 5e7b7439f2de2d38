import { describeGiven, invalid } from './http/error.js'
import type { Data } from './options.js'
import type { Delivery, DeliveryHooks, Tracked } from './outbox/delivery.js'
import type * as outbox from './outbox/index.js'
import { journal } from './outbox/journal.js'
import type { Receipt, Settled } from './outbox/outbox.js'
import type { WaitingEvent } from './outbox/waiting-event.js'
import { randomId } from './token/token.js'

export interface TrackOptions {
  /** The host's own id of what happened, an order number say; makes tracking it twice harmless. */
  id?: string
}

export interface Tracker {
  /** Accepts an event at once, and resolves with its receipt, however long that takes. Throws the platform's refusal. */
  track(name: string, data: Data, options: TrackOptions): Promise<Receipt>
  /** What nobody has seen to yet. */
  tracked: Tracked[]
  /** Fetched with the first event, or when an earlier page may have left some. */
  delivery(): Promise<Delivery>
  /** Another token may be in force: what has waited for its person can go. */
  retry(): void
  /** Another tab has brought an event to its end. */
  settleElsewhere(settled: Settled): void
}

const PATIENCE_MS = 10_000

export interface TrackerPorts extends Omit<DeliveryHooks, 'tracked' | 'withLock'> {
  /** Runs `work` in one tab at a time. `progress` counts what the tab that holds the lock has done. */
  withLock(work: () => Promise<void>, progress: () => number): Promise<void>
  loadOutbox(): Promise<typeof outbox>
}

export function createTracker(ports: TrackerPorts): Tracker {
  const tracked: Tracked[] = []
  let made: Delivery | undefined
  /** How many events other tabs have brought to their end. */
  let settledElsewhere = 0
  let again: ReturnType<typeof setTimeout> | undefined

  /** Where delivery cannot be fetched the events go on waiting: for the next that is tracked, for a while, or for the next page. */
  const see = (wait = PATIENCE_MS): Promise<void> =>
    delivery().then(
      of => of.take(),
      error => {
        ports.onRefusal(error)
        clearTimeout(again)
        again = setTimeout(see, wait, wait * 2)
      },
    )

  async function delivery() {
    const { createDelivery } = await ports.loadOutbox()
    made ??= createDelivery({ ...ports, withLock: work => ports.withLock(work, () => settledElsewhere), tracked })
    return made
  }
  return {
    track(name, data, options) {
      const event = toEvent(name, data, options, ports.token.claimOwner())
      const isJournaled = ports.keeps() && journal(ports.name, event)
      return new Promise((resolve, reject) => {
        tracked.push({ event, isJournaled, resolve, reject })
        see()
      })
    },
    tracked,
    delivery,
    retry: () => void made?.take(),
    settleElsewhere(settled) {
      settledElsewhere++
      delivery().then(loaded => loaded.settle(settled), ports.onRefusal)
    },
  }
}

let count = 0

/** An event as it will be submitted, whenever that is. Throws what JSON does, or `invalid_argument`. */
function toEvent(name: string, data: Data, options: TrackOptions, owner: string): WaitingEvent {
  const given = options?.id
  // An object would be the same text as any other: the platform would take two events for one.
  if (given && typeof given !== 'string' && typeof given !== 'number')
    throw invalid(`track() needs a string as its options.id; got ${describeGiven(given)}`)
  const id = String(given || randomId())
  if (typeof name !== 'string' || !name) throw invalid(`track() needs an event name; got ${describeGiven(name)}`)
  const stamped = { event_time: new Date().toISOString(), ...data, partner_event_id: id }
  // A copy: what the page does to its object afterwards is not what happened.
  return { id, name, owner, key: `${Date.now() * 1000 + count++}|${id}`, data: JSON.parse(JSON.stringify(stamped)) }
}

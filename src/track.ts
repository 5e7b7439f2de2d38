import { events } from './chunks.js'
import type { Client } from './http/client.js'
import { invalid, RewardsError } from './http/error.js'
import type { Data } from './options.js'
import { journal } from './outbox/journal.js'
import type { Outbox, Receipt, Settled } from './outbox/outbox.js'
import type { WaitingEvent } from './outbox/queue.js'
import { randomId } from './token/token.js'

export interface TrackOptions {
  /** The host's own id of what happened, an order number say; makes tracking it twice harmless. */
  id?: string
}

/** From what happened on the page to what the platform says of it. */
export interface Tracker {
  /** Accepts an event at once, and resolves with its receipt, however long that takes. Throws the platform's refusal. */
  track(name: string, data: Data, options: TrackOptions): Promise<Receipt>
  /** Fetched with the first event, or when an earlier page may have left some. */
  outbox(): Promise<Outbox>
  /** An event has come to its end, in this tab or in another. */
  settle(settled: Settled): void
  /** Gives up all that this page waits for: the person has logged out. */
  end(): void
}

export interface TrackerHooks {
  /** Of the store, the journal and the lock. */
  name: string
  client: Client
  /** Whether events may be kept on the device. */
  keeps(): boolean
  alone(work: () => Promise<void>): Promise<void>
  onReceipt(receipt: Receipt): void
  onRefusal(error: RewardsError): void
  /** For the other tabs, one of which may have tracked the event. */
  onSettled(settled: Settled): void
}

interface Waiting extends WaitingEvent {
  resolve(receipt: Receipt): void
  reject(error: RewardsError): void
}

export function createTracker({ name, client, keeps, alone, onReceipt, onRefusal, onSettled }: TrackerHooks): Tracker {
  let waiting: Waiting[] = []
  /** Accepted, and not yet with the outbox. */
  const arriving: WaitingEvent[] = []
  let fetched: Promise<Outbox> | undefined

  const tracker: Tracker = {
    track(event, data, options) {
      const accepted = toEvent(event, data, options)
      const journaled = keeps() && journal(name, accepted)
      const receipt = new Promise<Receipt>((resolve, reject) => waiting.push({ ...accepted, resolve, reject }))
      if (!journaled) arriving.push(accepted)
      tracker.outbox().then(({ wake }) => wake(), onRefusal)
      return receipt
    },
    outbox() {
      fetched ??= events()
        .then(({ createOutbox, createQueue, submit }) =>
          createOutbox({
            queue: createQueue(name, keeps, arriving),
            submit: event => submit(client, event),
            alone,
            onSettled(settled) {
              tracker.settle(settled)
              onSettled(settled)
            },
          }),
        )
        .catch(error => {
          fetched = undefined // the next event tries again
          throw error
        })
      return fetched
    },
    settle({ id, name, receipt, error }) {
      const isThis = (event: Waiting) => event.id === id && event.name === name
      const those = waiting.filter(isThis)
      waiting = waiting.filter(event => !isThis(event))
      if (receipt) {
        onReceipt(receipt)
        for (const { resolve } of those) resolve(receipt)
      } else if (error) {
        // From another tab it comes as a plain object.
        const refusal = error instanceof RewardsError ? error : new RewardsError(error.code, error.message, error)
        onRefusal(refusal)
        for (const { reject } of those) reject(refusal)
      }
    },
    end() {
      for (const { reject } of waiting) reject(new RewardsError('logged_out', 'The consumer has logged out'))
      waiting = []
    },
  }
  return tracker
}

/** An event as it will be submitted, whenever that is. Throws `invalid_argument`. */
function toEvent(name: string, data: Data, { id = randomId() }: TrackOptions): WaitingEvent {
  if (typeof name !== 'string' || !name) throw invalid('An event has a name')
  const stamped = { event_time: new Date().toISOString(), ...data, partner_event_id: id }
  try {
    // A copy: what the page does to its object afterwards is not what happened.
    return { id, name, data: JSON.parse(JSON.stringify(stamped)) }
  } catch {
    throw invalid(`The data of ${name} is not JSON`)
  }
}

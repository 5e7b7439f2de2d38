import type { RewardsError, RewardsErrorDetails } from '../http/error.js'
import { isDeadToken } from '../http/read.js'
import type { Pace } from './pace.js'
import type { Queue } from './queue.js'
import type { WaitingEvent } from './waiting-event.js'

/** An answer that may be somebody else's, or a text that is no known code, may pass, or may not: after so many the events behind it go first. */
const TRIES_OF_UNKNOWN = 5

/** The platform has the event (specification 6). */
export interface Receipt {
  event_id: string
  /** Ours, or the host's own: the platform records an event of one consumer, name and id once. */
  partner_event_id: string
  /** What reward status is asked by (specification 4.3), where the event's data has one: `polling_id: true` has it made. */
  polling_id?: string | undefined
}

/** What became of an event: told to every page of the site, for another tab may have tracked it. */
export interface Settled {
  id: string
  name: string
  receipt?: Receipt
  /** A `RewardsError`, or, from another tab, what is left of one. */
  error?: Pick<RewardsError, 'code' | 'message'> & RewardsErrorDetails
}

export interface Outbox {
  /** Delivers, unless a back-off is under way. */
  wake(): void
  /** Tries now, and resolves when nothing waits or the platform cannot be reached. */
  drain(): Promise<void>
  /** Sends these at once, side by side, each that is not on its way already. */
  rush(events: WaitingEvent[]): void
  /** Delivers no more until it is woken again, and gives the lock back: a page that holds one is not kept for the way back. */
  rest(): void
  /** A page is back that was put away: a browser may never answer what was under way then. */
  resume(): void
}

export interface OutboxHooks {
  queue: Queue
  pace: Pace
  /** Throws a `RewardsError`. */
  submit(event: WaitingEvent, signal: AbortSignal): Promise<Receipt>
  /** Why an event is not to be sent at all. */
  spoiled(event: WaitingEvent): RewardsError | false | undefined
  /** Runs `work` in one tab at a time. */
  alone(work: () => Promise<void>): Promise<void>
  onSettled(settled: Settled): void
}

/** Delivers what waits in the queue: by one tab at a time, one event at a time, in order. */
export function createOutbox({ queue, pace, submit, spoiled, alone, onSettled }: OutboxHooks): Outbox {
  const underWay = new Map<WaitingEvent['key'], Promise<boolean>>()
  let draining: Promise<void> | undefined
  let again = false
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Counts the drains: one that has been given up goes no further. */
  let shift = 0
  let giveUp = () => {}
  let life = new AbortController()

  function wake() {
    clearTimeout(timer)
    const wait = pace.holds()
    if (!wait) start()
    else timer = setTimeout(wake, wait)
  }

  function start(): Promise<void> {
    again = true
    draining ??= alone(() =>
      Promise.race([deliverAll(++shift), new Promise<void>(resolve => (giveUp = resolve))]),
    ).finally(() => {
      draining = undefined
      // The lock comes back a little later than the last look at the queue.
      if (again) wake()
    })
    return draining
  }

  async function deliverAll(mine: number) {
    while (again && mine === shift) {
      again = false
      await queue.adopt()
      for (let event = await queue.first(); event && mine === shift; event = await queue.first()) {
        if (pace.holds()) {
          again = true
          return
        }
        const wait = pace.spacing()
        if (wait) await new Promise(resolve => setTimeout(resolve, wait))
        // It may have been forgotten meanwhile.
        else await deliver(event)
      }
    }
  }

  /** Once at a time, whoever asks. Resolves with whether it did not get there at all. */
  function deliver(event: WaitingEvent): Promise<boolean> {
    const { key } = event
    const delivery = underWay.get(key) ?? attempt(event).finally(() => underWay.delete(key))
    underWay.set(key, delivery)
    return delivery
  }

  async function attempt(event: WaitingEvent) {
    const { id, name } = event
    const error = spoiled(event)
    const outcome = error ? { error } : await tryOnce(event)
    if (typeof outcome === 'boolean') return outcome
    await queue.remove(event)
    onSettled({ id, name, ...outcome })
    return false
  }

  /** Where the event may go later, answers whether it did not get there at all. */
  async function tryOnce(event: WaitingEvent): Promise<Pick<Settled, 'receipt' | 'error'> | boolean> {
    pace.spend()
    try {
      const receipt = await submit(event, life.signal)
      pace.recover()
      return { receipt }
    } catch (cause) {
      const error = cause as RewardsError
      if (error.code === 'aborted') return true
      if (mayPass(error)) {
        const failures = pace.fail(error)
        if (!isUnknown(error) || failures < TRIES_OF_UNKNOWN) return error.code === 'network_error'
      }
      pace.recover()
      return { error }
    }
  }

  return {
    wake,
    drain() {
      clearTimeout(timer)
      pace.retry()
      return start()
    },
    rush(events) {
      for (const event of events) {
        // As the page goes, a browser ends what it has not begun to send yet, and says so after its listeners have run.
        underWay.get(event.key)?.then(lost => lost && deliver(event))
        deliver(event)
      }
    },
    rest() {
      clearTimeout(timer)
      shift++
      again = false
      giveUp()
    },
    resume() {
      life.abort()
      life = new AbortController()
      wake()
    },
  }
}

/** A token that died twice in a row, and a logout, say nothing about the event. */
const mayPass = (error: RewardsError) =>
  error.retryable || isDeadToken(error) || error.code === 'logged_out' || isUnknown(error)

/** Without a code of the platform's: a firewall's page, say. */
const isUnknown = ({ status, code }: RewardsError) => status === 200 || code === 'invalid_response'

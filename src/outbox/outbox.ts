import type { RewardsError, RewardsErrorDetails } from '../http/error.js'
import { isEventRetryable } from '../http/retry.js'
import { createOrder } from './order.js'
import type { Pace } from './pace.js'
import type { Queue } from './queue.js'
import type { WaitingEvent } from './waiting-event.js'

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
  resume(): void
  /** Tries now, and resolves when nothing waits or the platform cannot be reached. */
  drain(): Promise<void>
  /** Sends these at once, side by side, each that is not on its way already. */
  sendNow(events: WaitingEvent[]): void
  /** Delivers no more until it is woken again, and gives the lock back: a page that holds one is not kept for the way back. */
  pause(): void
  /** A page is back that was put away: a browser may never answer what was under way then. */
  restart(): void
}

/** Why an event is not sent: it ends with an error, or its person is not here now. */
export type Reason = RewardsError | 'not now' | undefined

export interface OutboxHooks {
  queue: Queue
  pace: Pace
  /** Throws a `RewardsError`. */
  submit(event: WaitingEvent, signal: AbortSignal): Promise<Receipt>
  undeliverableReason(event: WaitingEvent): Reason | Promise<Reason>
  /** Runs before anything is delivered, by one tab at a time. */
  onStart?(): Promise<unknown>
  /** Runs when all has been delivered that can be now. */
  onEnd?(): Promise<unknown>
  /** Runs `work` in one tab at a time. */
  withLock(work: () => Promise<void>): Promise<void>
  onSettled(settled: Settled): void
}

/** Delivers what waits in the queue: by one tab at a time, one event at a time, in order. */
export function createOutbox({ queue, pace, submit, undeliverableReason, withLock, ...hooks }: OutboxHooks): Outbox {
  const order = createOrder(queue, pace)
  const underWay = new Map<WaitingEvent['key'], Promise<boolean>>()
  let draining: Promise<void> | undefined
  let again = false
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Counts the drains: one that has been given up goes no further. */
  let shift = 0
  let giveUp = () => {}
  let life = new AbortController()

  function resume() {
    clearTimeout(timer)
    const wait = pace.backoffLeft()
    if (!wait) start()
    else timer = setTimeout(resume, wait)
  }

  function start(): Promise<void> {
    again = true
    draining ??= withLock(() =>
      Promise.race([deliverAll(++shift), new Promise<void>(resolve => (giveUp = resolve))]),
    ).finally(() => {
      draining = undefined
      // The lock comes back a little later than the last look at the queue.
      if (again) resume()
    })
    return draining
  }

  async function deliverAll(mine: number) {
    while (again && mine === shift) {
      again = false
      order.start()
      await queue.adopt()
      await hooks.onStart?.()
      for (let event = await order.next(); event && mine === shift; event = await order.next()) {
        if (pace.backoffLeft()) {
          again = true
          return
        }
        const wait = pace.spacing()
        if (wait) await new Promise(resolve => setTimeout(resolve, wait))
        // It may have been forgotten meanwhile.
        else await deliver(event)
      }
    }
    if (mine !== shift) return
    await hooks.onEnd?.()
    const wait = await order.wait()
    if (!wait || again) return
    clearTimeout(timer)
    timer = setTimeout(resume, wait)
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
    const reason = undeliverableReason(event)
    // Nothing is awaited where nothing has to be: a page that is left has no time for it.
    const error = reason instanceof Promise ? await reason : reason
    if (error === 'not now') {
      await order.setAside(event)
      return false
    }
    const outcome = error ? { error } : await tryOnce(event)
    if (typeof outcome === 'boolean') return outcome
    await queue.remove(event)
    hooks.onSettled({ id, name, ...outcome })
    return false
  }

  /** Where the event may go later, answers whether it did not get there at all. */
  async function tryOnce(event: WaitingEvent): Promise<Pick<Settled, 'receipt' | 'error'> | boolean> {
    pace.consume()
    try {
      const receipt = await submit(event, life.signal)
      takeAsAnswered(event)
      return { receipt }
    } catch (cause) {
      const error = cause as RewardsError
      if (error.code === 'aborted') return true
      if (isEventRetryable(error) && (await order.failed(event, error))) {
        pace.recordFailure(error)
        return error.code === 'network_error'
      }
      takeAsAnswered(event)
      return { error }
    }
  }

  function takeAsAnswered(event: WaitingEvent) {
    pace.recordSuccess()
    order.answered(event)
  }

  return {
    resume,
    drain() {
      clearTimeout(timer)
      pace.endBackoff()
      return start()
    },
    sendNow(events) {
      for (const event of events) {
        // As the page goes, a browser ends what it has not begun to send yet, and says so after its listeners have run.
        underWay.get(event.key)?.then(lost => lost && deliver(event))
        deliver(event)
      }
    },
    pause() {
      clearTimeout(timer)
      shift++
      again = false
      giveUp()
    },
    restart() {
      life.abort()
      life = new AbortController()
      resume()
    },
  }
}

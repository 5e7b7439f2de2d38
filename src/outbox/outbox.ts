import type { RewardsError, RewardsErrorDetails } from '../http/error.js'
import { isEventRetryable } from '../http/retry.js'
import { createOrder } from './order.js'
import type { Pace } from './pace.js'
import type { Queue } from './queue.js'
import type { WaitingEvent } from './waiting-event.js'

/** The platform has accepted the event (specification 6). */
export interface Receipt {
  event_id: string
  /** The SDK's id of the event, or the host's own. The platform records an event with this consumer, name and id only once. */
  partner_event_id: string
  /** The id for `rewardStatus` (specification 4.3), if the event's data has one. `polling_id: true` in the data makes one. */
  polling_id?: string | undefined
}

/** The final state of an event. It is sent to every tab of the site: another tab may have tracked the event. */
export interface Settled {
  id: string
  name: string
  receipt?: Receipt
  /** A `RewardsError`. From another tab it is a plain object. */
  error?: Pick<RewardsError, 'code' | 'message'> & RewardsErrorDetails
}

export interface Outbox {
  /** Delivers the waiting events, unless the outbox waits after a failure. */
  resume(): void
  /** Delivers now. Resolves when nothing waits or the platform cannot be reached. */
  drain(): Promise<void>
  /** Sends these events at once and in parallel, except those under way. */
  sendNow(events: WaitingEvent[]): void
  /** Stops delivering until `resume`, and releases the lock: a page that holds a lock is not put into the back/forward cache. */
  pause(): void
  /** Starts again after the page was restored: the browser may never answer requests from before. */
  restart(): void
}

/** Why an event is not sent: it ends with an error, or it waits for its consumer. */
export type Reason = RewardsError | 'absent' | undefined

export interface OutboxPorts {
  queue: Queue
  pace: Pace
  /** Throws a `RewardsError`. */
  submit(event: WaitingEvent, signal: AbortSignal): Promise<Receipt>
  undeliverableReason(event: WaitingEvent): Reason | Promise<Reason>
  /** Runs before each delivery, in one tab at a time. */
  onStart?(): Promise<unknown>
  /** Runs after everything that can be delivered now is delivered. */
  onEnd?(): Promise<unknown>
  /** Runs `work` in one tab at a time. */
  withLock(work: () => Promise<void>): Promise<void>
  onSettled(settled: Settled): void
}

/** Delivers the events of the queue in order and one at a time, in one tab at a time. */
export function createOutbox({ queue, pace, submit, undeliverableReason, withLock, ...ports }: OutboxPorts): Outbox {
  const order = createOrder(queue, pace)
  const underWay = new Map<WaitingEvent['key'], Promise<boolean>>()
  let draining: Promise<void> | undefined
  /** More may have come since the queue was read. */
  let mustRepeat = false
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Counts the deliveries that were started: an older one that was stopped goes no further. */
  let latestRun = 0
  let stopRun = () => {}
  /** Ends the submissions under way. */
  let submissions = new AbortController()

  function resume() {
    clearTimeout(timer)
    const wait = pace.backoffLeft()
    if (!wait) start()
    else timer = setTimeout(resume, wait)
  }

  function start(): Promise<void> {
    mustRepeat = true
    draining ??= withLock(() =>
      Promise.race([deliverAll(++latestRun), new Promise<void>(resolve => (stopRun = resolve))]),
    ).finally(() => {
      draining = undefined
      // An event may have been added between the last look at the queue and the release of the lock.
      if (mustRepeat) resume()
    })
    return draining
  }

  async function deliverAll(run: number) {
    while (mustRepeat && run === latestRun) {
      mustRepeat = false
      order.start()
      await queue.adopt()
      await ports.onStart?.()
      for (let event = await order.next(); event && run === latestRun; event = await order.next()) {
        if (pace.backoffLeft()) {
          mustRepeat = true
          return
        }
        const wait = pace.spacing()
        if (wait) await new Promise(resolve => setTimeout(resolve, wait))
        // Asks for the next event again after a wait: this one may be gone.
        else await deliver(event)
      }
    }
    if (run !== latestRun) return
    await ports.onEnd?.()
    const wait = await order.wait()
    if (!wait || mustRepeat) return
    clearTimeout(timer)
    timer = setTimeout(resume, wait)
  }

  /** Sends an event once, for all who ask at the same time. Resolves with whether the request did not reach the platform. */
  function deliver(event: WaitingEvent): Promise<boolean> {
    const { key } = event
    const delivery = underWay.get(key) ?? attempt(event).finally(() => underWay.delete(key))
    underWay.set(key, delivery)
    return delivery
  }

  async function attempt(event: WaitingEvent) {
    const { id, name } = event
    const reason = undeliverableReason(event)
    // Awaits only a promise: a page that is being left must send in this task.
    const error = reason instanceof Promise ? await reason : reason
    if (error === 'absent') {
      await order.setAside(event)
      return false
    }
    const outcome = error ? { error } : await tryOnce(event)
    if (typeof outcome === 'boolean') return outcome
    await queue.remove(event)
    ports.onSettled({ id, name, ...outcome })
    return false
  }

  /** Resolves with the outcome. If the event can be sent later, resolves with whether the request did not reach the platform. */
  async function tryOnce(event: WaitingEvent): Promise<Pick<Settled, 'receipt' | 'error'> | boolean> {
    pace.consume()
    try {
      const receipt = await submit(event, submissions.signal)
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
        // A browser cancels requests that it has not begun to send when the page is left. The error comes after the page's listeners.
        underWay.get(event.key)?.then(isLost => isLost && deliver(event))
        deliver(event)
      }
    },
    pause() {
      clearTimeout(timer)
      latestRun++
      mustRepeat = false
      stopRun()
    },
    restart() {
      submissions.abort()
      submissions = new AbortController()
      resume()
    },
  }
}

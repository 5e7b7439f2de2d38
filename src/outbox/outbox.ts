import { createOrder } from './order.js'
import { createSideBySide } from './side-by-side.js'
import { createSubmissions, type SubmissionPorts } from './submissions.js'
import type { WaitingEvent } from './waiting-event.js'

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

export interface OutboxPorts extends SubmissionPorts {
  /** Runs before each delivery, in one tab at a time. */
  onStart?(): Promise<unknown>
  /** Runs after everything that can be delivered now is delivered. */
  onEnd?(): Promise<unknown>
  /** Runs `work` in one tab at a time. */
  withLock(work: () => Promise<void>): Promise<void>
  /** When it aborts, nothing is delivered any more. */
  lifetime: AbortSignal
}

/** Delivers the events of the queue in one tab at a time: in order, and side by side where that changes nothing. */
export function createOutbox(ports: OutboxPorts): Outbox {
  const { queue, pace, withLock, lifetime } = ports
  const order = createOrder(queue, pace)
  const submissions = createSubmissions(ports, order)
  let draining: Promise<void> | undefined
  /** Events may have been added since the queue was read. */
  let mustRepeat = false
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The number of the newest run. An older run that was stopped does not continue. */
  let latestRun = 0
  let stopRun = () => {}

  function resume() {
    clearTimeout(timer)
    if (lifetime.aborted) return
    const wait = pace.backoffLeft()
    if (!wait) start()
    else timer = setTimeout(resume, wait)
  }

  function start(): Promise<void> {
    if (lifetime.aborted) return Promise.resolve()
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
    if (lifetime.aborted) return
    while (mustRepeat && run === latestRun) {
      mustRepeat = false
      order.start()
      await queue.adopt()
      await ports.onStart?.()
      if (!(await deliverRound(run))) {
        mustRepeat = true
        return
      }
    }
    if (run !== latestRun) return
    await ports.onEnd?.()
    const wait = await order.wait()
    if (!wait || mustRepeat) return
    clearTimeout(timer)
    timer = setTimeout(resume, wait)
  }

  /** Delivers all that can be delivered now. Resolves with false if the outbox has to wait after a failure. */
  async function deliverRound(run: number) {
    const underWay = createSideBySide()
    while (run === latestRun) {
      const sent = underWay.keys()
      const event = await order.next(sent)
      if (run !== latestRun) break
      const mustWait = Boolean(event && pace.backoffLeft())
      // An event that is under way may fail, and is then the next.
      if (!sent.size && (!event || mustWait)) return !mustWait
      const wait = pace.spacing()
      // After each wait, the next event is determined again: this one may be gone.
      if (!event || mustWait || !underWay.hasRoomFor(event)) await underWay.oneAnswered()
      else if (wait) await new Promise(resolve => setTimeout(resolve, wait))
      else underWay.add(event, submissions.submit(event))
    }
    return true
  }

  function pause() {
    clearTimeout(timer)
    latestRun++
    mustRepeat = false
    stopRun()
  }

  lifetime.addEventListener('abort', () => {
    pause()
    submissions.abort()
  })

  return {
    resume,
    pause,
    sendNow: submissions.submitNow,
    drain() {
      clearTimeout(timer)
      pace.endBackoff()
      return start()
    },
    restart() {
      submissions.abort()
      resume()
    },
  }
}

import type { Queue } from './queue.js'
import { isSettledBy, type Settled } from './settled.js'
import { compareEvents, isIdentifying, isPostponed, type WaitingEvent } from './waiting-event.js'

/** The identifying events that wait, from all pages. The events behind one of them are about the person whom it identifies. */
export interface IdentifyingEvents {
  /** Reads them from the queue. */
  refresh(): Promise<void>
  /** Forgets an event that has come to its end. */
  forget(settled: Settled): void
  /** Returns the events that no identifying event precedes. None before the first `refresh()`. */
  before(events: WaitingEvent[]): WaitingEvent[]
}

export function createIdentifyingEvents(queue: Pick<Queue, 'all'>): IdentifyingEvents {
  let waiting: WaitingEvent[] | undefined
  let last = Promise.resolve()
  /** The reading that has not begun yet. All who ask before it begins share it: a page may track a thousand events at once. */
  let next: Promise<void> | undefined

  async function read() {
    next = undefined
    // The others have not waited for a postponed event.
    waiting = (await queue.all()).filter(event => isIdentifying(event) && !isPostponed(event))
  }

  return {
    refresh() {
      next ??= last = last.then(read, read)
      return next
    },
    forget(settled) {
      waiting = waiting?.filter(event => !isSettledBy(event, settled))
    },
    before(events) {
      if (!waiting) return []
      const [first] = waiting
      return first ? events.filter(event => compareEvents(event, first) <= 0) : events
    },
  }
}

import type { RewardsError } from '../http/error.js'
import type { Pace } from './pace.js'
import { afterFailure, chooseProbe, distanceTo, isProbeDue, setAside } from './postpone.js'
import type { Queue } from './queue.js'
import { isPostponed, type WaitingEvent } from './waiting-event.js'

/** Decides which event is next: in the order in which they were tracked, except postponed events. */
export interface Order {
  /** Forgets which owners were absent, and looks for their events again. */
  start(): void
  next(): Promise<WaitingEvent | undefined>
  /** The platform has accepted or refused the event. */
  answered(event: WaitingEvent): void
  /** The event has failed and may be sent later. Resolves with false if it is given up. */
  failed(event: WaitingEvent, error: RewardsError): Promise<boolean>
  /** The event has to wait until its person is back. */
  setAside(event: WaitingEvent): Promise<void>
  /** Milliseconds until the next postponed event is due; 0 if none waits. */
  wait(): Promise<number>
}

export function createOrder(queue: Queue, pace: Pace): Order {
  /** The first event, after so many failures that a later event is tried; and whether the later event was answered. */
  let suspect: WaitingEvent['key'] | undefined
  let isOvertaken = false
  /** Owners who are absent in this round: their events are skipped together. */
  const absent = new Set<WaitingEvent['owner']>()

  /** Whether the event fails alone: the platform accepts others. */
  const isItsOwnFault = (event: WaitingEvent) =>
    isPostponed(event) ? !pace.failures() : isOvertaken && suspect === event.key

  return {
    start: () => absent.clear(),

    async next() {
      const first = await queue.first()
      if (!first) return (await queue.all()).find(event => !absent.has(event.owner) && !distanceTo(event))
      if (!isProbeDue(pace.failures(), first)) return first
      suspect = first.key
      const inOrder = (await queue.all()).filter(event => !isPostponed(event))
      return chooseProbe(inOrder, pace.failures()) ?? first
    },

    answered({ key }) {
      isOvertaken = suspect !== undefined && suspect !== key
      if (!isOvertaken) suspect = undefined
    },

    async failed(event, error) {
      const next = afterFailure(event, error, isItsOwnFault(event))
      if (next && next !== event) await queue.replace(event, next)
      return Boolean(next)
    },

    async setAside(event) {
      const aside = isPostponed(event) ? event : setAside(event)
      absent.add(event.owner)
      if (aside !== event) await queue.replace(event, aside)
    },

    async wait() {
      const distances = (await queue.all()).map(distanceTo).filter(Boolean)
      return distances.length ? Math.min(...distances) : 0
    },
  }
}

import type { RewardsError } from '../http/error.js'
import type { Pace } from './pace.js'
import { afterFailure, chooseProbe, distanceTo, isProbeDue, setAside } from './postpone.js'
import type { Queue } from './queue.js'
import { isPostponed, type WaitingEvent } from './waiting-event.js'

/** Which event is next: the order in which they were tracked, save for those that are postponed. */
export interface Order {
  /** Looks anew for events whose person was not here. */
  start(): void
  next(): Promise<WaitingEvent | undefined>
  /** The platform has taken the event, or refused it. */
  answered(event: WaitingEvent): void
  /** The event may go later. Returns false where it is given up. */
  failed(event: WaitingEvent, error: RewardsError): Promise<boolean>
  /** The event's person is not here now. */
  setAside(event: WaitingEvent): Promise<void>
  /** Milliseconds until a postponed event is due; 0 where there is none to wait for. */
  wait(): Promise<number>
}

export function createOrder(queue: Queue, pace: Pace): Order {
  /** The first event, once it has failed so often that one behind it is tried; and whether that was answered. */
  let suspect: WaitingEvent['key'] | undefined
  let isOvertaken = false
  /** Owners who are not here, as this round has found: their events are not looked at one by one. */
  const absent = new Set<WaitingEvent['owner']>()

  /** Whether the platform takes other events. */
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

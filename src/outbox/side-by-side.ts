import type { Result } from './submissions.js'
import { isIdentifying, isPostponed, type WaitingEvent } from './waiting-event.js'

/**
 * The events of one round that are under way together. Events of one owner are sent side by side once the platform has answered one of
 * them: then their token is alive, so no answer makes another consumer. Two kinds of events go alone. An identifying event, because those
 * behind it are about the person whom it identifies; and each event after a failure, so that the order can find out which one is at fault.
 */
export interface SideBySide {
  keys(): ReadonlySet<string>
  hasRoomFor(event: WaitingEvent): boolean
  add(event: WaitingEvent, submission: Promise<Result>): void
  /** Resolves when one of them is no longer under way. At once if none is. */
  oneAnswered(): Promise<unknown>
}

/** The connections that browsers open to one host. https://developer.mozilla.org/docs/Web/HTTP/Guides/Connection_management_in_HTTP_1.x */
const MAX = 6

export function createSideBySide(): SideBySide {
  const underWay = new Map<string, Promise<unknown>>()
  /** The event that the platform has answered last, when no other was under way. */
  let answered: WaitingEvent | undefined
  let hasFailed = false

  const canJoin = (event: WaitingEvent) =>
    !hasFailed &&
    answered !== undefined &&
    answered.owner === event.owner &&
    !isIdentifying(event) &&
    !isPostponed(event)

  return {
    keys: () => new Set(underWay.keys()),
    hasRoomFor: event => !underWay.size || (underWay.size < MAX && canJoin(event)),
    add(event, submission) {
      // It goes alone: the next event waits for its answer.
      if (!canJoin(event)) answered = undefined
      const answer = submission.then(result => {
        underWay.delete(event.key)
        hasFailed ||= result !== 'settled'
        if (!underWay.size) answered = event
      })
      underWay.set(event.key, answer)
    },
    oneAnswered: async () => underWay.size && Promise.race(underWay.values()),
  }
}

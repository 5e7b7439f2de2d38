import { isIdentifying } from './postpone.js'
import type { Queue } from './queue.js'
import { inOrder, isPostponed, type WaitingEvent } from './waiting-event.js'

/** The events that name somebody and wait, whichever page has tracked them: what comes after one of them is about the person it names. */
export interface WaitingNames {
  /** Looks for them in the queue. */
  refresh(): Promise<void>
  /** An event has come to its end. */
  forget(id: string, name: string): void
  /** Those of `events` that come after none of them; none of `events` before the first look. */
  before(events: WaitingEvent[]): WaitingEvent[]
}

export function createWaitingNames(queue: Pick<Queue, 'all'>): WaitingNames {
  let names: WaitingEvent[] | undefined
  return {
    async refresh() {
      // What is postponed goes behind the others, and so do the events after it that have not waited for it.
      names = (await queue.all()).filter(event => isIdentifying(event) && !isPostponed(event))
    },
    forget(id, name) {
      names = names?.filter(event => event.id !== id || event.name !== name)
    },
    before: events => (names ? events.filter(event => !names!.some(name => inOrder(name, event) < 0)) : []),
  }
}

import { RestError, toRestError } from '../http/rest-error.js'

/** The maximum number of waiting events. */
const MAX_WAITING = 10_000

/** Processes events one after the other in the background. Their requests have already been answered, so errors are only logged. */
export interface EventQueue {
  /** Throws `too_many_requests` if the queue is full. */
  add(work: () => Promise<unknown>): void
  /** Resolves when the queue is empty. */
  idle(): Promise<void>
}

export function createEventQueue(maxWaiting = MAX_WAITING): EventQueue {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  return {
    add(work) {
      if (waiting >= maxWaiting)
        throw new RestError('too_many_requests', 'The event queue is full', { headers: { 'Retry-After': '1' } })
      waiting += 1
      last = last
        .then(work)
        .catch(toRestError)
        .finally(() => {
          waiting -= 1
        })
    },
    async idle() {
      await last
    },
  }
}

import { RestError, toRestError } from '../http/rest-error.js'

/** Events that may wait before further ones are refused. */
const MAX_WAITING = 10_000

/** Does one piece of work after another, after the request that brought it was answered: nobody is left to tell of a refusal. */
export interface EventQueue {
  /** Throws `too_many_requests` where the queue is full. */
  add(work: () => Promise<unknown>): void
  /** Resolves once nothing waits any more. */
  idle(): Promise<void>
}

export function createEventQueue(largest = MAX_WAITING): EventQueue {
  let waiting = 0
  let last: Promise<unknown> = Promise.resolve()
  return {
    add(work) {
      if (waiting >= largest)
        throw new RestError('too_many_requests', 'Too many events wait', { headers: { 'Retry-After': '1' } })
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

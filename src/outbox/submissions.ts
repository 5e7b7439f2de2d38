import type { RewardsError } from '../error/error.js'
import { isBlocked, isEventRetryable } from '../http/retry.js'
import type { Order } from './order.js'
import type { Pace } from './pace.js'
import type { Queue } from './queue.js'
import { type Receipt, type Settled, settledAs } from './settled.js'
import type { WaitingEvent } from './waiting-event.js'

/** Why an event is not sent: it ends with an error, or the person who has caused it is absent. Undefined: it can be sent. */
export type Obstacle = RewardsError | 'absent' | undefined

export interface SubmissionPorts {
  queue: Queue
  pace: Pace
  /** Sends an event to the platform. Throws a `RewardsError`. */
  submit(event: WaitingEvent, signal: AbortSignal): Promise<Receipt>
  /** Returns no promise if it knows the answer at once. */
  obstacleOf(event: WaitingEvent): Obstacle | Promise<Obstacle>
  /** An event has failed, and is sent again later. */
  onFailure?: ((error: RewardsError) => void) | undefined
  onSettled(settled: Settled): void
}

/** The request has brought no answer. */
const isUnanswered = (error: RewardsError) => error.code === 'network_error' || isBlocked(error)

/** `settled`: the event has ended. `waiting`: it is sent again later. `unsent`: the same, and the platform has not answered. */
export type Result = 'settled' | 'waiting' | 'unsent'

type Outcome = Pick<Settled, 'receipt' | 'error'>

/** Submits events, and decides what becomes of them. */
export interface Submissions {
  /** Submits an event, once for all who ask at the same time. */
  submit(event: WaitingEvent): Promise<Result>
  /** Submits these events at once and in parallel: the page is being left. */
  submitNow(events: WaitingEvent[]): void
  /** Aborts the submissions under way. */
  abort(): void
}

export function createSubmissions(ports: SubmissionPorts, order: Order): Submissions {
  const { queue, pace, obstacleOf, onSettled } = ports
  const underWay = new Map<string, Promise<Result>>()
  let controller = new AbortController()

  function submit(event: WaitingEvent) {
    const { key } = event
    const submission = underWay.get(key) ?? process(event).finally(() => underWay.delete(key))
    underWay.set(key, submission)
    return submission
  }

  async function process(event: WaitingEvent): Promise<Result> {
    const { signal } = controller
    const found = obstacleOf(event)
    // Only a promise is awaited: a page that is being left must send in this task.
    const obstacle = found instanceof Promise ? await found : found
    if (obstacle === 'absent') {
      await order.skipOwner(event)
      return 'waiting'
    }
    if (signal.aborted) return 'unsent'
    const outcome = obstacle ? { error: obstacle } : await trySubmit(event, signal)
    if (typeof outcome === 'string') return outcome
    await queue.remove(event)
    onSettled(settledAs(event, outcome))
    return 'settled'
  }

  async function trySubmit(event: WaitingEvent, signal: AbortSignal): Promise<Outcome | Result> {
    pace.consume()
    try {
      const receipt = await ports.submit(event, signal)
      recordAnswer(event)
      return { receipt }
    } catch (cause) {
      const error = cause as RewardsError
      if (error.code === 'aborted') return 'unsent'
      if (isEventRetryable(error) && (await order.failed(event, error))) {
        pace.recordFailure(error)
        ports.onFailure?.(error)
        return isUnanswered(error) ? 'unsent' : 'waiting'
      }
      recordAnswer(event)
      return { error }
    }
  }

  function recordAnswer(event: WaitingEvent) {
    pace.recordSuccess()
    order.answered(event)
  }

  return {
    submit,
    submitNow(events) {
      const { signal } = controller
      for (const event of events) {
        // When a page is left, the browser cancels requests that it has not begun to send. Their errors come after the listeners of the page,
        // or after its return from the back/forward cache: by then another page may have sent the event.
        underWay.get(event.key)?.then(result => {
          if (result === 'unsent' && !signal.aborted) submit(event)
        })
        submit(event)
      }
    },
    abort() {
      controller.abort()
      controller = new AbortController()
    },
  }
}

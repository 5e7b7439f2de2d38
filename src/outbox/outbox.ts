import { backoff } from '../http/backoff.js'
import type { RewardsError, RewardsErrorDetails } from '../http/error.js'
import { isDeadToken } from '../http/read.js'
import type { Queue, WaitingEvent } from './queue.js'

/** An error the platform gave no code for may pass, or may not: after so many tries the events behind it go first. */
const TRIES_OF_UNKNOWN = 5

/** The platform has the event (specification 6). */
export interface Receipt {
  event_id: string
  /** Ours, or the host's own: the platform records an event of one consumer, name and id once. */
  partner_event_id: string
}

/** What became of an event: told to every page of the site, for another tab may have tracked it. */
export interface Settled {
  id: string
  name: string
  receipt?: Receipt
  /** A `RewardsError`, or, from another tab, what is left of one. */
  error?: Pick<RewardsError, 'code' | 'message'> & RewardsErrorDetails
}

export interface Outbox {
  /** Delivers, unless a back-off is under way. */
  wake(): void
  /** Tries now, and resolves when nothing waits or the platform cannot be reached. */
  drain(): Promise<void>
  queue: Queue
}

export interface OutboxHooks {
  queue: Queue
  /** Throws a `RewardsError`. */
  submit(event: WaitingEvent): Promise<Receipt>
  /** Runs `work` in one tab at a time. */
  alone(work: () => Promise<void>): Promise<void>
  onSettled(settled: Settled): void
}

/** Delivers what waits in the queue: by one tab at a time, one event at a time, in order. */
export function createOutbox({ queue, submit, alone, onSettled }: OutboxHooks): Outbox {
  let draining: Promise<void> | undefined
  let again = false
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  function drain(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    again = true
    draining ??= alone(deliverAll).finally(() => {
      draining = undefined
      // The lock comes back a little later than the last look at the queue.
      if (again) wake()
    })
    return draining
  }

  const wake = () => {
    if (timer === undefined) drain()
  }

  async function deliverAll() {
    while (again) {
      again = false
      for (let event = await queue.first(); event; event = await queue.first()) if (!(await deliver(event))) return
    }
  }

  /** Returns whether the next one may go. */
  async function deliver(event: WaitingEvent): Promise<boolean> {
    const { id, name } = event
    let settled: Settled
    try {
      settled = { id, name, receipt: await submit(event) }
    } catch (cause) {
      const error = cause as RewardsError
      failures++
      if (mayPass(error, failures)) {
        timer = setTimeout(drain, backoff(failures, error.retryAfter))
        return false
      }
      settled = { id, name, error }
    }
    failures = 0
    await queue.remove(event)
    onSettled(settled)
    return true
  }

  globalThis.addEventListener?.('online', drain)
  return { wake, drain, queue }
}

/** A token that died twice in a row, and a logout, say nothing about the event. */
const mayPass = (error: RewardsError, failures: number) =>
  error.code === 'logged_out' ||
  isDeadToken(error) ||
  (error.retryable && !(error.status === 200 && failures >= TRIES_OF_UNKNOWN))

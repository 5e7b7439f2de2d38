import { backoff } from '../http/backoff.js'
import { asRewardsError, RewardsError } from '../http/error.js'
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

export interface Outbox {
  /** Resolves with the receipt, however many tries that takes; throws the platform's refusal. */
  add(event: WaitingEvent): Promise<Receipt>
  /** Tries now, and resolves when nothing waits or the platform cannot be reached. */
  drain(): Promise<void>
  /** Forgets what waits: it was another person's. */
  clear(): Promise<void>
}

export interface OutboxHooks {
  queue: Queue
  /** Runs `work` in one tab at a time. */
  alone(work: () => Promise<void>): Promise<void>
  submit(event: WaitingEvent): Promise<Receipt>
  onReceipt(receipt: Receipt): void
  onRefusal(error: RewardsError): void
}

/** Delivers what waits in the queue: by one tab at a time, one event at a time, in order. */
export function createOutbox({ queue, submit, alone, onReceipt, onRefusal }: OutboxHooks): Outbox {
  const waiting = new Map<string, { resolve(receipt: Receipt): void; reject(error: RewardsError): void }>()
  let draining: Promise<void> | undefined
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const drain = () => {
    clearTimeout(timer)
    draining ??= alone(deliverAll).finally(() => {
      draining = undefined
    })
    return draining
  }

  async function deliverAll() {
    for (let event = await queue.first(); event; event = await queue.first()) {
      const { id } = event
      try {
        const receipt = await submit(event)
        failures = 0
        await queue.remove(event)
        onReceipt(receipt)
        waiting.get(id)?.resolve(receipt)
      } catch (cause) {
        const error = asRewardsError(cause)
        failures++
        if (mayPass(error, failures)) return hold(error)
        failures = 0
        await queue.remove(event)
        onRefusal(error)
        waiting.get(id)?.reject(error)
      }
      waiting.delete(id)
    }
  }

  function hold(error: RewardsError) {
    timer = setTimeout(drain, backoff(failures, error.retryAfter))
  }

  globalThis.addEventListener?.('online', drain)

  return {
    add(event) {
      const receipt = new Promise<Receipt>((resolve, reject) => waiting.set(event.id, { resolve, reject }))
      queue.add(event).then(drain)
      return receipt
    },
    drain,
    async clear() {
      const error = new RewardsError('logged_out', 'The consumer has logged out')
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
      await queue.clear()
    },
  }
}

/** A token that died twice in a row says nothing about the event. */
const mayPass = (error: RewardsError, failures: number) =>
  isDeadToken(error) || (error.retryable && !(error.status === 200 && failures >= TRIES_OF_UNKNOWN))

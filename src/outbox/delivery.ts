import type { Client } from '../http/client.js'
import type { RewardsError } from '../http/error.js'
import { createOutbox, type Receipt, type Settled } from './outbox.js'
import { createQueue, type WaitingEvent } from './queue.js'
import { submit } from './submit.js'

/** From an accepted event to what the platform says of it. */
export interface Delivery {
  /** Resolves with the receipt, however long that takes. Throws the platform's refusal, or `logged_out`. */
  deliver(event: WaitingEvent): Promise<Receipt>
  /** Tries now, and resolves when nothing waits or the platform cannot be reached. */
  drain(): Promise<void>
  /** An event has come to its end, in this tab or in another. */
  settle(settled: Settled): void
  /** Takes what is kept back into memory: it may be kept no longer. */
  withdraw(): Promise<void>
  /** Forgets what waits: the person has logged out. */
  end(): Promise<void>
}

export interface DeliveryHooks {
  /** Of the store, and what the journal's keys begin with. */
  name: string
  /** The program domain. */
  base: string
  client: Client
  /** Whose token is held: a random id, gone with a logout; nothing before the first token. */
  owner(): string | undefined
  /** Whether the token travels by cookie, and may. */
  cookies(): boolean
  /** Whether events may be kept on the device. */
  keeps(): boolean
  /** Runs `work` in one tab at a time. */
  alone(work: () => Promise<void>): Promise<void>
  /** Accepted events that are not in the journal. */
  memory: WaitingEvent[]
  onReceipt(receipt: Receipt): void
  onRefusal(error: RewardsError): void
  /** For the other tabs, one of which may have tracked the event. */
  onSettled(settled: Settled): void
}

interface Waiting extends WaitingEvent {
  resolve(receipt: Receipt): void
  reject(error: RewardsError): void
}

export function createDelivery({ name, client, keeps, memory, alone, ...hooks }: DeliveryHooks): Delivery {
  const queue = createQueue(name, keeps, memory)
  let waiting: Waiting[] = []

  function settle({ id, name, receipt, error }: Settled) {
    const isThis = (event: Waiting) => event.id === id && event.name === name
    const those = waiting.filter(isThis)
    waiting = waiting.filter(event => !isThis(event))
    if (receipt) {
      hooks.onReceipt(receipt)
      for (const { resolve } of those) resolve(receipt)
    } else if (error) {
      // From another tab it comes as a plain object.
      const refusal = error instanceof Error ? error : client.error(error.code, error.message, error)
      hooks.onRefusal(refusal as RewardsError)
      for (const { reject } of those) reject(refusal as RewardsError)
    }
  }

  const { drain, wake } = createOutbox({
    queue,
    submit: event => submit(client, event),
    alone,
    onSettled(settled) {
      settle(settled)
      const { error } = settled
      // Of an error only the message does not travel by itself.
      hooks.onSettled(error ? { ...settled, error: { ...error, message: error.message } } : settled)
    },
  })

  return {
    deliver: event =>
      new Promise((resolve, reject) => {
        waiting.push({ ...event, resolve, reject })
        wake()
      }),
    drain,
    settle,
    withdraw: queue.withdraw,
    async end() {
      for (const { reject } of waiting) reject(client.error('logged_out', 'Logged out'))
      waiting = []
      await queue.clear()
    },
  }
}

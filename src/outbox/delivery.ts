import type { Client } from '../http/client.js'
import type { RewardsError } from '../http/error.js'
import type { Settings } from '../options.js'
import { createOutbox, type Receipt, type Settled } from './outbox.js'
import { createPace } from './pace.js'
import { createQueue } from './queue.js'
import { payloadOf, submit } from './submit.js'
import { timeOf, type WaitingEvent } from './waiting-event.js'

/** What waits may hold personal data: its life is bounded. */
const LIFE_MS = 7 * 86_400_000
/** What another tab has accepted it delivers itself, unless it is gone. */
const ORPHAN_MS = 3_000
/** The platform takes ten a second of one person; one more may be on its way. */
const MOST_AT_LEAVING = 9

/** From an accepted event to what the platform says of it. */
export interface Delivery {
  /** Sees to what has been tracked. */
  take(): void
  /** Tries now, and resolves when nothing waits or the platform cannot be reached. */
  drain(): Promise<void>
  /** An event has come to its end, in this tab or in another. */
  settle(settled: Settled): void
  /** What this page has tracked and given over, and nobody has answered yet. */
  tracked(): Tracked[]
  /** Takes what is kept back into memory: it may be kept no longer. */
  withdraw(): Promise<void>
  /** Forgets what waits: the person has logged out. */
  end(): Promise<void>
}

/** An event somebody waits for. */
export interface Tracked {
  event: WaitingEvent
  resolve(receipt: Receipt): void
  reject(error: RewardsError): void
}

export interface DeliveryHooks extends Pick<Settings, 'base' | 'eventsPerMinute'> {
  /** Of the store, and what the journal's keys begin with. */
  name: string
  client: Client
  /** Whose token is held: a random id, gone with a logout; nothing before the first token. */
  owner(): string | undefined
  /** Whether the token travels by cookie, and may. */
  cookies(): boolean
  /** Whether events may be kept on the device. */
  keeps(): boolean
  /** Runs `work` in one tab at a time. */
  alone(work: () => Promise<void>): Promise<void>
  /** What this page has tracked, and nobody has seen to yet. */
  tracked: Tracked[]
  onReceipt(receipt: Receipt): void
  onRefusal(error: RewardsError): void
  /** For the other tabs, one of which may have tracked the event. */
  onSettled(settled: Settled): void
}

export function createDelivery({
  name,
  base,
  eventsPerMinute,
  client,
  keeps,
  owner,
  tracked,
  ...hooks
}: DeliveryHooks): Delivery {
  const queue = createQueue(name, keeps, events => {
    for (const { id, name } of events) onSettled({ id, name, error: client.error('storage_full', 'No room') })
  })
  const pace = createPace(name, keeps, eventsPerMinute)
  let waiting: (Tracked & { since: number })[] = []
  /** Somebody this page has known. */
  let known: string | undefined

  function settle({ id, name, receipt, error }: Settled) {
    const those = waiting.filter(({ event }) => event.id === id && event.name === name)
    waiting = waiting.filter(each => !those.includes(each))
    if (receipt) {
      hooks.onReceipt(receipt)
      for (const { resolve } of those) resolve(receipt)
    } else if (error) {
      // From another tab it comes as a plain object.
      const refusal = (error instanceof Error ? error : client.error(error.code, error.message, error)) as RewardsError
      hooks.onRefusal(refusal)
      for (const { reject } of those) reject(refusal)
    }
  }

  function onSettled(settled: Settled) {
    settle(settled)
    const { error } = settled
    // Of an error only the message does not travel by itself.
    hooks.onSettled(error ? { ...settled, error: { ...error, message: error.message } } : settled)
  }

  const outbox = createOutbox({
    queue,
    pace,
    submit: (event, signal) => submit(client, event, signal),
    /** Of somebody who has logged out, or too old. */
    spoiled(event) {
      const now = owner()
      known = now ?? known
      if (event.owner && known !== undefined && event.owner !== now) return loggedOut()
      // The clock may have been set while the page was open.
      const own = waiting.find(each => each.event.key === event.key)
      const age = own ? performance.now() - own.since : Date.now() - timeOf(event)
      return age > LIFE_MS && client.error('timeout', 'Too late')
    },
    alone: hooks.alone,
    onSettled,
  })
  const { wake, drain } = outbox
  const loggedOut = () => client.error('logged_out', 'Logged out')

  async function take() {
    const events = tracked.map(({ event }) => event)
    for (const each of tracked.splice(0)) waiting.push({ ...each, since: performance.now() })
    known = owner() ?? known
    await queue.accept(events)
    wake()
  }

  /**
   * Sends what it can while the page still may. What is not acknowledged stays for the next one, and so does what comes after an event that
   * names somebody: side by side it could be recorded as another's.
   */
  function leave() {
    const naming = waiting.findIndex(({ event: { data } }) => data.email || data.partner_user_id)
    const most = naming < 0 ? MOST_AT_LEAVING : Math.min(naming || 1, MOST_AT_LEAVING)
    const events = waiting.slice(0, most).map(({ event }) => event)
    if ('keepalive' in Request.prototype) outbox.rush(events)
    else if (hooks.cookies())
      for (const event of events) navigator.sendBeacon(`${base}/events`, JSON.stringify(payloadOf(event)))
  }

  const listen = (type: string, listener: (event: Event) => unknown) => globalThis.addEventListener?.(type, listener)
  listen('online', drain)
  listen('storage', event => {
    const { key, newValue } = event as StorageEvent
    if (newValue && key?.startsWith(`${name}|`)) setTimeout(wake, ORPHAN_MS)
  })
  listen('visibilitychange', () => {
    if (!document.hidden) drain()
    else if (!pace.holds()) leave()
  })
  listen('pagehide', () => {
    if (!pace.holds(true)) leave()
    outbox.rest()
  })
  listen('pageshow', event => (event as PageTransitionEvent).persisted && outbox.resume())
  if (tracked.length) take()

  return {
    take,
    drain,
    settle,
    tracked: () => waiting,
    withdraw() {
      pace.forget()
      return queue.withdraw()
    },
    async end() {
      for (const { reject } of waiting) reject(loggedOut())
      waiting = []
      pace.forget()
      await queue.clear()
    },
  }
}

import type { Client } from '../http/client.js'
import { RewardsError } from '../http/error.js'
import type { Settings } from '../options.js'
import type { EventDelivery } from '../session/waiting-events.js'
import type { TokenStore } from '../token/store.js'
import type { Token } from '../token/token.js'
import { createAttributor, hasLoggedOut } from './attribution.js'
import { createExpiry } from './expiry.js'
import { createOutbox, type Receipt, type Settled } from './outbox.js'
import { createPace } from './pace.js'
import { followPageEvents } from './page-events.js'
import { chooseSideBySide, isIdentifying } from './postpone.js'
import { createQueue } from './queue.js'
import { createSenders, senderOf } from './senders.js'
import { payloadOf } from './submit.js'
import type { WaitingEvent } from './waiting-event.js'
import { createWaitingNames } from './waiting-names.js'

/** From an accepted event to what the platform says of it. */
export interface Delivery extends EventDelivery {
  /** Takes over the events that the page has tracked, and sends them. */
  enqueue(): void
  /** An event has come to its end, in this tab or in another. */
  settle(settled: Settled): void
  /** What this page has tracked and given over, and nobody has answered yet. */
  tracked(): Tracked[]
}

/** An event somebody waits for. */
export interface Tracked {
  event: WaitingEvent
  /** It was written down when it was tracked: where it is not there any more, another tab has taken it over. */
  isJournaled: boolean
  resolve(receipt: Receipt): void
  reject(error: RewardsError): void
}

export interface DeliveryPorts {
  /** `rewards:<program domain>`: the database's name, and the beginning of the journal's keys. */
  name: string
  settings: Pick<Settings, 'base' | 'eventsPerMinute'>
  client: Client
  token: Pick<Token, 'current' | 'owner' | 'claimOwner'>
  /** Whether the token is kept where the next page finds it. */
  store: Pick<TokenStore, 'hasStoredData'>
  /** Whether the program domain may keep a cookie in this browser, and is sent it. */
  usesCookies(): boolean
  /** Whether events may be kept on the device. */
  canStore(): boolean
  /** Runs `work` in one tab at a time. */
  withLock(work: () => Promise<void>): Promise<void>
  /** What this page has tracked, and nobody has seen to yet. */
  tracked: Tracked[]
  onReceipt(receipt: Receipt): void
  onRefusal(error: RewardsError): void
  /** For the other tabs, one of which may have tracked the event. */
  onSettled(settled: Settled): void
}

export function createDelivery(ports: DeliveryPorts): Delivery {
  const { name, client, token, canStore, tracked } = ports
  const { base, eventsPerMinute } = ports.settings
  const queue = createQueue(name, canStore, events => {
    for (const { id, name } of events)
      onSettled({
        id,
        name,
        error: new RewardsError(
          'storage_full',
          'The outbox is full and did not store this event. Track it again later.',
        ),
      })
  })
  const pace = createPace(name, canStore, eventsPerMinute)
  const senders = createSenders(name, canStore)
  const attributor = createAttributor({ client, token, queue, senders })
  const names = createWaitingNames(queue)
  let waiting: Tracked[] = []
  const findExpired = createExpiry(queue, event => waiting.some(each => each.event.id === event.id))

  function settle({ id, name, receipt, error }: Settled) {
    const those = waiting.filter(({ event }) => event.id === id && event.name === name)
    waiting = waiting.filter(each => !those.includes(each))
    queue.forget(id, name)
    names.forget(id, name)
    if (receipt) {
      ports.onReceipt(receipt)
      for (const { resolve } of those) resolve(receipt)
    } else if (error) {
      // From another tab it comes as a plain object.
      const refusal = (
        error instanceof Error ? error : new RewardsError(error.code, error.message, error)
      ) as RewardsError
      ports.onRefusal(refusal)
      for (const { reject } of those) reject(refusal)
    }
  }

  function onSettled(settled: Settled) {
    settle(settled)
    const { error } = settled
    // Of an error only the message does not travel by itself.
    ports.onSettled(error ? { ...settled, error: { ...error, message: error.message } } : settled)
  }

  const outbox = createOutbox({
    queue,
    pace,
    submit: attributor.submit,
    undeliverableReason(event) {
      if (hasLoggedOut(name, event, token.owner())) return loggedOut()
      const attribution = attributor.attribute(event)
      return attribution instanceof Promise ? attribution.then(reasonIn) : reasonIn(attribution)
    },
    async onStart() {
      senders.refresh()
      await names.refresh()
      for (const event of await findExpired()) {
        await queue.remove(event)
        const { id, name } = event
        onSettled({
          id,
          name,
          error: new RewardsError('timeout', 'The event could not be delivered within 7 days and was deleted'),
        })
      }
    },
    async onEnd() {
      // This page's own may be gone from the device: another tab erases it a moment before this one hears that it must.
      const events = [...(await queue.all()), ...waiting.map(({ event }) => event)]
      await senders.keepOnly(new Set(events.map(({ owner = '' }) => owner)))
    },
    withLock: ports.withLock,
    onSettled,
  })
  const { resume, drain } = outbox
  const loggedOut = () => new RewardsError('logged_out', 'The consumer logged out before the event was sent')
  const reasonIn = (attribution: unknown) => (attribution === 'absent' ? attribution : undefined)

  async function enqueue() {
    const added = tracked.splice(0)
    waiting.push(...added)
    const unwritten = added.filter(({ isJournaled }) => !isJournaled || !canStore())
    await Promise.all([
      queue.accept(unwritten.map(({ event }) => event)),
      queue.adopt(),
      names.refresh(),
      added.length && attributor.keepSender(),
    ])
    resume()
  }

  /** Sends what it can while the page still may. What is not acknowledged stays for the next one, and so does what comes after a name. */
  function leave() {
    const held = token.current()
    // The next page must know with which token these were sent.
    if (canStore() && !ports.store.hasStoredData() && !(held && senders.has(senderOf(held)))) return
    const own = waiting.map(({ event }) => event).filter(({ owner }) => owner === held?.owner)
    attributor.leave()
    const events = chooseSideBySide(names.before(own))
    if ('keepalive' in Request.prototype) outbox.sendNow(events)
    else if (ports.usesCookies())
      for (const event of events) navigator.sendBeacon(`${base}/events`, JSON.stringify(payloadOf(event)))
  }

  followPageEvents({ name, outbox, pace, onLeave: leave })
  if (tracked.length) enqueue()

  return {
    enqueue,
    drain,
    settle,
    tracked: () => waiting,
    keepSender: attributor.keepSender,
    async waiting() {
      const events = await queue.all()
      if (events.some(isIdentifying)) return 'an identifying event'
      return events.length ? 'events' : 'nothing'
    },
    async moveToMemory() {
      pace.erase()
      await Promise.all([queue.moveToMemory(waiting.map(({ event }) => event)), senders.moveToMemory()])
      // Consent may have been granted again meanwhile: then it is kept once more.
      await enqueue()
    },
    async dropEvents() {
      // What has been tracked since is the next consumer's.
      const isNext = ({ event }: Tracked) => event.owner === token.owner()
      const ended = waiting.filter(each => !isNext(each))
      waiting = waiting.filter(isNext)
      for (const { reject } of ended) reject(loggedOut())
      pace.erase()
      await Promise.all([queue.clear(waiting.map(({ event }) => event)), senders.clear()])
      if (waiting.length) await enqueue()
    },
  }
}

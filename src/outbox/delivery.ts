import { RewardsError } from '../error/error.js'
import type { Client } from '../http/client.js'
import { isBlocked } from '../http/retry.js'
import { clearPendingErasures, isErasurePending, pendingErasures } from '../session/pending-erasure.js'
import type { EventDelivery } from '../session/waiting-events.js'
import type { Settings } from '../settings/options.js'
import type { App } from '../token/app.js'
import type { Token } from '../token/token.js'
import { createAttributor } from './attribution.js'
import { createExpiry } from './expiry.js'
import { createIdentifyingEvents } from './identifying-events.js'
import { expired, storageFull } from './limits.js'
import { createOutbox } from './outbox.js'
import { createPace } from './pace.js'
import { followPageEvents } from './page-events.js'
import { chooseForLeaving } from './postpone.js'
import { createQueue } from './queue.js'
import { createSenders, senderOf } from './senders.js'
import { type Settled, settledAs } from './settled.js'
import type { Obstacle } from './submissions.js'
import { payloadOf } from './submit.js'
import { removeTracked, type Tracked } from './tracked-events.js'
import { isIdentifying, originalKey, trackedAt, type WaitingEvent } from './waiting-event.js'

/** Delivers the events that this page, or an earlier one, has tracked. */
export interface Delivery extends EventDelivery {
  /** Takes over the events that the page has tracked, and sends them. */
  enqueue(): void
  /** An event has ended in another tab. */
  forget(settled: Settled): void
  /** The page has come out of the back/forward cache: starts again, and ends the events that have ended meanwhile. */
  followReturn(): Promise<void>
}

export interface DeliveryPorts {
  /** `rewards:<program domain>`: the name of the database, and the beginning of the journal's keys. */
  name: string
  settings: Pick<Settings, 'base' | 'eventsPerMinute'>
  client: Client
  app: App
  token: Pick<Token, 'current' | 'owner' | 'claimOwner' | 'trackingOwner' | 'identityId' | 'stored'>
  /** Aborts when the runtime is destroyed: then no event is sent any more. */
  lifetime: AbortSignal
  /** Whether events may be stored on the device. */
  canStore(): boolean
  /** Runs `work` in one tab at a time. */
  withLock(work: () => Promise<void>): Promise<void>
  /** The events that the page has tracked and that have not ended. */
  tracked: Tracked[]
  /** Takes over those that the page has tracked since the last call. */
  takeTracked(): Tracked[]
  /** Settles the promises of an event that has ended. */
  settle(settled: Settled): void
  onRefusal(error: RewardsError): void
  /** Tells the other tabs that an event has ended: one of them may have tracked it. */
  tellTabs(settled: Settled): void
}

export function createDelivery(ports: DeliveryPorts): Delivery {
  const { name, client, app, token, canStore, settings, withLock, lifetime, tracked } = ports
  const onNoRoom = (events: WaitingEvent[]) => {
    for (const event of events) end(event, storageFull())
  }
  const queue = createQueue(name, canStore, onNoRoom, lifetime)
  // Without types, a page may leave out an option by null.
  const pace = createPace(name, canStore, settings.eventsPerMinute ?? undefined)
  const senders = createSenders(name, canStore, () => Boolean(app.renewToken), lifetime)
  const attributor = createAttributor({ client, app, token, queue, senders })
  const { submit } = attributor
  const identifying = createIdentifyingEvents(queue)
  const takeExpired = createExpiry(queue, tracked)
  const sending = { submit, obstacleOf, onStart, onEnd, onFailure, onSettled }
  const outbox = createOutbox({ queue, pace, withLock, lifetime, ...sending })
  const { resume, drain } = outbox
  /** Set while the browser keeps the calls from the platform: the program does not allow the origin, or a content blocker stops them. */
  let blocked: RewardsError | undefined
  const blockedListeners = new Set<(error: RewardsError) => void>()

  const hasLoggedOut = ({ owner }: { owner: string }) => isErasurePending(name, owner)

  const trackedEvents = () => tracked.map(({ event }) => event)

  /** `track()` goes on waiting, so the error is reported here, once. */
  function onFailure(error: RewardsError) {
    if (!isBlocked(error)) return
    if (!blockedListeners.size && !blocked) ports.onRefusal(error)
    blocked = error
    for (const listener of blockedListeners) listener(error)
  }

  function forget(settled: Settled) {
    if (settled.receipt) blocked = undefined
    queue.forget(settled)
    identifying.forget(settled)
  }

  function onSettled(settled: Settled) {
    forget(settled)
    ports.settle(settled)
    const { error } = settled
    // The message of an error is the only part that is not copied to other tabs.
    ports.tellTabs(error ? { ...settled, error: { ...error, message: error.message } } : settled)
  }

  const end = (event: WaitingEvent, error: RewardsError) => onSettled(settledAs(event, { error }))

  function obstacleOf(event: WaitingEvent): Obstacle | Promise<Obstacle> {
    if (hasLoggedOut(event)) return loggedOutBefore()
    const ifAbsent = (attribution: unknown) => {
      if (attribution === 'absent') return event.endedElsewhere ? endedElsewhere() : attribution
      return undefined
    }
    const attribution = attributor.attribute(event)
    return attribution instanceof Promise ? attribution.then(ifAbsent) : ifAbsent(attribution)
  }

  async function onStart() {
    senders.refresh()
    await identifying.refresh()
    for (const event of await takeExpired()) end(event, expired())
  }

  async function onEnd() {
    // This page's own events may be deleted from the device: another tab erases them before this tab hears that consent was withdrawn.
    const events = [...(await queue.all()), ...trackedEvents()]
    await senders.keepOnly(new Set(events.map(({ owner }) => owner)))
    const endedOwners = pendingErasures(name)
    const waiting = endedOwners.length && canStore() && (await queue.everywhere())
    if (waiting)
      clearPendingErasures(
        name,
        endedOwners.filter(ended => !waiting.some(({ owner }) => owner === ended)),
      )
  }

  async function enqueue() {
    const added = ports.takeTracked()
    const unwritten = added.filter(({ isJournaled }) => !isJournaled || !canStore())
    await Promise.all([
      queue.accept(unwritten.map(({ event }) => event)),
      queue.adopt(),
      identifying.refresh(),
      added.length && keepSenders(added),
    ])
    resume()
  }

  async function keepSenders(added: Tracked[]) {
    // Another tab may have deleted them.
    senders.refresh()
    // The events of a task share their token.
    const tokens = new Set(added.map(({ held, event }) => held?.owner === event.owner && held))
    for (const held of tokens) if (held && !hasLoggedOut(held)) await attributor.keepLost(held)
    await attributor.keepSender()
  }

  /** Sends what can be sent while the page is being left. The next page sends the rest, and what the platform does not acknowledge. */
  function onLeave() {
    const held = token.current()
    // The next page must know with which token the events were sent.
    if (canStore() && !token.stored() && !(held && senders.has(senderOf(held)))) return
    // For a receipt, the page must be here when the answer comes.
    const own = trackedEvents().filter(({ owner, endedElsewhere }) => owner === held?.owner && !endedElsewhere)
    attributor.leave()
    const events = chooseForLeaving(identifying.before(own))
    if ('keepalive' in Request.prototype) outbox.sendNow(events)
    else if (client.isSimple())
      for (const event of events) navigator.sendBeacon(`${settings.base}/events`, JSON.stringify(payloadOf(event)))
  }

  /** The page may come back out of the back/forward cache after another page has sent its events. */
  function onHide() {
    const held = token.current()
    for (const each of tracked) if (each.event.owner === token.owner()) each.held = held
  }

  function endLoggedOut(isEnded: (event: WaitingEvent) => boolean) {
    for (const { reject } of removeTracked(tracked, isEnded)) reject(loggedOutBefore())
  }

  followPageEvents({ outbox, pace, lifetime, onLeave, onHide })

  return {
    enqueue,
    drain,
    forget,
    keepSender: attributor.keepSender,
    async waiting() {
      const events = await queue.all()
      if (events.some(isIdentifying)) return 'an identifying event'
      return events.length ? 'events' : 'nothing'
    },
    onOriginRefused(listener) {
      blockedListeners.add(listener)
      if (blocked) listener(blocked)
      return () => blockedListeners.delete(listener)
    },
    async followReturn() {
      outbox.restart()
      const found = (await queue.everywhere()) ?? (await queue.all())
      const keys = new Set(found.map(({ key }) => originalKey(key)))
      const isGone = ({ key }: WaitingEvent) => !keys.has(originalKey(key))
      // A logout has erased the events of other owners that are gone.
      endLoggedOut(event => isGone(event) && event.owner !== token.owner())
      // Another page has ended the other events that are gone.
      for (const each of tracked)
        if (isGone(each.event)) each.event = { ...each.event, endedElsewhere: { ...each.held } }
      await queue.accept(trackedEvents().filter(({ endedElsewhere }) => endedElsewhere))
      resume()
    },
    async moveToMemory() {
      pace.erase()
      await Promise.all([queue.moveToMemory(trackedEvents()), senders.moveToMemory()])
      // If consent was granted again meanwhile, the events are stored again.
      await enqueue()
    },
    async dropEvents(loggedOutAt = Infinity) {
      // Events that were tracked after the logout belong to the next consumer, also if another tab has tracked them.
      const isNext = ({ owner }: WaitingEvent) => owner === token.owner()
      // Without a shared token, as on http pages, each tab has its own consumer, and tracks on until it hears of the logout.
      endLoggedOut(event => !isNext(event) && trackedAt(event) < loggedOutAt)
      pace.erase()
      const own = trackedEvents()
      const keys = new Set(own.map(({ key }) => key))
      const owners = new Set(own.map(({ owner }) => owner))
      await Promise.all([
        queue.deleteExcept(event => keys.has(event.key) || isNext(event), own),
        senders.keepOnlyAfterLogout(owners),
      ])
      if ((await queue.all()).length) await enqueue()
    },
  }
}

/** The event is recorded, or the platform has refused it. Another attempt would record it for another device. */
const endedElsewhere = () =>
  new RewardsError('aborted', 'Another page has delivered the event. Its receipt is unknown here.')

/** The error of an event whose person has logged out before it was sent. */
const loggedOutBefore = () => new RewardsError('logged_out', 'The consumer logged out before the event was sent')

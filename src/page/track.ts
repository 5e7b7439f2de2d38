import { randomId } from '../base/random-id.js'
import { whenIdle } from '../base/when-idle.js'
import { withLock } from '../base/with-lock.js'
import { invalidType, readArguments, requireText } from '../error/error.js'
import { RELOAD_GROWTH, RELOAD_MS } from '../http/retry.js'
import type { Delivery, DeliveryPorts } from '../outbox/delivery.js'
import { laterOf } from '../outbox/expiry.js'
import type * as outbox from '../outbox/index.js'
import { type Changes, createJournal, journalPrefix } from '../outbox/journal.js'
import { bytesFor, bytesIn, expired, MAX_BYTES, MIN_EVENT_BYTES, storageFull } from '../outbox/limits.js'
import { isSettledBy, type Receipt, type Settled } from '../outbox/settled.js'
import { countStoredEvents } from '../outbox/stored-events.js'
import { endTracked, type OutcomeListeners, type Tracked } from '../outbox/tracked-events.js'
import type { WaitingEvent } from '../outbox/waiting-event.js'
import type { Data, DataInput } from '../settings/options.js'

export interface TrackOptions {
  /** The host's own id of the event, for example an order number. An event with the same id is recorded only once. */
  id?: string | undefined
}

/**
 * The events of your program, each with the type of its data. It is empty: add events by declaration merging (docs/typescript.md). Other
 * events may be tracked as well, with any object.
 */
// biome-ignore lint/suspicious/noEmptyInterface: declaration merging needs an interface.
export interface TrackedEventMap {}

export type EventName = keyof TrackedEventMap | (string & {})

/** The type of an event's data. */
export type EventData<Name> = Name extends keyof TrackedEventMap ? TrackedEventMap[Name] : DataInput

/** The arguments of `track()` after the name. Data with a required field is required. */
export type EventArguments<Name> =
  Record<never, never> extends EventData<Name>
    ? [data?: EventData<Name>, options?: TrackOptions]
    : [data: EventData<Name>, options?: TrackOptions]

export interface Tracker {
  /** Accepts an event at once. Resolves with its receipt, however long that takes. Throws the platform's refusal. */
  track(name: string, data: Data, options: TrackOptions): Promise<Receipt>
  /** The events that this page has tracked and that have not ended. */
  tracked: Tracked[]
  /** Loads the module for delivery. */
  delivery(): Promise<Delivery>
  /** The same, if events can wait. Resolves with undefined if none was tracked and none can be stored, or if the module cannot be loaded. */
  usedDelivery(): Promise<Delivery | undefined>
  /** Runs `work` while no tab delivers events. If a delivery takes long, does not wait for its end. */
  withoutDelivery<T>(work: () => Promise<T>): Promise<T>
  /** Tries again to deliver: another token may be in force. */
  retry(): void
  /** Storage is allowed from now on: stores what waits, and delivers what earlier pages have left. Loads the module only if something waits. */
  resume(): void
  /** An event has ended in another tab. */
  settleElsewhere(settled: Settled): void
  /** The page has come out of the back/forward cache. */
  followReturn(): void
  /** Calls `listener` with each event that the page tracks. */
  onTracked(listener: (event: WaitingEvent) => void): void
}

export interface TrackerPorts
  extends Omit<DeliveryPorts, 'takeTracked' | 'tracked' | 'settle' | 'withLock'>,
    OutcomeListeners {
  loadOutbox(): Promise<typeof outbox>
}

/** Longer than another tab needs for a single event. */
const LOCK_PATIENCE_MS = 120_000

/**
 * A slow device takes 0.1 ms to write a record. So the first events of a task have a record each, and are written at once. The others share
 * records of this many events. The last record is written in a microtask: the browser runs it before the task ends.
 */
const BATCH = 32

/** Another tab delivers the events that it has journaled. After this time, that tab may be closed. */
const ORPHAN_MS = 3_000

/** Longer than an event needs to be delivered if the platform is well. */
const SHORT_PATIENCE_MS = 3_000

export function createTracker(ports: TrackerPorts): Tracker {
  const { name, app, token, canStore, lifetime } = ports
  const tracked: Tracked[] = []
  const journal = createJournal(name)
  /** The events of this task that are not in the journal yet. */
  let unwritten: Tracked[] = []
  /** How many more events of this task are written at once. */
  let singles = BATCH
  const listeners: ((event: WaitingEvent) => void)[] = []
  /**
   * The time of the newest event, in microseconds. Each event gets a later time than the one before, also in the same millisecond, and if the
   * clock of the device is set back.
   */
  let newest = 0
  let loaded: Delivery | undefined
  /** The module is being loaded, to take over all events of this task. */
  let isLoading = false
  let isUsed = false
  /** The page has come out of the back/forward cache, and the module has not followed yet. */
  let hasReturned = false
  /** The space that is left for events in the journal and in this page. Counted with the first event of each task: tabs share the journal. */
  let room: number | undefined
  /** How many events have ended in other tabs. */
  let settledElsewhere = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let orphanTimer: ReturnType<typeof setTimeout> | undefined

  const withDeliveryLock = (work: () => Promise<void>) =>
    withLock(canStore() && name, work, LOCK_PATIENCE_MS, lifetime, () => settledElsewhere)

  async function delivery() {
    isUsed = true
    const { createDelivery } = await ports.loadOutbox()
    if (loaded) return loaded
    loaded = createDelivery({ ...ports, withLock: withDeliveryLock, takeTracked, tracked, settle })
    if (tracked.length) loaded.enqueue()
    return loaded
  }

  /** The events that the module for delivery has not taken over yet. */
  function takeTracked() {
    write()
    const taken = tracked.filter(({ isTaken }) => !isTaken)
    for (const each of taken) each.isTaken = true
    return taken
  }

  /** Writes events to the journal. */
  function write() {
    if (!unwritten.length) return
    const isJournaled = canStore() && journal.write(unwritten.map(({ event }) => event))
    for (const each of unwritten) each.isJournaled = isJournaled
    unwritten = []
  }

  function endTask() {
    write()
    singles = BATCH
  }

  /** A frame whose parent removes it runs its listeners, but no microtasks. */
  function leave() {
    write()
    singles = Infinity
    queueMicrotask(endTask)
  }

  const settle = (settled: Settled) => endTracked(tracked, event => isSettledBy(event, settled), settled, ports)

  /** The events that wait outside the module for delivery. */
  const waiting = () => [
    ...(canStore() ? journal.events() : []),
    ...tracked.filter(each => !each.isTaken && !(each.isJournaled && canStore())).map(({ event }) => event),
  ]

  /** Without the module, events expire here. */
  function endExpired() {
    const own = new Map(tracked.map(each => [each.event.key, each]))
    const changes: Changes = new Map()
    for (const event of waiting()) {
      const later = laterOf(event, own.get(event.key), Date.now())
      if (later !== event) changes.set(event.key, later ? [later] : [])
    }
    journal.change(changes)
    for (const [key, [later]] of changes)
      if (!later) endTracked(tracked, event => event.key === key, { error: expired() }, ports)
  }

  /** If the module cannot be loaded, tries again with the next event, and after a pause that grows. The next page delivers the rest. */
  function deliver(pause = RELOAD_MS) {
    if (isLoading) return
    isLoading = true
    delivery()
      .finally(() => {
        isLoading = false
        room = undefined
      })
      .then(
        ({ enqueue, followReturn }) => {
          enqueue()
          if (hasReturned) followReturn()
          hasReturned = false
        },
        error => {
          ports.onRefusal(error)
          clearTimeout(timer)
          if (lifetime.aborted) return
          timer = setTimeout(deliver, pause, pause * RELOAD_GROWTH)
          endExpired()
        },
      )
  }

  /** The first time, also begins to follow the journals of other tabs: opening the storage takes a slow device 10 ms. */
  async function deliverStored() {
    globalThis.addEventListener?.('storage', followJournal, { signal: lifetime })
    if (await hasStored())
      await delivery().then(
        ({ drain }) => drain(),
        () => deliver(),
      )
  }

  const hasStored = async () => !lifetime.aborted && canStore() && (await countStoredEvents(name)) > 0

  /** Another tab has journaled an event. If that tab is closed before it has delivered the event, this tab delivers it. */
  function followJournal({ key, newValue }: StorageEvent) {
    if (newValue && key?.startsWith(journalPrefix(name))) orphanTimer ??= setTimeout(adoptOrphans, ORPHAN_MS)
  }
  async function adoptOrphans() {
    orphanTimer = undefined
    if (loaded) loaded.enqueue()
    else await withDeliveryLock(async () => void ((await hasStored()) && deliver()))
  }

  globalThis.addEventListener?.('pagehide', leave, { signal: lifetime })
  lifetime.addEventListener('abort', () => {
    write()
    clearTimeout(timer)
    clearTimeout(orphanTimer)
  })

  return {
    track(eventName, data, options) {
      room ??= MAX_BYTES - bytesIn(waiting())
      deliver()
      // First: a page may go on tracking thousands of events.
      if (room < MIN_EVENT_BYTES) return Promise.reject(storageFull())
      const owner = { owner: token.trackingOwner(), identity_id: token.identityId(), person: app.person?.() }
      newest = Math.max(newest + 1, Date.now() * 1000)
      const text = readArguments('track()', () => toText(eventName, data, options, owner, newest))
      const bytes = bytesFor(text)
      if (bytes > room) return Promise.reject(storageFull())
      room -= bytes
      // Copied: the page may change its object later.
      const event: WaitingEvent = JSON.parse(text)
      return new Promise((resolve, reject) => {
        const added = { event, isJournaled: false, at: performance.now(), held: token.current(), resolve, reject }
        tracked.push(added)
        if (singles === BATCH) queueMicrotask(endTask)
        unwritten.push(added)
        if (singles-- > 0 || unwritten.length === BATCH) write()
        for (const listener of listeners) listener(event)
      })
    },
    tracked,
    delivery,
    usedDelivery: async () => (isUsed || (await hasStored()) ? delivery().catch(() => undefined) : undefined),
    onTracked: listener => listeners.push(listener),
    withoutDelivery: work => withLock(canStore() && name, work, SHORT_PATIENCE_MS, lifetime),
    retry: () => void loaded?.enqueue(),
    // The zones of the page are drawn first.
    resume: () => (loaded ? loaded.enqueue() : whenIdle(deliverStored)),
    settleElsewhere(settled) {
      settledElsewhere++
      loaded?.forget(settled)
      settle(settled)
    },
    followReturn() {
      if (!isUsed) return
      hasReturned = true
      deliver()
    },
  }
}

/** Creates the waiting event, as JSON. Throws `invalid_argument`, or the error of `JSON.stringify`. */
function toText(
  name: string,
  data: Data,
  options: TrackOptions,
  owner: Pick<WaitingEvent, 'owner' | 'identity_id' | 'person'>,
  time: number,
): string {
  const given = options?.id
  // All objects have the same text: the platform would record two events as one.
  if (given && typeof given !== 'string' && typeof given !== 'number')
    throw invalidType('track() needs a string as its options.id', given)
  const id = String(given || randomId())
  requireText('track() needs an event name', name)
  const stamped = { event_time: new Date(time / 1000).toISOString(), ...data, partner_event_id: id }
  return JSON.stringify({ id, name, ...owner, key: `${time}|${id}`, data: stamped })
}

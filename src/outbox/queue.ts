import { createEventStorage } from './event-storage.js'
import { bytesIn, MAX_BYTES } from './room.js'
import { isSettledBy, type Settled } from './settled.js'
import type { WaitingEvent } from './waiting-event.js'

/** The waiting events, oldest first. */
export interface Queue {
  /** Adds events that this page has accepted. */
  accept(events: WaitingEvent[]): Promise<void>
  /** Adds the events that any page of the site has left in the journal. */
  adopt(): Promise<void>
  /** The oldest event that is not postponed and not among those of `except`. */
  first(except: ReadonlySet<string>): Promise<WaitingEvent | undefined>
  /** The event as it is stored now. Undefined if it no longer waits. */
  find(event: WaitingEvent): Promise<WaitingEvent | undefined>
  /** All waiting events in the order of delivery: postponed events come last. */
  all(): Promise<WaitingEvent[]>
  /** All events in memory and on the device, also while nothing may be stored. Undefined if the database cannot be read. */
  everywhere(): Promise<WaitingEvent[] | undefined>
  /** Replaces a waiting event, and its place if the key is another. Does nothing if the event no longer waits. */
  replace(event: WaitingEvent, next: WaitingEvent): Promise<void>
  remove(event: WaitingEvent): Promise<void>
  /** Removes an event from memory after another tab has delivered it. */
  forget(settled: Settled): void
  /** Moves the stored events into memory: nothing may be stored any longer. Adds those of `own` that another tab has erased already. */
  moveToMemory(own: WaitingEvent[]): Promise<void>
  /** Deletes all events except those for which `isKept` is true, which are in memory then. Adds those of `own` that another tab has erased already. */
  clear(isKept?: (event: WaitingEvent) => boolean, own?: WaitingEvent[]): Promise<void>
}

/** `first` and `remove` must run under one lock. `onRefused` is called with the newest events if there is no room for them. */
export function createQueue(
  name: string,
  canStore: () => boolean,
  onRefused: (events: WaitingEvent[]) => void,
  lifetime?: AbortSignal,
): Queue {
  const storage = createEventStorage(name, canStore, lifetime)
  /** The size of all waiting events, as far as this tab knows. */
  let usedBytes = MAX_BYTES
  /** The operations under way. They run one after the other. */
  let working = Promise.resolve()

  /** Runs an operation after those under way. */
  function enqueue(run: () => Promise<void> | void) {
    working = working.then(run)
    return working
  }

  async function add(events: WaitingEvent[]) {
    for (const event of events) storage.add(event)
    const refused = await findOverflow(events)
    for (const event of refused) storage.release(event)
    await storage.save(events)
    onRefused(refused)
  }

  /** Returns the events for which there is no room. */
  async function findOverflow(events: WaitingEvent[]) {
    const keys = events.map(({ key }) => key)
    if (usedBytes + bytesIn(events) > MAX_BYTES)
      usedBytes = bytesIn((await storage.all()).filter(({ key }) => !keys.includes(key)))
    return events.filter(event => {
      const bytes = bytesIn([event])
      if (usedBytes + bytes > MAX_BYTES) return true
      usedBytes += bytes
      return false
    })
  }

  /** What reads or changes a single event waits for the operations under way: the event may be on its way from one place to another. */
  const afterWork = <A extends unknown[], T>(run: (...args: A) => Promise<T>) => {
    return async (...args: A) => {
      await working
      return run(...args)
    }
  }

  return {
    accept: events => enqueue(() => add(events)),
    // Reads the journal when it is its turn: another tab may have taken over what was there.
    adopt: () => enqueue(() => add(storage.journaled())),
    first: afterWork(storage.first),
    find: afterWork(storage.find),
    all: afterWork(storage.all),
    everywhere: afterWork(storage.everywhere),
    replace: afterWork(storage.replace),
    remove: afterWork(async event => {
      usedBytes -= bytesIn([event])
      await storage.remove(event)
    }),
    forget: settled => void enqueue(() => storage.filterMemory(event => !isSettledBy(event, settled))),
    moveToMemory: own => enqueue(() => storage.moveToMemory(own)),
    clear: (isKept = () => false, own = []) =>
      enqueue(async () => {
        await storage.moveToMemory(own)
        storage.filterMemory(isKept)
      }),
  }
}

import { hasDatabases } from '../base/environment.js'
import { createDatabase } from './database.js'
import { createJournal } from './journal.js'
import { bytesIn, MAX_BYTES } from './limits.js'
import { isSettledBy, type Settled } from './settled.js'
import { compareEvents, isEvent, isPostponed, keysOf, originalKey, type WaitingEvent } from './waiting-event.js'

/**
 * The waiting events, oldest first: in IndexedDB, in the journal in `localStorage`, and in memory. They move from the journal and from memory to
 * IndexedDB if they may be stored and the browser allows it.
 */
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
  deleteExcept(isKept: (event: WaitingEvent) => boolean, own: WaitingEvent[]): Promise<void>
}

/** `first` and `remove` must run under one lock. `onNoRoom` is called with the newest events if there is no room for them. */
export function createQueue(
  name: string,
  canStore: () => boolean,
  onNoRoom: (events: WaitingEvent[]) => void,
  lifetime?: AbortSignal,
): Queue {
  const journal = createJournal(name)
  const database = createDatabase(name, lifetime)
  let memory: WaitingEvent[] = []
  /** The size of all waiting events, as far as this tab knows. */
  let usedBytes = MAX_BYTES
  /** The operations under way. They run one after the other. */
  let working = Promise.resolve()

  /** Runs an operation after those under way. */
  function enqueue(run: () => Promise<void> | void) {
    working = working.then(run)
    return working
  }

  /** What reads or changes a single event waits for the operations under way: the event may be on its way from one place to another. */
  const afterWork = <A extends unknown[], T>(run: (...args: A) => Promise<T>) => {
    return async (...args: A) => {
      await working
      return run(...args)
    }
  }

  const journaled = () => (canStore() ? journal.events().sort(compareEvents) : [])

  function filterMemory(isKept: (event: WaitingEvent) => boolean) {
    memory = memory.filter(isKept)
  }

  /** Removes events from the journal and from memory, but not from the database. */
  function release(events: WaitingEvent[]) {
    const released = new Map(events.map(({ key }) => [key, []]))
    journal.change(released)
    filterMemory(({ key }) => !released.has(key))
  }

  /** Adds events to memory, unless they are in the journal. Moves all into the database. */
  async function add(events: WaitingEvent[]) {
    const keys = keysOf(journaled())
    const others = events.filter(({ key }) => !keys.has(key))
    release(others)
    memory.push(...others)
    const refused = await findOverflow(events)
    release(refused)
    await save(events)
    onNoRoom(refused)
  }

  /** Returns the events for which there is no room. */
  async function findOverflow(events: WaitingEvent[]) {
    const keys = keysOf(events)
    if (usedBytes + bytesIn(events) > MAX_BYTES)
      usedBytes = bytesIn((await read(canStore())).filter(({ key }) => !keys.has(key)))
    return events.filter(event => {
      const bytes = bytesIn([event])
      if (usedBytes + bytes > MAX_BYTES) return true
      usedBytes += bytes
      return false
    })
  }

  /** Moves the events of memory, and these of the journal, into the database. If it is full or broken, they move into the journal. */
  async function save(events: WaitingEvent[]) {
    if (!canStore() || (!events.length && !memory.length)) return
    let moving: WaitingEvent[] = []
    const isSaved = await database.put(() => {
      // An event that is no longer in the journal was refused, or another tab has taken it over and may have delivered it.
      const keys = keysOf(journal.events())
      moving = [...memory.filter(isStorable), ...events.filter(({ key }) => keys.has(key))]
      return moving
    })
    if (isSaved) release(moving)
    // What the journal cannot take stays in memory.
    else filterMemory(event => !isStorable(event) || !canStore() || !journal.write([event]))
  }

  /** Does not create a missing database: perhaps nothing may be written. */
  async function read(includesStored: boolean) {
    const stored = includesStored && (await database.request(store => store.getAll(), true))
    const found = [...memory, ...(includesStored ? journal.events() : []), ...(stored || []).filter(isEvent)]
    return [...new Map(found.map(event => [event.key, event])).values()].sort(compareEvents)
  }

  async function firstInDatabase(except: ReadonlySet<string>) {
    while (canStore()) {
      const oldest = (await database.request(store => store.getAll(null, except.size + 1))) ?? []
      const found = oldest.find(record => !except.has(Object(record).key))
      if (!found || isEvent(found)) return found
      await database.request(store => store.delete(Object(found).key))
    }
    return undefined
  }

  async function moveToMemory(own: WaitingEvent[]) {
    const events = await read(true)
    release(events)
    await database.request(store => store.clear(), true)
    const keys = new Set(events.map(({ key }) => originalKey(key)))
    memory = [...events, ...own.filter(({ key }) => !keys.has(originalKey(key)))].sort(compareEvents)
  }

  return {
    accept: events => enqueue(() => add(events)),
    // Reads the journal when it is its turn: another tab may have taken over what was there.
    adopt: () => enqueue(() => add(journaled())),

    first: afterWork(async except => {
      const found = await firstInDatabase(except)
      // Postponed events come last: if the first one is postponed, all events in the database are.
      if (found && !isPostponed(found)) return found
      return [...memory, ...journaled()].find(event => !isPostponed(event) && !except.has(event.key))
    }),

    find: afterWork(async ({ key }) => {
      const here = [...memory, ...journaled()].find(event => event.key === key)
      if (here || !canStore()) return here
      const found = await database.request(store => store.get(key), true)
      return isEvent(found) ? found : undefined
    }),

    all: afterWork(() => read(canStore())),

    everywhere: afterWork(async () => {
      // A missing database is created if that is allowed: otherwise it looks like one that cannot be read.
      const stored = hasDatabases() ? await database.request(store => store.getAll(), !canStore()) : []
      return stored && [...memory, ...journal.events(), ...stored.filter(isEvent)]
    }),

    replace: afterWork(async ({ key }, next) => {
      memory = memory.map(event => (event.key === key ? next : event)).sort(compareEvents)
      if (!canStore()) return
      journal.change(new Map([[key, [next]]]))
      await database.replace(key, next)
    }),

    remove: afterWork(async event => {
      usedBytes -= bytesIn([event])
      release([event])
      if (canStore()) await database.request(store => store.delete(event.key))
    }),

    forget: settled => void enqueue(() => filterMemory(event => !isSettledBy(event, settled))),
    moveToMemory: own => enqueue(() => moveToMemory(own)),
    deleteExcept: (isKept, own) =>
      enqueue(async () => {
        await moveToMemory(own)
        filterMemory(isKept)
      }),
  }
}

const isStorable = ({ endedElsewhere }: WaitingEvent) => !endedElsewhere

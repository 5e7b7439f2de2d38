import { hasDatabases } from '../base/environment.js'
import { createDatabase } from './database.js'
import { createJournal, journal } from './journal.js'
import { compareEvents, isEvent, isPostponed, originalKey, type WaitingEvent } from './waiting-event.js'

/**
 * The places of waiting events: IndexedDB, the journal in `localStorage`, and memory. Events move from the journal and memory to IndexedDB
 * if they may be stored and the browser allows it.
 */
export interface EventStorage {
  /** Adds an event to memory, unless it is in the journal. */
  add(event: WaitingEvent): void
  /** The events that any page of the site has left in the journal. None while nothing may be stored. */
  journaled(): WaitingEvent[]
  /** Moves the events of memory, and these of the journal, into the database. If it is full or broken, they move into the journal. */
  save(events: WaitingEvent[]): Promise<void>
  /** The oldest event that is not postponed and not among those of `except`. */
  first(except: ReadonlySet<string>): Promise<WaitingEvent | undefined>
  /** The event as it is stored now. Undefined if it no longer waits. */
  find(event: WaitingEvent): Promise<WaitingEvent | undefined>
  /** All events in the order of delivery. */
  all(): Promise<WaitingEvent[]>
  /** All events in memory and on the device, also while nothing may be stored. Undefined if the database cannot be read. */
  everywhere(): Promise<WaitingEvent[] | undefined>
  replace(event: WaitingEvent, next: WaitingEvent): Promise<void>
  remove(event: WaitingEvent): Promise<void>
  /** Removes an event from the journal and from memory, but not from the database. */
  release(event: WaitingEvent): void
  /** Removes all events from memory for which `isKept` returns false. */
  filterMemory(isKept: (event: WaitingEvent) => boolean): void
  /** Moves all stored events into memory, and adds those of `own` that another tab has erased already. */
  moveToMemory(own: WaitingEvent[]): Promise<void>
}

export function createEventStorage(name: string, canStore: () => boolean, lifetime?: AbortSignal): EventStorage {
  const records = createJournal(name)
  const database = createDatabase(name, lifetime)
  let memory: WaitingEvent[] = []

  const journaled = () => (canStore() ? records.events() : [])

  function filterMemory(isKept: (event: WaitingEvent) => boolean) {
    memory = memory.filter(isKept)
  }

  function release(event: WaitingEvent) {
    records.remove(event)
    filterMemory(({ key }) => key !== event.key)
  }

  function add(event: WaitingEvent) {
    if (canStore() && records.read(event)) return
    release(event)
    memory.push(event)
  }

  async function save(events: WaitingEvent[]) {
    if (!canStore() || (!events.length && !memory.length)) return
    let moving: WaitingEvent[] = []
    const isSaved = await database.put(() => {
      // An event that is no longer in the journal was refused, or another tab has taken it over and may have delivered it.
      moving = [...memory, ...events.filter(records.read)]
      return moving
    })
    if (isSaved) for (const event of moving) release(event)
    // What the journal cannot take stays in memory.
    else filterMemory(event => !canStore() || !journal(name, event))
  }

  /** Does not create a missing database: perhaps nothing may be written. */
  async function read(includesStored: boolean) {
    const stored = includesStored && (await database.request(store => store.getAll(), false))
    const found = [...memory, ...(includesStored ? records.events() : []), ...(stored || []).filter(isEvent)]
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

  return {
    add,
    journaled,
    save,
    release,
    filterMemory,
    all: () => read(canStore()),

    async first(except) {
      const found = await firstInDatabase(except)
      // Postponed events come last: if the first one is postponed, all events in the database are.
      if (found && !isPostponed(found)) return found
      return [...memory, ...journaled()].find(event => !isPostponed(event) && !except.has(event.key))
    },

    async find(event) {
      const { key } = event
      const inMemory = memory.find(each => each.key === key)
      if (inMemory || !canStore()) return inMemory
      const inJournal = records.read(event)
      const found = isEvent(inJournal) ? inJournal : await database.request(store => store.get(key), false)
      return isEvent(found) ? found : undefined
    },

    async everywhere() {
      // A missing database is created if that is allowed: otherwise it looks like one that cannot be read.
      const stored = hasDatabases() ? await database.request(store => store.getAll(), canStore()) : []
      return stored && [...memory, ...records.events(), ...stored.filter(isEvent)]
    },

    async replace(event, next) {
      memory = memory.map(each => (each.key === event.key ? next : each)).sort(compareEvents)
      if (!canStore()) return
      records.replace(event, next)
      await database.replace(event.key, next)
    },

    async remove(event) {
      release(event)
      if (canStore()) await database.request(store => store.delete(event.key))
    },

    async moveToMemory(own) {
      const events = await read(true)
      for (const event of events) release(event)
      await database.request(store => store.clear(), false)
      const keys = new Set(events.map(({ key }) => originalKey(key)))
      memory = [...events, ...own.filter(({ key }) => !keys.has(originalKey(key)))].sort(compareEvents)
    },
  }
}

import { attempt } from './attempt.js'
import { createDatabase } from './database.js'
import { createJournal, journal } from './journal.js'
import { bytesOf, idOf, inOrder, isEvent, isPostponed, type WaitingEvent } from './waiting-event.js'

/** The waiting events take at most this much space on the device. An event counts as 1,048 bytes at least, so at most a thousand fit. */
const MAX_BYTES = 1_048_576
const MIN_EVENT_BYTES = 1_048

/** The waiting events, oldest first: in IndexedDB if they may be kept and the browser allows it, else in the journal or in memory. */
export interface Queue {
  /** Adds events that this page has accepted. */
  accept(events: WaitingEvent[]): Promise<void>
  /** Adds the events that any page of the site has left in the journal. */
  adopt(): Promise<unknown>
  /** The oldest that is not postponed. */
  first(): Promise<WaitingEvent | undefined>
  /** The event as it is stored now. undefined if it no longer waits. */
  find(event: WaitingEvent): Promise<WaitingEvent | undefined>
  /** All waiting events in the order of delivery: postponed events come last. */
  all(): Promise<WaitingEvent[]>
  /** Replaces a waiting event, its place too. Does nothing if it no longer waits. */
  replace(event: WaitingEvent, next: WaitingEvent): Promise<void>
  remove(event: WaitingEvent): Promise<void>
  /** Removes an event from memory after another tab has delivered it. */
  forget(id: string, name: string): void
  /** Moves the stored events back into memory: nothing may be kept any longer. `own` are added if another tab has erased them already. */
  moveToMemory(own: WaitingEvent[]): Promise<void>
  /** Deletes all events except `rest`, which are then in memory. */
  clear(rest?: WaitingEvent[]): Promise<void>
}

/** One tab at a time delivers: `first` and `remove` belong under one lock. `onRefused` gets the newest events if there is no room for them. */
export function createQueue(name: string, canStore: () => boolean, onRefused: (events: WaitingEvent[]) => void): Queue {
  const records = createJournal(name)
  const database = createDatabase(name)
  let memory: WaitingEvent[] = []
  /** The size of all waiting events, as far as this tab knows. */
  let usedBytes = MAX_BYTES
  /** The operations under way: one after the other. */
  let working = Promise.resolve()

  function accept(events: WaitingEvent[]) {
    working = working.then(() => add(events))
    return working
  }

  /** Looks at the journal only when it is its turn: another tab may have taken over what was there. */
  function adopt() {
    working = working.then(() => add(canStore() ? [...records.events()] : []))
    return working
  }

  async function add(events: WaitingEvent[]) {
    for (const event of events)
      if (!canStore() || !records.read(event)) {
        release(event)
        memory.push(event)
      }
    const refused = await findOverflow(events)
    for (const event of refused) release(event)
    if (canStore()) await save(events)
    onRefused(refused)
  }

  /** Finds the events that there is no room for. */
  async function findOverflow(events: WaitingEvent[]) {
    const keys = events.map(({ key }) => key)
    if (usedBytes + bytesIn(events) > MAX_BYTES)
      usedBytes = bytesIn((await readAll(canStore())).filter(({ key }) => !keys.includes(key)))
    return events.filter(event => {
      const bytes = bytesIn([event])
      if (usedBytes + bytes > MAX_BYTES) return true
      usedBytes += bytes
      return false
    })
  }

  /** From journal and memory to the store. Where that is full or broken, they go on. */
  async function save(events: WaitingEvent[]) {
    if (!events.length && !memory.length) return
    let moving: WaitingEvent[] = []
    const saved = await database.put(() => {
      // One that is in neither was refused, or another tab has adopted it and may have delivered it by now.
      moving = [...memory, ...events.filter(records.read)]
      return moving
    })
    if (saved) for (const event of moving) release(event)
    else memory = memory.filter(event => !canStore() || !journal(name, event))
  }

  /** Everything that waits, wherever it is. A store that is not there is not made for this: perhaps nothing may be written. */
  async function readAll(kept: boolean) {
    const stored = kept && (await database.ask(store => store.getAll(), false))
    const found = [...memory, ...(kept ? records.events() : []), ...(stored || []).filter(isEvent)]
    return [...new Map(found.map(event => [event.key, event])).values()].sort(inOrder)
  }

  /** Removes an event from journal and memory. */
  function release(event: WaitingEvent) {
    records.remove(event)
    memory = memory.filter(({ key }) => key !== event.key)
  }

  /** Runs after the operations under way: a search waits until the events are in memory, and a removal comes afterwards. */
  function moveToMemory(own: WaitingEvent[]) {
    working = working.then(() => readIntoMemory(own))
    return working
  }

  async function readIntoMemory(own: WaitingEvent[]) {
    const events = await readAll(true)
    for (const event of events) release(event)
    await database.ask(store => store.clear(), false)
    const ids = new Set(events.map(idOf))
    memory = [...events, ...own.filter(event => !ids.has(idOf(event)))].sort(inOrder)
  }

  return {
    accept,
    adopt,

    async first() {
      await working
      while (canStore()) {
        const [kept] = (await database.ask(store => store.getAll(null, 1))) ?? []
        if (!kept) break
        if (isEvent(kept)) {
          if (isPostponed(kept)) break
          return kept
        }
        await database.ask(store => store.delete(Object(kept).key))
      }
      const [first] = [...memory, ...(canStore() ? records.events() : [])].filter(event => !isPostponed(event))
      return first
    },

    async find(event) {
      await working
      const { key } = event
      const inMemory = memory.find(each => each.key === key)
      if (inMemory || !canStore()) return inMemory
      const inJournal = attempt(() => JSON.parse(records.read(event)!))
      const found = isEvent(inJournal) ? inJournal : await database.ask(store => store.get(key), false)
      return isEvent(found) ? { ...found, key } : undefined
    },

    async all() {
      await working
      return readAll(canStore())
    },

    async replace(event, next) {
      await working
      memory = memory.map(each => (each.key === event.key ? next : each)).sort(inOrder)
      if (!canStore()) return
      records.replace(event, next)
      await database.replace(event.key, next)
    },

    async remove(event) {
      // An event that was sent at once may still be on its way into the store.
      await working
      release(event)
      usedBytes -= bytesIn([event])
      if (canStore()) await database.ask(store => store.delete(event.key))
    },

    forget(id, name) {
      working = working.then(() => {
        memory = memory.filter(event => event.id !== id || event.name !== name)
      })
    },

    moveToMemory,
    clear(rest = []) {
      const keys = rest.map(({ key }) => key)
      working = moveToMemory(rest).then(() => {
        memory = memory.filter(({ key }) => keys.includes(key))
      })
      return working
    },
  }
}

const bytesIn = (events: WaitingEvent[]) =>
  events.reduce((bytes, event) => bytes + Math.max(bytesOf(event), MIN_EVENT_BYTES), 0)

import { attempt } from './attempt.js'
import { createDatabase } from './database.js'
import { createJournal, journal } from './journal.js'
import { bytesOf, idOf, inOrder, isEvent, isPostponed, type WaitingEvent } from './waiting-event.js'

/** Of all that waits: a platform that is never reached costs the device no more. An event counts as so much at least: a thousand fit. */
const MOST_BYTES = 1_048_576
const LEAST_BYTES = 1_048

/** Where events wait, oldest first: in IndexedDB where they may be kept and the browser lets us, else in the journal, or in memory. */
export interface Queue {
  /** Takes in what this page has accepted. */
  accept(events: WaitingEvent[]): Promise<void>
  /** The same for what any page of the site has left in the journal. */
  adopt(): Promise<unknown>
  /** The oldest that is not postponed. */
  first(): Promise<WaitingEvent | undefined>
  /** The event as it waits now; nothing where it waits no longer. */
  find(event: WaitingEvent): Promise<WaitingEvent | undefined>
  /** All that wait, in the order of delivery: those that are postponed last. */
  all(): Promise<WaitingEvent[]>
  /** Changes an event that waits, its place too; nothing where it waits no longer. */
  replace(event: WaitingEvent, next: WaitingEvent): Promise<void>
  remove(event: WaitingEvent): Promise<void>
  /** Forgets what memory holds of an event that another tab has seen to. */
  forget(id: string, name: string): void
  /** Takes what is kept back into memory, and these with it, which another tab may have erased: nothing may be kept any longer. */
  withdraw(own: WaitingEvent[]): Promise<void>
  /** Forgets all but these, which are in memory from then on. */
  clear(rest?: WaitingEvent[]): Promise<void>
}

/** One tab at a time may deliver from it: `first` and `remove` belong under one lock. `onRefused` hears of those for which there is no room: the newest. */
export function createQueue(name: string, keeps: () => boolean, onRefused: (events: WaitingEvent[]) => void): Queue {
  const records = createJournal(name)
  const database = createDatabase(name)
  let memory: WaitingEvent[] = []
  /** Of all that waits, as far as this tab knows. */
  let load = MOST_BYTES
  /** What is under way, one after the other. */
  let working = Promise.resolve()

  function accept(events: WaitingEvent[]) {
    working = working.then(() => takeIn(events))
    return working
  }

  /** Looks at the journal only when it is its turn: another tab may have taken over what was there. */
  function adopt() {
    working = working.then(() => takeIn(keeps() ? [...records.events()] : []))
    return working
  }

  async function takeIn(events: WaitingEvent[]) {
    for (const event of events)
      if (!keeps() || !records.read(event)) {
        release(event)
        memory.push(event)
      }
    const refused = await overfill(events)
    for (const event of refused) release(event)
    if (keeps()) await save(events)
    onRefused(refused)
  }

  /** Those that are more than may wait. */
  async function overfill(events: WaitingEvent[]) {
    const keys = events.map(({ key }) => key)
    if (load + weigh(events) > MOST_BYTES)
      load = weigh((await readAll(keeps())).filter(({ key }) => !keys.includes(key)))
    return events.filter(event => {
      const bytes = weigh([event])
      if (load + bytes > MOST_BYTES) return true
      load += bytes
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
    else memory = memory.filter(event => !keeps() || !journal(name, event))
  }

  /** Everything that waits, wherever it is. A store that is not there is not made for this: perhaps nothing may be written. */
  async function readAll(kept: boolean) {
    const stored = kept && (await database.ask(store => store.getAll(), false))
    const found = [...memory, ...(kept ? records.events() : []), ...(stored || []).filter(isEvent)]
    return [...new Map(found.map(event => [event.key, event])).values()].sort(inOrder)
  }

  /** From journal and memory. */
  function release(event: WaitingEvent) {
    records.remove(event)
    memory = memory.filter(({ key }) => key !== event.key)
  }

  /** In its turn: who looks for an event meanwhile waits until it is in memory, and who removes one comes afterwards. */
  function withdraw(own: WaitingEvent[]) {
    working = working.then(() => takeBack(own))
    return working
  }

  async function takeBack(own: WaitingEvent[]) {
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
      while (keeps()) {
        const [kept] = (await database.ask(store => store.getAll(null, 1))) ?? []
        if (!kept) break
        if (isEvent(kept)) {
          if (isPostponed(kept)) break
          return kept
        }
        await database.ask(store => store.delete(Object(kept).key))
      }
      const [first] = [...memory, ...(keeps() ? records.events() : [])].filter(event => !isPostponed(event))
      return first
    },

    async find(event) {
      await working
      const { key } = event
      const inMemory = memory.find(each => each.key === key)
      if (inMemory || !keeps()) return inMemory
      const inJournal = attempt(() => JSON.parse(records.read(event)!))
      const found = isEvent(inJournal) ? inJournal : await database.ask(store => store.get(key), false)
      return isEvent(found) ? { ...found, key } : undefined
    },

    async all() {
      await working
      return readAll(keeps())
    },

    async replace(event, next) {
      await working
      memory = memory.map(each => (each.key === event.key ? next : each)).sort(inOrder)
      if (!keeps()) return
      records.replace(event, next)
      await database.replace(event.key, next)
    },

    async remove(event) {
      // One that was rushed may be on its way in.
      await working
      release(event)
      load -= weigh([event])
      if (keeps()) await database.ask(store => store.delete(event.key))
    },

    forget(id, name) {
      working = working.then(() => {
        memory = memory.filter(event => event.id !== id || event.name !== name)
      })
    },

    withdraw,
    clear(rest = []) {
      const keys = rest.map(({ key }) => key)
      working = withdraw(rest).then(() => {
        memory = memory.filter(({ key }) => keys.includes(key))
      })
      return working
    },
  }
}

const weigh = (events: WaitingEvent[]) =>
  events.reduce((bytes, event) => bytes + Math.max(bytesOf(event), LEAST_BYTES), 0)

import type { Data } from '../options.js'

/** An event that the platform does not have yet. No token and no JWT is ever in here. */
export interface WaitingEvent {
  /** Its `partner_event_id`, under which the platform records it once. */
  id: string
  name: string
  data: Data
  /** Its place in the store, once it is there. */
  key?: number
}

/** Where events wait, oldest first: in IndexedDB where they may be kept and the browser lets us, else in memory. */
export interface Queue {
  /** For an event that could not be journaled. */
  add(event: WaitingEvent): void
  /** What any page of this site has journaled counts too. */
  first(): Promise<WaitingEvent | undefined>
  remove(event: WaitingEvent): Promise<void>
  /** Takes what is kept back into memory: it may be kept no longer. */
  withdraw(): Promise<void>
  clear(): Promise<void>
}

const STORE = 'events'
const PATIENCE_MS = 3_000

/** One tab at a time may use it: `first` and `remove` belong under one lock. `memory` may hold events already. */
export function createQueue(name: string, keeps: () => boolean, memory: WaitingEvent[] = []): Queue {
  let database: Promise<IDBDatabase | undefined> | undefined

  /** The store in a transaction of its own, or nothing: then memory serves. */
  async function records(create = true): Promise<IDBObjectStore | undefined> {
    const opened = database ?? openDatabase(name, create)
    if (create) database = opened
    return (await opened)?.transaction(STORE, 'readwrite').objectStore(STORE)
  }

  /** From the journal, and from memory since it may, to the store: it outlives a browser that is killed. */
  async function save() {
    const journaled = readJournal(name)
    if (!journaled.length && !memory.length) return
    const store = await records()
    if (!store) return
    const moving = memory.slice()
    for (const event of [...journaled.map(([, event]) => event), ...moving]) store.add(event)
    await committed(store.transaction)
    for (const [key] of journaled) localStorage.removeItem(key)
    drop(event => moving.includes(event))
  }

  function drop(which: (event: WaitingEvent) => boolean) {
    const rest = memory.filter(event => !which(event))
    memory.splice(0, memory.length, ...rest)
  }

  async function takeBack() {
    const found = readJournal(name)
    for (const [place] of found) localStorage.removeItem(place)
    const events = found.map(([, event]) => event)
    try {
      // One that is not there is not made for this: perhaps nothing may be written.
      const store = await records(false)
      const kept: WaitingEvent[] = (await done(store?.getAll())) ?? []
      store?.clear()
      events.unshift(...kept.map(({ key, ...event }) => event))
    } catch {
      // A broken store gives nothing back, and keeps nothing either.
    }
    return events
  }

  return {
    add(event) {
      memory.push(event)
    },
    async first() {
      try {
        if (keeps()) {
          await save()
          const [kept] = (await done((await records())?.getAll(null, 1))) ?? []
          if (kept) return kept
        }
      } catch {
        // A full or broken store: the journal and memory go on.
      }
      return memory[0] ?? readJournal(name)[0]?.[1]
    },
    async remove({ id, name: what, key }) {
      const isThis = (event: WaitingEvent) => event.id === id && event.name === what
      drop(isThis)
      for (const [place, event] of readJournal(name)) if (isThis(event)) localStorage.removeItem(place)
      try {
        if (key) await done((await records())?.delete(key))
      } catch {
        // A store that cannot forget would have the same event delivered for ever.
        database = Promise.resolve(undefined)
      }
    },
    async withdraw() {
      memory.unshift(...(await takeBack()))
    },
    async clear() {
      memory.length = 0
      await takeBack()
    },
  }
}

/** What lies under our name and is not an event of ours is thrown away. */
function readJournal(name: string): [key: string, event: WaitingEvent][] {
  const found: [string, WaitingEvent][] = []
  try {
    const keys = Object.keys(localStorage).filter(key => key.startsWith(`${name}|`))
    for (const key of keys.sort()) {
      const event = parse(localStorage.getItem(key))
      if (event) found.push([key, event])
      else localStorage.removeItem(key)
    }
  } catch {
    // Storage is blocked: nothing was journaled.
  }
  return found
}

function parse(json: string | null): WaitingEvent | undefined {
  try {
    const event = JSON.parse(json ?? '')
    return typeof event.id === 'string' && typeof event.name === 'string' ? event : undefined
  } catch {
    return undefined
  }
}

/** Resolves with nothing where storage is blocked: private modes, sandboxed frames, some webviews. */
function openDatabase(name: string, create: boolean): Promise<IDBDatabase | undefined> {
  return new Promise(resolve => {
    try {
      const request = indexedDB.open(name, 1)
      request.onupgradeneeded = () => {
        if (create) request.result.createObjectStore(STORE, { keyPath: 'key', autoIncrement: true })
        else request.transaction?.abort()
      }
      request.onerror = request.onblocked = () => resolve(undefined)
      request.onsuccess = () => {
        // The host may delete it, while we are here.
        request.result.onversionchange = () => request.result.close()
        resolve(request.result)
      }
      // Some browsers never answer.
      setTimeout(resolve, PATIENCE_MS)
    } catch {
      resolve(undefined)
    }
  })
}

const done = <T>(request: IDBRequest<T> | undefined) =>
  request &&
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const committed = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })

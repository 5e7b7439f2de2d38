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

/** Where events wait, oldest first: one record an event, so that tabs cannot overwrite each other's. */
export interface Queue {
  add(event: WaitingEvent): Promise<void>
  first(): Promise<WaitingEvent | undefined>
  remove(event: WaitingEvent): Promise<void>
  /** Takes what is kept back into memory: it may be kept no longer. */
  withdraw(): Promise<void>
  clear(): Promise<void>
}

const STORE = 'events'

/** In IndexedDB where `keeps()` allows and the browser lets us, else in memory; what memory holds moves over as soon as it may. */
export function createQueue(name: string, keeps: () => boolean): Queue {
  let memory: WaitingEvent[] = []
  let database: Promise<IDBDatabase | undefined> | undefined
  let saving = Promise.resolve()

  /** The store in a transaction of its own, or nothing: then memory serves. */
  async function records(allowed = keeps()): Promise<IDBObjectStore | undefined> {
    if (!allowed) return undefined
    database ??= openDatabase(name)
    return (await database)?.transaction(STORE, 'readwrite').objectStore(STORE)
  }

  async function moveToStore() {
    const store = memory.length ? await records() : undefined
    if (!store) return
    const moving = memory
    for (const event of moving) store.add(event)
    await committed(store.transaction)
    memory = memory.filter(event => !moving.includes(event))
  }

  /** One at a time, or an event would be written twice. What cannot be written stays in memory. */
  const save = () => {
    saving = saving.then(moveToStore).catch(() => {})
    return saving
  }

  return {
    add(event) {
      memory = [...memory, event]
      return save()
    },
    async first() {
      await save()
      try {
        const [kept] = (await done((await records())?.getAll(null, 1))) ?? []
        if (kept) return kept
      } catch {}
      return memory[0]
    },
    async remove(event) {
      memory = memory.filter(({ id }) => id !== event.id)
      try {
        if (event.key) await done((await records())?.delete(event.key))
      } catch {
        // A store that cannot forget would have the same event delivered for ever.
        database = Promise.resolve(undefined)
      }
    },
    async withdraw() {
      const store = await records(true)
      const kept = (await done(store?.getAll())) ?? []
      store?.clear()
      memory = [...kept.map(({ key, ...event }) => event), ...memory]
    },
    async clear() {
      memory = []
      ;(await records())?.clear()
    },
  }
}

/** Resolves with nothing where storage is blocked: private modes, sandboxed frames, some webviews. */
function openDatabase(name: string): Promise<IDBDatabase | undefined> {
  return new Promise(resolve => {
    try {
      const request = indexedDB.open(name, 1)
      request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key', autoIncrement: true })
      request.onsuccess = () => resolve(request.result)
      request.onerror = request.onblocked = () => resolve(undefined)
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

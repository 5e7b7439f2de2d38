const STORE = 'events'
const PATIENCE_MS = 3_000
const NONE = Promise.resolve(undefined)

/** The events' own store, in IndexedDB: it outlives a browser that is killed. */
export interface Database {
  /** Asks for one thing. Answers nothing where there is no store, or a broken one: that is left alone from then on. */
  ask<T>(use: (store: IDBObjectStore) => IDBRequest<T>, create?: boolean): Promise<T | undefined>
  /** Puts these in, all or none. Returns whether it could: not where storage is full. */
  put(records: () => object[]): Promise<boolean>
}

export function createDatabase(name: string): Database {
  let database: Promise<IDBDatabase | undefined> | undefined

  async function store(create: boolean) {
    const opened = database ?? open(name, create)
    if (create) database = opened
    return (await opened)!.transaction(STORE, 'readwrite').objectStore(STORE)
  }
  return {
    async ask(use, create = true) {
      try {
        const request = use(await store(create))
        return await new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = reject
        })
      } catch {
        // One that cannot forget would have the same event delivered for ever.
        if (create) database = NONE
        return undefined
      }
    },
    async put(records) {
      try {
        const events = await store(true)
        for (const record of records()) events.put(record)
        return await new Promise(resolve => {
          events.transaction.oncomplete = () => resolve(true)
          events.transaction.onabort = () => resolve(false)
        })
      } catch {
        return false
      }
    },
  }
}

/** Throws where storage is blocked: private modes, sandboxed frames, some webviews. One that is not there is made, or not. */
function open(name: string, create: boolean): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => {
      if (create) request.result.createObjectStore(STORE, { keyPath: 'key', autoIncrement: true })
      else request.transaction?.abort()
    }
    request.onerror = request.onblocked = reject
    request.onsuccess = () => {
      const { result } = request
      // The host may delete it, while we are here.
      result.onversionchange = () => result.close()
      resolve(result)
    }
    // Some browsers never answer.
    setTimeout(reject, PATIENCE_MS)
  })
}

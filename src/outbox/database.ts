import { attempt } from './attempt.js'

const STORE = 'events'
const OPEN_TIMEOUT_MS = 3_000
/** Longer than a busy disk takes. A transaction can wait for ever behind one of a tab that the system has suspended. */
const TRANSACTION_TIMEOUT_MS = 10_000
const NONE = Promise.resolve(undefined)

/** The events' own store, in IndexedDB: it outlives a browser that is killed. */
export interface Database {
  /** Asks for one thing. Answers nothing where there is no store, or a broken one: that is left alone from then on. */
  ask<T>(use: (store: IDBObjectStore) => IDBRequest<T>, create?: boolean): Promise<T | undefined>
  /** Puts these in, all or none. Returns whether it could: not where storage is full. */
  put(records: () => object[]): Promise<boolean>
  /** Puts a record in the place of the one at `key`, unless that is gone. */
  replace(key: IDBValidKey, record: object): Promise<boolean>
}

export function createDatabase(name: string): Database {
  let database: Promise<IDBDatabase | undefined> | undefined

  async function store(create: boolean) {
    const opened = database ?? open(name, create, forget)
    if (create) database = opened
    const found = await opened
    database ??= opened
    return found!.transaction(STORE, 'readwrite').objectStore(STORE)
  }
  /** One that was deleted, by us or by somebody else, is made anew when it is next used. */
  function forget() {
    if (database !== NONE) database = undefined
  }
  function leaveAlone(answer: () => void) {
    database = NONE
    answer()
  }
  async function write(use: (store: IDBObjectStore) => void) {
    try {
      const events = await store(true)
      use(events)
      return await new Promise<boolean>(resolve => {
        events.transaction.oncomplete = () => resolve(true)
        events.transaction.onabort = () => resolve(false)
        abortWhenStalled(events.transaction, () => leaveAlone(() => resolve(false)))
      })
    } catch {
      return false
    }
  }

  return {
    async ask(use, create = true) {
      try {
        const request = use(await store(create))
        return await new Promise((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = reject
          abortWhenStalled(request.transaction, () => leaveAlone(reject))
        })
      } catch {
        // One that cannot forget would have the same event delivered for ever.
        if (create) database = NONE
        return undefined
      }
    },
    put: records =>
      write(events => {
        for (const record of records()) events.put(record)
      }),
    replace: (key, record) =>
      write(events => {
        const found = events.get(key)
        found.onsuccess = () => {
          if (!found.result) return
          events.delete(key)
          events.put(record)
        }
      }),
  }
}

/** Aborts a transaction that has not come to an end in time, and calls `onStalled`. */
function abortWhenStalled(transaction: IDBTransaction | null, onStalled: () => void) {
  const timer = setTimeout(() => {
    onStalled()
    // What is not written now must not be written later: the caller goes on without it. Throws when it has just ended.
    attempt(() => transaction?.abort())
  }, TRANSACTION_TIMEOUT_MS)
  const end = () => clearTimeout(timer)
  transaction?.addEventListener('complete', end)
  transaction?.addEventListener('abort', end)
}

/** Throws where storage is blocked: private modes, sandboxed frames, some webviews. One that is not there is made, or not. */
function open(name: string, create: boolean, onClosed: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1)
    request.onupgradeneeded = () => {
      if (create) request.result.createObjectStore(STORE, { keyPath: 'key', autoIncrement: true })
      else request.transaction?.abort()
    }
    request.onerror = request.onblocked = reject
    request.onsuccess = () => {
      const { result } = request
      // It may be deleted while we are here: after a logout, by the host, or by the browser.
      result.onclose = onClosed
      result.onversionchange = () => {
        result.close()
        onClosed()
      }
      resolve(result)
    }
    // Some browsers never answer.
    setTimeout(reject, OPEN_TIMEOUT_MS)
  })
}

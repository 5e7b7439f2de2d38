import { attempt } from './attempt.js'

const STORE = 'events'
const OPEN_TIMEOUT_MS = 3_000
/** Longer than a busy disk takes. A transaction can wait forever behind a transaction of a suspended tab. */
const TRANSACTION_TIMEOUT_MS = 10_000
const NONE = Promise.resolve(undefined)

/** A store of records in IndexedDB. It survives a crash of the browser. */
export interface Database {
  /** Makes one request. Resolves with undefined without a usable store; a broken store is not used again. `create`: make a missing store. */
  ask<T>(use: (store: IDBObjectStore) => IDBRequest<T>, create?: boolean): Promise<T | undefined>
  /** Writes all records or none. Resolves with whether they are written: false when storage is full. */
  put(records: () => object[]): Promise<boolean>
  /** Replaces the record at `key`, unless it is gone. */
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
  /** A deleted database is created again when it is used next. */
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
        // A store that cannot delete records would deliver the same event forever.
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

/** Aborts a transaction that does not finish in time, and calls `onStalled`. */
function abortWhenStalled(transaction: IDBTransaction | null, onStalled: () => void) {
  const timer = setTimeout(() => {
    onStalled()
    // The records must not be written later: the caller continues without them. Throws if the transaction has just ended.
    attempt(() => transaction?.abort())
  }, TRANSACTION_TIMEOUT_MS)
  const end = () => clearTimeout(timer)
  transaction?.addEventListener('complete', end)
  transaction?.addEventListener('abort', end)
}

/** Throws where storage is blocked: private modes, sandboxed frames, some webviews. `create`: make a missing database. */
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
      // The database may be deleted at any time: after a logout, by the page, or by the browser.
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

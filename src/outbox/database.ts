import { attempt } from '../attempt.js'

const STORE = 'events'
const OPEN_TIMEOUT_MS = 3_000
/** Longer than a busy disk takes for one transaction. A transaction can wait forever for a transaction of a suspended tab. */
const TRANSACTION_TIMEOUT_MS = 10_000
const NO_DATABASE = Promise.resolve(undefined)

/** A store of records in IndexedDB. It survives a crash of the browser. */
export interface Database {
  /**
   * Makes one request. Resolves with undefined if there is no usable store; a broken store is not used again. `create`: creates a missing
   * store.
   */
  request<T>(use: (store: IDBObjectStore) => IDBRequest<T>, create?: boolean): Promise<T | undefined>
  /** Writes all records or none. Resolves with whether they are written: false if storage is full. */
  put(records: () => object[]): Promise<boolean>
  /** Replaces the record at `key`, if it is there. */
  replace(key: IDBValidKey, record: object): Promise<boolean>
}

/** The connection stays open until `lifetime` aborts. What is requested later uses a connection for itself. */
export function createDatabase(name: string, lifetime?: AbortSignal): Database {
  let database: Promise<IDBDatabase | undefined> | undefined
  const watch = createStallWatch()
  lifetime?.addEventListener('abort', () => {
    database?.then(found => found?.close()).catch(() => {})
    forget()
  })

  async function openStore(create: boolean) {
    const opened = database ?? open(name, create, forget)
    if (create) database = opened
    const found = await opened
    database ??= opened
    const store = found!.transaction(STORE, 'readwrite').objectStore(STORE)
    if (lifetime?.aborted) forget()
    // Nobody else will use this connection. It is closed when its transaction has ended.
    if (database !== opened) found!.close()
    return store
  }
  /** A deleted database is created again at its next use. */
  function forget() {
    if (database !== NO_DATABASE) database = undefined
  }
  function stopUsing() {
    database = NO_DATABASE
  }

  async function request<T>(use: (store: IDBObjectStore) => IDBRequest<T>, create = true) {
    try {
      const pending = use(await openStore(create))
      return await new Promise<T>((resolve, reject) => {
        pending.onsuccess = () => resolve(pending.result)
        pending.onerror = reject
        watch(pending.transaction, () => {
          stopUsing()
          reject()
        })
      })
    } catch {
      // A store that cannot delete records would deliver the same event forever.
      if (create) stopUsing()
      return undefined
    }
  }

  async function write(use: (store: IDBObjectStore) => void) {
    try {
      const store = await openStore(true)
      use(store)
      return await new Promise<boolean>(resolve => {
        store.transaction.oncomplete = () => resolve(true)
        store.transaction.onabort = () => resolve(false)
        watch(store.transaction, () => {
          stopUsing()
          resolve(false)
        })
      })
    } catch {
      return false
    }
  }

  return {
    request,
    put: records =>
      write(store => {
        for (const record of records()) store.put(record)
      }),
    replace: (key, record) =>
      write(store => {
        const found = store.get(key)
        found.onsuccess = () => {
          if (!found.result) return
          store.delete(key)
          store.put(record)
        }
      }),
  }
}

/**
 * Returns a function that aborts a transaction when no transaction of the database has ended for some time, and calls `onStalled`. One that
 * waits for many others to complete is not stalled.
 */
function createStallWatch() {
  let ended = 0

  return (transaction: IDBTransaction | null, onStalled: () => void) => {
    let endedBefore = ended
    let timer = setTimeout(check, TRANSACTION_TIMEOUT_MS)
    function check() {
      if (endedBefore !== ended) {
        endedBefore = ended
        timer = setTimeout(check, TRANSACTION_TIMEOUT_MS)
        return
      }
      onStalled()
      // The records must not be written later: the caller continues without them. Throws if the transaction has just ended.
      attempt(() => transaction?.abort())
    }
    function end() {
      ended++
      clearTimeout(timer)
    }
    transaction?.addEventListener('complete', end)
    transaction?.addEventListener('abort', end)
  }
}

/** Opens the database. Throws if storage is blocked: private modes, sandboxed frames, some webviews. `create`: creates a missing database. */
function open(name: string, create: boolean, onClosed: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, 1)
    opening.onupgradeneeded = () => {
      if (create) opening.result.createObjectStore(STORE, { keyPath: 'key' })
      else opening.transaction?.abort()
    }
    opening.onerror = opening.onblocked = reject
    opening.onsuccess = () => {
      const database = opening.result
      // The database may be deleted at any time: after a logout, by the page, or by the browser.
      database.onclose = onClosed
      database.onversionchange = () => {
        database.close()
        onClosed()
      }
      resolve(database)
    }
    // Some browsers never answer.
    setTimeout(reject, OPEN_TIMEOUT_MS)
  })
}

import { attempt } from '../base/attempt.js'
import { DATABASE_VERSION } from './journal.js'

/** The only object store of each database. That of the senders has the same name. */
const STORE = 'events'
const OPEN_TIMEOUT_MS = 3_000
/** Longer than a busy disk takes for one transaction. A transaction can wait forever for a transaction of a suspended tab. */
const TRANSACTION_TIMEOUT_MS = 10_000
const NO_DATABASE = Promise.resolve(undefined)

/** A store of records in IndexedDB. It survives a crash of the browser. */
export interface Database {
  /**
   * Makes one request. Resolves with undefined if it fails. A missing store is created, and a store whose request has failed is not used again. With
   * `mayBeMissing`, a missing store stays missing, and a failure has no consequence: it may only mean that the store is missing.
   */
  request<T>(use: (store: IDBObjectStore) => IDBRequest<T>, mayBeMissing?: boolean): Promise<T | undefined>
  /**
   * Writes all records or none. Resolves with whether they are written: false if storage is full or cannot be used. `records` is called in the
   * transaction, and again when the transaction is made again.
   */
  put(records: () => object[]): Promise<boolean>
  /** Replaces the record at `key`, if it is there. */
  replace(key: IDBValidKey, record: object): Promise<boolean>
}

/**
 * The connection is open while the page is shown, and until `lifetime` aborts. Each later request uses a connection of its own. In Safari,
 * the open transactions of a page in the back/forward cache block all other pages. So a transaction that has not ended when the page is left is
 * made again when the page is back.
 */
export function createDatabase(name: string, lifetime?: AbortSignal): Database {
  let database: Promise<IDBDatabase | undefined> | undefined
  /** Resolves once the page is shown. Another promise after each time that the page was left. */
  let visit: Promise<unknown> = Promise.resolve()
  const running = new Set<IDBTransaction>()
  /** How many transactions have completed. */
  let completed = 0

  const listen = (type: string, listener: (event: Event) => void) =>
    globalThis.addEventListener?.(type, listener, { signal: lifetime, once: type === 'pageshow' })

  listen('pagehide', () => {
    visit = new Promise(resolve => listen('pageshow', resolve))
    running.forEach(abort)
    disconnect()
  })
  lifetime?.addEventListener('abort', disconnect)

  function disconnect() {
    database?.then(found => found?.close()).catch(() => {})
    forget()
  }
  /** The next request opens the database again, unless the database is not used any more. */
  function forget() {
    if (database !== NO_DATABASE) database = undefined
  }
  function stopUsing() {
    database = NO_DATABASE
  }

  /** Makes a transaction while the page is shown. Resolves with the result of `use` once it has completed. Throws if there is no usable store. */
  async function run<T>(use: (store: IDBObjectStore) => IDBRequest<T> | undefined, mayBeMissing: boolean) {
    for (;;) {
      const thisVisit = visit
      await thisVisit
      try {
        const store = await openStore(mayBeMissing, thisVisit)
        const request = use(store)
        await completion(store.transaction)
        return request?.result
      } catch (error) {
        // An abort because the page was left is no failure.
        if (visit === thisVisit) throw error
      }
    }
  }

  async function openStore(mayBeMissing: boolean, thisVisit: Promise<unknown>) {
    const opened = database ?? open(name, mayBeMissing, forget)
    // A database that may be missing is kept only once it is open.
    if (!mayBeMissing) database = opened
    const found = (await opened)!
    // The page was left while the database was being opened. A closed connection throws.
    if (visit !== thisVisit) found.close()
    const store = found.transaction(STORE, 'readwrite').objectStore(STORE)
    database ??= opened
    if (lifetime?.aborted) forget()
    // Nobody else will use this connection. It is closed when its transaction has ended.
    if (database !== opened) found.close()
    return store
  }

  /** If no transaction of the database completes for some time, this one is aborted, and the database is not used again. */
  function completion(transaction: IDBTransaction) {
    let timer: ReturnType<typeof setInterval> | undefined
    running.add(transaction)
    return new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => {
        completed++
        resolve()
      }
      transaction.onabort = reject
      let before = completed
      timer = setInterval(() => {
        // It waits for others that complete.
        if (before !== completed) {
          before = completed
          return
        }
        stopUsing()
        reject()
        // The records must not be written later: the caller continues without them.
        abort(transaction)
      }, TRANSACTION_TIMEOUT_MS)
    }).finally(() => {
      clearInterval(timer)
      running.delete(transaction)
    })
  }

  async function request<T>(use: (store: IDBObjectStore) => IDBRequest<T>, mayBeMissing = false) {
    try {
      return await run(use, mayBeMissing)
    } catch {
      // A store that cannot delete records would deliver the same event forever.
      if (!mayBeMissing) stopUsing()
      return undefined
    }
  }

  const write = (use: (store: IDBObjectStore) => void) =>
    run(store => void use(store), false).then(
      () => true,
      () => false,
    )

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

/** Throws nothing if the transaction has just ended. */
const abort = (transaction: IDBTransaction) => attempt(() => transaction.abort())

/** Opens the database. Throws if storage is blocked: private modes, sandboxed frames, some webviews. Creates a missing database, unless it may be missing. */
function open(name: string, mayBeMissing: boolean, onClosed: () => void): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, DATABASE_VERSION)
    opening.onupgradeneeded = () => {
      if (mayBeMissing) opening.transaction?.abort()
      else opening.result.createObjectStore(STORE, { keyPath: 'key' })
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

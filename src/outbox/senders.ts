import { readRecord, removeRecord, storedKeys, writeRecord } from '../base/local-storage.js'
import type { HeldToken } from '../token/login.js'
import { isIdentified } from '../token/scope.js'
import { createDatabase } from './database.js'

/** An owner, and the token with which the owner's events are sent, even if another token is in force. */
export interface Sender {
  owner: string
  access_token: string
  /** The platform's id of the consumer for whom the token stands, if known. */
  identity_id?: string | undefined
  /** Whether the token stands for a person. Otherwise it stands for an anonymous device. */
  isPerson: boolean
  /** The platform has said that the token is not valid any more. */
  isDead?: boolean | undefined
}

/**
 * The senders of the waiting events. A sender is stored before the first event of its owner is sent, so that every page knows with which
 * token the owner's other events must be sent. Senders are stored where the events are, and deleted with the last event of their owner.
 */
export interface Senders {
  /** Stores nothing if `isPresent` returns false by the time of writing: the owner has logged out in another tab. */
  put(sender: Sender, isPresent?: () => boolean): Promise<void>
  /** Whether this page has stored exactly this sender. */
  has(sender: Sender): boolean
  get(owner: string): Promise<Sender | undefined>
  /** Stores each sender again at its next `put`: another tab may have deleted it. */
  refresh(): void
  /** Deletes the senders of all other owners. */
  keepOnly(owners: Set<string>): Promise<void>
  /** Like `keepOnly`, after a logout: also while nothing may be stored. */
  keepOnlyAfterLogout(owners: Set<string>): Promise<void>
  /** Moves the stored senders into memory. */
  moveToMemory(): Promise<void>
}

export const senderOf = ({ owner, access_token, identity_id, scopes }: HeldToken): Sender => ({
  owner,
  access_token,
  identity_id,
  isPerson: isIdentified({ scopes }),
})

/** `keepsToken`: the native app keeps the token of the present consumer, and gives it to each page. It is not stored. */
export function createSenders(
  name: string,
  canStore: () => boolean,
  keepsToken = () => false,
  lifetime?: AbortSignal,
): Senders {
  const storage = createSenderStorage(name, lifetime)
  /** All senders if nothing may be stored. Otherwise those that this page has put. */
  let memory = new Map<string, Sender>()
  /** The owners whose senders are stored as they are in memory. */
  const upToDate = new Set<string>()
  /** How many logouts have deleted senders. A sender that is being stored meanwhile is not stored. */
  let logouts = 0
  /** The stored senders are being moved into memory. */
  let moving: Promise<void> | undefined

  const has = (sender: Sender) =>
    upToDate.has(sender.owner) && JSON.stringify(memory.get(sender.owner)) === JSON.stringify(sender)

  async function get(owner: string) {
    const found = (canStore() && (await storage.get(owner))) || memory.get(owner)
    // Consent may have been withdrawn meanwhile.
    if (!found) await moving
    return found || memory.get(owner)
  }

  async function put(sender: Sender, isPresent = () => true) {
    if (has(sender)) return
    const logoutsBefore = logouts
    const isValid = () => logouts === logoutsBefore && isPresent()
    // A person's events stay theirs when their token has died and an anonymous token replaces it.
    if (!sender.isPerson && (await get(sender.owner))?.isPerson) return
    await storage.put(sender, () => isValid() && canStore() && !keepsToken())
    if (!isValid()) return
    memory.set(sender.owner, sender)
    upToDate.add(sender.owner)
  }

  function forgetOthers(owners: Set<string>) {
    memory = new Map([...memory].filter(([owner]) => owners.has(owner)))
    upToDate.clear()
  }

  async function removeOthers(owners: Set<string>) {
    for (const { owner } of await storage.all()) if (!owners.has(owner)) await storage.remove(owner)
  }

  async function moveAll() {
    for (const sender of await storage.all()) {
      memory.set(sender.owner, sender)
      await storage.remove(sender.owner)
    }
  }

  return {
    put,
    has,
    get,
    refresh: () => upToDate.clear(),
    async keepOnly(owners) {
      forgetOthers(owners)
      if (canStore()) await removeOthers(owners)
    },
    moveToMemory() {
      moving = moveAll()
      return moving
    },
    async keepOnlyAfterLogout(owners) {
      logouts++
      forgetOthers(owners)
      // Also if this page may not store anything: an earlier page may have been allowed to.
      await removeOthers(owners)
    },
  }
}

/** The stored senders: in IndexedDB, or in `localStorage` if the browser has no usable database. */
function createSenderStorage(name: string, lifetime?: AbortSignal) {
  const database = createDatabase(`${name}:senders`, lifetime)
  // The number is the version of the format: a page does not touch the records of other versions.
  const prefix = `${name}:senders|1|`

  function inLocalStorage() {
    const senders: Sender[] = []
    for (const key of storedKeys(prefix)) {
      const sender = readRecord(key)
      if (isSender(sender)) senders.push(sender)
      else removeRecord(key)
    }
    return senders
  }

  return {
    async get(owner: string) {
      const found = await database.request(store => store.get(owner), true)
      return isSender(found) ? found : inLocalStorage().find(sender => sender.owner === owner)
    },
    async all() {
      const found = (await database.request(store => store.getAll(), true)) ?? []
      return [...inLocalStorage(), ...found.filter(isSender)]
    },
    /** `isAllowed` is asked again after each wait: consent may have been withdrawn. */
    async put(sender: Sender, isAllowed: () => boolean) {
      const { owner } = sender
      const isWritten = isAllowed() && (await database.put(() => (isAllowed() ? [{ key: owner, ...sender }] : [])))
      if (!isWritten && isAllowed()) writeRecord(prefix + owner, sender)
    },
    async remove(owner: string) {
      removeRecord(prefix + owner)
      await database.request(store => store.delete(owner), true)
    },
  }
}

/** Checks a record from the browser's storage, into which other scripts may write. */
function isSender(found: unknown): found is Sender {
  const { owner, access_token } = Object(found)
  return typeof owner === 'string' && typeof access_token === 'string'
}

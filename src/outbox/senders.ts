import type { HeldToken } from '../token/held-token.js'
import { isIdentified } from '../token/scope.js'
import { isOwnerFromApp } from '../token/token.js'
import { attempt } from './attempt.js'
import { createDatabase } from './database.js'

/** With whose token the events of an owner are sent, also when another is in force. */
export interface Sender {
  owner: string
  access_token: string
  /** The platform's own id of whom the token stands for, where it is known. */
  identity_id?: string | undefined
  /** The token stands for a person, and not for a device alone. */
  isPerson: boolean
  /** The platform has said that the token is not valid any more. */
  isDead?: boolean | undefined
}

/**
 * The senders of the events that wait: written before the first of an owner's events is sent, so that whoever finds the others knows with
 * which token they are to follow. Kept where the events are, and no longer than them.
 */
export interface Senders {
  put(sender: Sender): Promise<void>
  /** Whether this page has written just that. */
  has(sender: Sender): boolean
  get(owner: string): Promise<Sender | undefined>
  /** Writes anew what is put from now on: another tab may have removed it. */
  refresh(): void
  /** Removes the senders of all other owners. */
  keepOnly(owners: Set<string>): Promise<void>
  /** Takes what is kept back into memory. */
  moveToMemory(): Promise<void>
  clear(): Promise<void>
}

export const senderOf = ({ owner, access_token, identity_id, scopes }: HeldToken): Sender => ({
  owner,
  access_token,
  identity_id,
  isPerson: isIdentified({ scopes }),
})

export function createSenders(name: string, canStore: () => boolean): Senders {
  const database = createDatabase(`${name}:senders`)
  /** Where the browser has no database. */
  const prefix = `${name}:senders|`
  /** All of them where nothing may be kept, else those that this page has put. */
  let memory = new Map<string, Sender>()
  /** Owners of those that are written as memory has them. */
  const written = new Set<string>()
  /** What is kept is on its way into memory. */
  let withdrawing: Promise<void> | undefined

  const has = (sender: Sender) =>
    written.has(sender.owner) && JSON.stringify(memory.get(sender.owner)) === JSON.stringify(sender)

  function* stored(): Generator<Sender> {
    const places = attempt(() => Object.keys(localStorage)) ?? []
    for (const place of places.filter(place => place.startsWith(prefix))) {
      const sender = attempt(() => JSON.parse(localStorage.getItem(place)!))
      if (isSender(sender)) yield sender
      else localStorage.removeItem(place)
    }
  }

  async function readAll() {
    const kept = (await database.ask(store => store.getAll(), false)) ?? []
    return [...stored(), ...kept.filter(isSender)]
  }

  async function remove(owner: string) {
    attempt(() => localStorage.removeItem(prefix + owner))
    await database.ask(store => store.delete(owner), false)
  }

  /** The token of a native app's person is never kept: the app gives it to each page. */
  const mayKeep = (owner: string) => canStore() && !isOwnerFromApp(owner)

  async function get(owner: string) {
    const kept = mayKeep(owner) && (await database.ask(store => store.get(owner), false))
    if (isSender(kept)) return kept
    const found = (mayKeep(owner) && [...stored()].find(sender => sender.owner === owner)) || memory.get(owner)
    // Consent may have been withdrawn meanwhile.
    if (!found) await withdrawing
    return found || memory.get(owner)
  }

  async function moveToMemory() {
    for (const sender of await readAll()) {
      memory.set(sender.owner, sender)
      await remove(sender.owner)
    }
  }

  return {
    async put(sender) {
      if (has(sender)) return
      // A person's events stay theirs when their token has died and a device's has taken its place.
      if (!sender.isPerson && (await get(sender.owner))?.isPerson) return
      const isStored = mayKeep(sender.owner) && (await database.put(() => [{ key: sender.owner, ...sender }]))
      // Asked again: consent may have been withdrawn meanwhile.
      if (!isStored && mayKeep(sender.owner))
        attempt(() => localStorage.setItem(prefix + sender.owner, JSON.stringify(sender)))
      memory.set(sender.owner, sender)
      written.add(sender.owner)
    },
    has,
    get,
    refresh: () => written.clear(),
    async keepOnly(owners) {
      memory = new Map([...memory].filter(([owner]) => owners.has(owner)))
      written.clear()
      if (!canStore()) return
      for (const { owner } of await readAll()) if (!owners.has(owner)) await remove(owner)
    },
    moveToMemory() {
      withdrawing = moveToMemory()
      return withdrawing
    },
    async clear() {
      memory.clear()
      for (const { owner } of await readAll()) await remove(owner)
    },
  }
}

/** What lies under our name in the browser's storage may be anything. */
function isSender(found: unknown): found is Sender {
  const { owner, access_token } = Object(found)
  return typeof owner === 'string' && typeof access_token === 'string'
}

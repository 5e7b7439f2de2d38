import { readRecord, removeRecord, storedKeys, writeRecord } from '../base/local-storage.js'

// A logout records which login has ended, before anything is erased: until this device stores nothing of that login, no page sends its
// events. `name` is `rewards:<program domain>`, `owner` the id of the login.

export const setPendingErasure = (name: string, owner: string): boolean => writeRecord(prefixOf(name) + owner, true)

/** Whether the login has ended, and this device may still store some of its events. */
export const isErasurePending = (name: string, owner: string | undefined): boolean =>
  owner !== undefined && readRecord(prefixOf(name) + owner) !== undefined

/** The logins that have ended, and of which this device may still store something. */
export const pendingErasures = (name: string): string[] =>
  storedKeys(prefixOf(name)).map(key => key.slice(prefixOf(name).length))

/** Nothing of these logins is stored any more. */
export function clearPendingErasures(name: string, owners: string[]): void {
  for (const owner of owners) removeRecord(prefixOf(name) + owner)
}

const prefixOf = (name: string) => `${name}:logged-out|`

import { readRecord, removeRecord, writeRecord } from '../local-storage.js'

/** A logout whose waiting events this device may still store. The next page drops those events. */
export interface PendingErasure {
  /** When the person logged out, in epoch milliseconds. */
  at: number
  /** The owner who logged out: their events are dropped. */
  owner?: string | undefined
}

/** Stored until everything is erased. `name` is `rewards:<program domain>`. */
export const setPendingErasure = (name: string, owner: string | undefined): boolean =>
  writeRecord(keyOf(name), { at: Date.now(), owner })

export const clearPendingErasure = (name: string): void => removeRecord(keyOf(name))

export function readPendingErasure(name: string): PendingErasure | undefined {
  const { at, owner } = Object(readRecord(keyOf(name)))
  return typeof at === 'number' ? { at, owner } : undefined
}

const keyOf = (name: string) => `${name}:logged-out`

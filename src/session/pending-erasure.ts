/** A logout whose waiting events this device may still store. The next page drops those events. */
export interface PendingErasure {
  /** When the person logged out, in epoch milliseconds. */
  at: number
  /** The owner who logged out: their events are dropped. */
  owner?: string | undefined
}

/** Stored until everything is erased. `name` is `rewards:<program domain>`. */
export function setPendingErasure(name: string, owner: string | undefined): void {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify({ at: Date.now(), owner }))
  } catch {
    // Storage is blocked or full.
  }
}

export function clearPendingErasure(name: string): void {
  try {
    localStorage.removeItem(keyOf(name))
  } catch {}
}

export function readPendingErasure(name: string): PendingErasure | undefined {
  try {
    const { at, owner } = JSON.parse(localStorage.getItem(keyOf(name)) ?? '{}')
    return typeof at === 'number' ? { at, owner } : undefined
  } catch {
    return undefined
  }
}

const keyOf = (name: string) => `${name}:logged-out`

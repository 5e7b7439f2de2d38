/** What is known of a logout whose traces this device may still hold. */
export interface LogoutMarker {
  /** Epoch milliseconds. */
  at: number
  /** Whose events are to be dropped: the owner that left. */
  owner?: string | undefined
}

const keyOf = (name: string) => `${name}:logged-out`

/** Marks a logout until everything is erased. `name` is `rewards:<program domain>`. */
export function setLogoutMarker(name: string, owner: string | undefined): void {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify({ at: Date.now(), owner }))
  } catch {
    // Storage is blocked or full.
  }
}

export function clearLogoutMarker(name: string): void {
  try {
    localStorage.removeItem(keyOf(name))
  } catch {}
}

export function readLogoutMarker(name: string): LogoutMarker | undefined {
  try {
    const { at, owner } = JSON.parse(localStorage.getItem(keyOf(name)) ?? '{}')
    return typeof at === 'number' ? { at, owner } : undefined
  } catch {
    return undefined
  }
}

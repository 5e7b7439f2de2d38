// `localStorage` may be blocked, full or missing, and other scripts may write into it. These functions never throw.

/** The keys that begin with one of the prefixes. */
export function storedKeys(...prefixes: string[]): string[] {
  try {
    return Object.keys(localStorage).filter(key => prefixes.some(prefix => key.startsWith(prefix)))
  } catch {
    return []
  }
}

/** Reads a record that was written as JSON. Undefined if it is missing or not JSON. */
export function readRecord(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '')
  } catch {
    return undefined
  }
}

/** Returns whether the record is written. */
export function writeRecord(key: string, record: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(record))
    return true
  } catch {
    return false
  }
}

export function removeRecord(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing is stored.
  }
}

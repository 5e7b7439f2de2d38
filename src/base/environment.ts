import { attempt } from './attempt.js'

// With npm, the runtime is also created on servers, and in tests that imitate a part of a page.

export const hasDocument = (): boolean => Boolean(globalThis.document)
export const hasLocation = (): boolean => Boolean(globalThis.location)

// A service of the browser may be missing, and may throw when it is named or used: Firefox throws at `new BroadcastChannel` where all cookies are
// blocked. These functions return undefined then. `local-storage.ts` does the same for `localStorage`, `with-lock.ts` for locks.

export const openChannel = (name: string): BroadcastChannel | undefined => attempt(() => new BroadcastChannel(name))
export const observeChanges = (onChange: () => void): MutationObserver | undefined =>
  attempt(() => new MutationObserver(onChange))
export const hasDatabases = (): boolean => Boolean(attempt(() => globalThis.indexedDB))

import type { TokenStore } from '../token/store.js'

/** Whether the app around these pages has never heard of us. */
export interface Silence {
  /** What an earlier page of the session has found. */
  known: boolean
  /** What this one has. */
  notice(silent: boolean): void
}

const MARK = 'rewards:silent-app'

/** Kept for the session, as long as anything may be kept at all. */
export function createSilence(store: TokenStore, keeps: () => boolean): Silence {
  const { keep } = store
  let silent = false
  const mark = (allowed: boolean) => {
    try {
      if (silent && allowed) sessionStorage[MARK] = 1
      else delete sessionStorage[MARK]
    } catch {
      // Storage is blocked, or not there at all.
    }
  }
  const notice = (is: boolean) => {
    silent = is
    mark(keeps())
  }

  try {
    silent = keeps() && MARK in sessionStorage
  } catch {
    // Nor here.
  }
  notice(silent)
  store.keep = allowed => {
    keep(allowed)
    mark(allowed)
  }
  return { known: silent, notice }
}

import type { ConsentState } from '../consent/consent.js'

/** Whether the app around these pages has never heard of the SDK. */
export interface Silence {
  /** An earlier page of the session has found it silent. */
  wasKnown: boolean
  /** Keeps what this page has found. */
  update(isSilent: boolean): void
}

const KEY = 'rewards:silent-app'

/** Kept for the session, as long as anything may be kept at all. */
export function createSilence(consent: ConsentState): Silence {
  const wasKnown = consent.canStore() && isStored()
  let isSilent = wasKnown

  function store(isAllowed: boolean) {
    try {
      if (isSilent && isAllowed) sessionStorage[KEY] = 1
      else delete sessionStorage[KEY]
    } catch {
      // Storage is blocked, or not there at all.
    }
  }

  store(consent.canStore())
  consent.onStorageChange(store)
  return {
    wasKnown,
    update(found) {
      isSilent = found
      store(consent.canStore())
    },
  }
}

function isStored(): boolean {
  try {
    return KEY in sessionStorage
  } catch {
    return false
  }
}

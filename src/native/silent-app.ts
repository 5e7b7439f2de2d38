import { attempt } from '../base/attempt.js'
import type { ConsentState } from '../consent/consent.js'

/** Remembers that the app around the page does not know the SDK: the next pages of the session need not wait for it. */
export interface SilentApp {
  /** Whether the app did not answer an earlier page. */
  wasSilent: boolean
  /** Remembers whether the app answers this page. */
  setSilent(isSilent: boolean): void
}

const KEY = 'rewards:silent-app'

/** Stores the record for the session, as long as the consumer allows storage. */
export function createSilentApp(consent: ConsentState): SilentApp {
  const wasSilent = consent.canStore() && isStored()
  let isSilent = wasSilent

  function store(isAllowed = consent.canStore()) {
    attempt(() => {
      if (isSilent && isAllowed) sessionStorage[KEY] = 1
      else delete sessionStorage[KEY]
    })
  }

  store()
  consent.onStorageChange(store)
  return {
    wasSilent,
    setSilent(next) {
      isSilent = next
      store()
    },
  }
}

const isStored = () => Boolean(attempt(() => KEY in sessionStorage))

import { DISMISSAL_PREFIX, eraseAppearance, HEIGHT_PREFIX } from '../base/erase-appearance.js'
import { storedKeys } from '../base/local-storage.js'
import type { ConsentState } from '../consent/consent.js'
import { countStoredEvents } from '../outbox/stored-events.js'
import type { Token } from '../token/token.js'
import type { Calls } from './calls.js'

/** The data that this browser stores for the program. SECURITY.md lists it. */
export interface RewardsStorage {
  /** Whether the consumer allows the page to store data in this browser. */
  readonly isAllowed: boolean
  /**
   * A random id of the person in this browser, which marks their records. It is not the token, and it changes with the person. Undefined while
   * nothing may be stored, or nobody is known.
   */
  readonly owner: string | undefined
  /** Counts the stored data. Throws `network_error`. */
  summary(): Promise<StorageSummary>
  /**
   * Logs out, and deletes all stored data. The option `jwt` is not used again on this page before `verify()`. Throws what `logout()` throws; the
   * data is deleted all the same.
   */
  erase(): Promise<void>
}

export interface StorageSummary {
  /** Whether the token is stored in a cookie. */
  token: boolean
  /** Events that wait to be sent. */
  events: number
  /** Zones whose last height is stored. */
  heights: number
  /** Overlays that the person has dismissed, and panels that they have opened or dismissed. */
  dismissals: number
}

interface StorageContext {
  /** `rewards:<program domain>`: the name of this program's data on the device. */
  name: string
  token: Token
  consent: ConsentState
  call: Calls['call']
  /** Logs out, and uses no JWT of the host until the next `verify()`. */
  logout(): Promise<void>
}

export function createStorage({ name, token, consent, call, logout }: StorageContext): RewardsStorage {
  const isTokenStored = () => Boolean(token.stored()?.access_token)
  return {
    get isAllowed() {
      return consent.canStore()
    },
    get owner() {
      return consent.canStore() && isTokenStored() ? token.owner() : undefined
    },
    summary: call('storage.summary', async () => {
      return {
        token: isTokenStored(),
        events: await countStoredEvents(name),
        heights: storedKeys(HEIGHT_PREFIX).length,
        dismissals: storedKeys(DISMISSAL_PREFIX).length,
      }
    }),
    erase: call('storage.erase', async () => {
      try {
        await logout()
      } finally {
        eraseAppearance()
      }
    }),
  }
}

import { randomId } from '../random-id.js'
import type { HeldToken, TokenDetails } from './held-token.js'
import { isIdentified } from './scope.js'
import type { TokenStore } from './store.js'

/**
 * The token in force. An answer can overtake another: each request takes a stamp before it leaves, and what its answer brings counts
 * only if nothing that left later, and no `forget`, has settled since.
 */
export interface Token {
  current(): HeldToken | undefined
  /** Whose it is: kept through the token's death, gone with a logout. */
  owner(): string | undefined
  /** The same; where there is none yet, makes one, which the first token will get. */
  claimOwner(): string
  stamp(): number
  /**
   * Makes the token an answer brought the one in force, along with what the platform says of it. False: something later has settled
   * already. The owner is another one where the token before stood for a person and this one stands for another person.
   */
  replace(stamp: number, access_token: string, cookie: boolean, details?: TokenDetails): boolean
  /** Whether the token before stood for a person, and one with these details stands for another person. */
  isAnotherPerson(details: TokenDetails): boolean
  /** Takes what the platform says of a token, if it is still the one in force. */
  updateDetails(access_token: string, details: Partial<HeldToken>): void
  /** Lets go of a token the platform has declared dead. The person is still the same. */
  drop(access_token: string | undefined): void
  /** Lets go of the token and of whose it was. */
  forget(): void
}

export function createToken(store: TokenStore): Token {
  let stamps = 0
  let settled = 0

  const end = (owner?: string) => {
    settled = ++stamps
    store.clear(owner, owner && store.identity())
  }

  function claimOwner() {
    const owner = store.owner()
    if (owner) return owner
    store.clear(randomId())
    return store.owner()!
  }

  function isAnotherPerson(next: TokenDetails) {
    const before = store.identity()
    return Boolean(before && next.identity_id && isIdentified(next) && before !== next.identity_id)
  }

  return {
    // Read on every send, so that the tabs of one page agree.
    current: store.read,
    owner: store.owner,
    claimOwner,
    stamp: () => ++stamps,
    replace(stamp, access_token, cookie, details) {
      if (stamp < settled) return false
      settled = stamp
      const known = { scopes: [], expires_at: 0, ...store.read(), ...details }
      const owner = isAnotherPerson(known) ? randomId() : claimOwner()
      const person_id = isIdentified(known) ? undefined : store.identity()
      store.write({ ...known, owner, person_id, access_token, cookie })
      return true
    },
    isAnotherPerson,
    updateDetails(access_token, details) {
      const held = store.read()
      if (held?.access_token === access_token) store.write({ ...held, ...details })
    },
    drop(access_token) {
      if (access_token && store.read()?.access_token === access_token) end(store.owner())
    },
    forget: () => end(),
  }
}

const BY_APP = 'p'

/** The owner of what a person does whom the native app around the page has named: the same on the app's next page. */
export const ownerNamedByApp = (person: string) => BY_APP + encodeURIComponent(person)
/** A random id is of digits. */
export const isNamedByApp = (owner: string) => owner.startsWith(BY_APP)

import { randomId } from '../base/random-id.js'
import type { HeldToken, TokenDetails } from './held-token.js'
import { isIdentified } from './scope.js'
import type { TokenStore } from './store.js'

/**
 * The token in force. Answers can overtake each other, so each request takes a stamp before it is sent. A token from an answer is used only
 * if no later request, and no `forget`, has changed the token since.
 */
export interface Token {
  current(): HeldToken | undefined
  /** The owner of the token and of the page's events. It stays when the token dies, and ends with a logout. */
  owner(): string | undefined
  /** Returns the owner. Creates one if there is none: the first token will get it. */
  claimOwner(): string
  /** The owner of an event that is tracked now: that of the link's login while the token of a share link is being checked, otherwise `claimOwner`. */
  trackingOwner(): string
  /** The page begins to check the token of a share link. */
  expectLink(): void
  /** Drops the present token: the link's comes into force next, with a login of its own. */
  followLink(): void
  /** The check has ended. */
  endLink(): void
  /** The `identity_id` of the person on the page, if known. It stays when their token dies. */
  identityId(): string | undefined
  stamp(): number
  /**
   * Puts a token from an answer in force, with its details. Returns false if a later request has already changed the token. If the token
   * stands for another person than the one before, it gets a new owner.
   */
  replace(stamp: number, access_token: string, travelsByCookie: boolean, details?: TokenDetails): boolean
  /**
   * The platform may know the anonymous consumer as a person whose token has not arrived here. The next token of a person gets a new owner: it
   * can be another person's.
   */
  doubtAnonymity(): void
  isAnonymityDoubtful(): boolean
  /** Whether the last identified token and a token with these details stand for two different people. */
  isAnotherPerson(details: TokenDetails): boolean
  /** Changes the details of a token, if it is still in force. */
  updateDetails(access_token: string, details: Partial<HeldToken>): void
  /** Removes a token that the platform has declared dead. The owner stays. */
  drop(access_token: string | undefined): void
  /** Removes the token and its owner. */
  forget(): void
}

export function createToken(store: TokenStore): Token {
  let lastStamp = 0
  /** The stamp of the request that has changed the token last. */
  let changedAt = 0
  let isAnonymityDoubtful = false
  /** Set while the token of a share link is being checked. */
  let linkOwner: string | undefined

  const clear = (owner?: string, identity_id?: string) => {
    changedAt = ++lastStamp
    store.clear(owner, identity_id)
  }

  function claimOwner() {
    const owner = store.owner()
    if (owner) return owner
    store.clear(randomId())
    return store.owner()!
  }

  function isAnotherPerson(next: TokenDetails) {
    const before = store.identityId()
    return Boolean(before && next.identity_id && isIdentified(next) && before !== next.identity_id)
  }

  return {
    // Read at each call, so that all tabs of the site use the same token.
    current: store.read,
    owner: store.owner,
    claimOwner,
    trackingOwner: () => linkOwner ?? claimOwner(),
    expectLink() {
      linkOwner = followingOwner(claimOwner())
    },
    followLink() {
      if (store.read()) clear(linkOwner ?? followingOwner(claimOwner()))
    },
    endLink() {
      linkOwner = undefined
    },
    identityId: store.identityId,
    stamp: () => ++lastStamp,
    replace(stamp, access_token, travelsByCookie, details) {
      if (stamp < changedAt) return false
      changedAt = stamp
      const known = { scopes: [], expires_at: 0, ...store.read(), ...details }
      const mayBeAnother = isAnotherPerson(known) || (isAnonymityDoubtful && isIdentified(known))
      isAnonymityDoubtful &&= !mayBeAnother
      const owner = mayBeAnother ? randomId() : claimOwner()
      const person_id = isIdentified(known) ? undefined : store.identityId()
      store.write({ ...known, owner, person_id, access_token, travelsByCookie })
      return true
    },
    doubtAnonymity() {
      isAnonymityDoubtful = true
    },
    isAnonymityDoubtful: () => isAnonymityDoubtful,
    isAnotherPerson,
    updateDetails(access_token, details) {
      const held = store.read()
      if (held?.access_token === access_token) store.write({ ...held, ...details })
    },
    drop(access_token) {
      if (access_token && store.read()?.access_token === access_token) clear(store.owner(), store.identityId())
    },
    forget() {
      linkOwner = undefined
      clear()
    },
  }
}

/** The owner of a login by a share link, on the device of `owner`. Both begin alike: calls of the device do not end when the link is used. */
const followingOwner = (owner: string) => `${deviceOf(owner)}.${randomId(1)}`

/** Whether the calls of one owner may go on under the other. */
export const isSameDevice = (owner: string, other = ''): boolean => deviceOf(owner) === deviceOf(other)

const deviceOf = (owner: string) => owner.split('.')[0]

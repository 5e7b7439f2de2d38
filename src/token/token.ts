import { randomId } from '../base/random-id.js'
import {
  type ArrivedToken,
  arrived,
  claimed,
  died,
  ended,
  erased,
  type Fact,
  found,
  type HeldToken,
  identityIn,
  type Login,
  type LoginSource,
  NOBODY,
  START,
  type State,
  type TokenDetails,
} from './login.js'
import { isIdentified } from './scope.js'
import { type CookieSettings, createTokenCookie } from './token-cookie.js'

/** A login at the start of a call. */
export interface LoginNow extends Login, Pick<State, 'logouts' | 'isDoubtful'> {
  /** Aborts when another person takes the place of a person, or somebody logs out: the calls end. */
  signal: AbortSignal
}

/**
 * Who the consumer is: the login, and the token in force. Answers can overtake each other, so each request takes a stamp before it is sent. A token
 * from an answer is used only if no later request, and no `forget`, has changed the token since.
 */
export interface Token {
  /** The login as it is now. A call keeps it, and looks at its `signal` later. */
  login(): LoginNow
  /** The login, if its token is in force. */
  current(): HeldToken | undefined
  /** The owner of the token and of the page's events. It stays when the token dies, and ends with a logout. */
  owner(): string | undefined
  /** Returns the owner. Creates one if there is none: the first token will get it. */
  claimOwner(): string
  /** The owner of an event that is tracked now: that of the link's login while the token of a share link is being checked, otherwise `claimOwner`. */
  trackingOwner(): string
  /** The owner of the next login. */
  newOwner(): string
  /** The `identity_id` of the person on the page, if known. It stays when their token dies. */
  identityId(): string | undefined
  stamp(): number
  /** Lets a fact of `login.ts` count. */
  apply(fact: Fact): void
  /**
   * Puts a token from an answer in force, unless a later request has already changed the token. If the token stands for another person than the one
   * before, it gets a new owner, and the calls of the person before end.
   */
  replace(arrival: ArrivedToken, details?: TokenDetails): void
  /** Removes a token that the platform has declared dead. The owner stays. */
  drop(access_token: string | undefined): void
  /** Removes the token and its owner, on every host of the site, and ends the calls. */
  forget(): void
  /** The same for a consumer who logs out. The platform has to be told: the login says so until `logoutConfirmed`. */
  logOut(): void
  /** Ends the calls after a logout elsewhere. A shared login stays: it may be the next consumer's. */
  leave(): void
  /** What is stored, of this page or an earlier page, even if this page may not use it. */
  stored(): Login | undefined
  /** Whether the tabs of the site share the login: it may be stored, and the browser accepts the cookie. */
  isShared(): boolean
  /** Sets whether the login may be stored. Writes the cookie, or removes it. */
  setPersistent(isPersistent: boolean): void
  /** From now on, the native app stores the login, and the page has it in memory only. */
  handOver(app: LoginSource): void
}

/** When `lifetime` aborts, the calls end. */
export function createToken(settings: CookieSettings, lifetime?: AbortSignal): Token {
  const cookie = createTokenCookie(settings)
  let source: LoginSource = cookie
  let state = START
  let lastStamp = 0
  let controller = new AbortController()
  let isAllowed = false
  /** The source cannot be read as it was written: the browser has refused the cookie, or another cookie hides it. Then memory is used. */
  let isHidden = false
  /** The source was read in this task: a page may track a thousand events in one. */
  let isRead = false
  const isShared = () => isAllowed && !isHidden
  const newOwner = () => source.nextOwner?.() ?? state.linkOwner ?? randomId()

  function endCalls() {
    controller.abort()
    if (!lifetime?.aborted) controller = new AbortController()
  }

  function setState(next: State, mustWrite = false) {
    const { era } = state
    state = next
    if (mustWrite && isAllowed) isHidden = !source.write(next.login)
    if (next.era !== era) endCalls()
  }

  /** The present state. Another tab may have changed the login. */
  function now() {
    if (isShared() && !isRead) {
      isRead = true
      queueMicrotask(() => {
        isRead = false
      })
      setState(found(source.read() ?? NOBODY)(state))
    }
    return state
  }

  function apply(fact: Fact) {
    const before = now()
    const next = fact(before)
    setState(next, next.login !== before.login)
  }

  /** Writes the cookie, or takes over the login that an earlier page has stored. */
  function allow() {
    if (isAllowed) return
    isAllowed = true
    const { login } = state
    // A person who is on this page stays. An anonymous device can become the consumer whom an earlier page has stored.
    const isPerson = login.access_token && isIdentified(login)
    const next = (!isPerson && source.read()) || login
    // Each page writes the cookie again: some browsers delete it seven days after it was written.
    setState({ ...state, login: next }, next !== NOBODY)
  }

  /** Removes the cookie. The consumer stays in memory while this page is open. */
  function forbid() {
    const last = state
    const { owner, isLoggedOut } = now().login
    // Another tab may have removed the cookie already, because it received the new consent first.
    if (!owner && !isLoggedOut) state = last
    cookie.write(undefined)
    isAllowed = false
  }

  function erase(isLoggedOut: boolean) {
    // Also if this page may not store anything: an earlier page may have been allowed to.
    cookie.write(undefined)
    apply(erased(++lastStamp, isLoggedOut))
  }

  const forget = () => erase(false)

  function claimOwner() {
    apply(claimed(newOwner()))
    return state.login.owner!
  }

  lifetime?.addEventListener('abort', endCalls)

  return {
    login: () => ({ ...now(), ...state.login, signal: controller.signal }),
    // Read at each call, so that all tabs of the site use the same token.
    current() {
      const { login } = now()
      return isHeld(login) ? login : undefined
    },
    owner: () => now().login.owner,
    claimOwner,
    trackingOwner: () => state.linkOwner ?? claimOwner(),
    newOwner,
    identityId: () => identityIn(now().login),
    stamp: () => ++lastStamp,
    apply,
    replace: (arrival, details) => apply(arrived(arrival, newOwner(), details)),
    drop: access_token => apply(died(access_token, ++lastStamp)),
    forget,
    logOut() {
      erase(true)
      source.onLogout?.()
    },
    leave: () => (isShared() ? apply(ended) : forget()),
    stored: () => source.read(),
    isShared,
    setPersistent(isPersistent) {
      if (source !== cookie) return
      if (isPersistent) allow()
      else forbid()
    },
    handOver(app) {
      forbid()
      source = app
      isAllowed = isHidden = true
    },
  }
}

const isHeld = (login: Login): login is HeldToken => login.access_token !== undefined

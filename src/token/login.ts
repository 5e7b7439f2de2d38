import { isIdentified, type Scope } from './scope.js'

// Who the consumer is, as pure functions: each fact makes a function from the state before to the state after. `token.ts` carries out what follows
// from the new state: it writes the cookie, and ends calls.

/**
 * Who the consumer is on this device. All pages of the site share it, if it may be stored. It never changes: each fact makes another one.
 * - Without an owner: nobody is known.
 * - With an owner only: an event was tracked, or a call waits for the first token.
 * - With a token: the token is in force.
 * - With scopes, but without a token: the token has died, and its person is known.
 */
export interface Login {
  /** The random id of the login, which marks its events. It stays when the token is renewed or raised, and ends with the person. */
  owner?: string | undefined
  access_token?: string | undefined
  scopes: Scope[]
  /** Epoch milliseconds; 0 if the platform has not said. */
  expires_at: number
  /** The platform's id of the identity that the token stands for (specification 2.1), if known. */
  identity_id?: string | undefined
  /** Only for an anonymous token that has replaced a person's dead token: the `identity_id` of that person. */
  person_id?: string | undefined
  /** The program domain's cookie holds the token, too. A token keeps travelling in the way in which it arrived. */
  travelsByCookie: boolean
  /** Somebody has logged out, and the platform has not confirmed it: the page must not take over the token of the program's older cookie. */
  isLoggedOut: boolean
}

/** A login whose token is in force. */
export interface HeldToken extends Login {
  owner: string
  access_token: string
}

/** A token that an answer has brought, and that is not in force yet. */
export interface ArrivedToken extends Pick<HeldToken, 'access_token' | 'travelsByCookie'> {
  /** Orders the token among other answers: see `arrived`. */
  stamp: number
  /** The owner of the login that has sent the request. */
  owner?: string | undefined
}

/** The platform's details of a token (specification 4.3). */
export type TokenDetails = Pick<HeldToken, 'scopes' | 'expires_at' | 'identity_id'>

/** Where a login outlives the page: the page's cookie, or the native app around the page. */
export interface LoginSource {
  read(): Login | undefined
  /** Without a login, removes what is stored. Returns whether `read` finds it as it was written. */
  write(login: Login | undefined): boolean
  /** The owner of the next login. Default: a random id. */
  nextOwner?(): string | undefined
  onLogout?(): void
}

/** The login, and what only this page knows about it. */
export interface State {
  login: Login
  /** Changes when the calls of the login end: another person has taken the place of a person, or somebody has logged out. */
  era: number
  /** How many logouts this page has seen, in any tab. */
  logouts: number
  /** The stamp of the request that has changed the token last. */
  changedAt: number
  /**
   * The platform may know the anonymous consumer as a person whose token has not arrived here. The next token of a person gets a new owner: it
   * can be another person's.
   */
  isDoubtful: boolean
  /** While the token of a share link is being checked: the owner that its login would get. */
  linkOwner?: string | undefined
}

export const NOBODY: Login = { scopes: [], expires_at: 0, travelsByCookie: false, isLoggedOut: false }

export const START: State = { login: NOBODY, era: 0, logouts: 0, changedAt: 0, isDoubtful: false }

/** Something has happened that may change who the consumer is. */
export type Fact = (state: State) => State

/** The `identity_id` of the person. It stays when their token dies, also while an anonymous token replaces it. */
export const identityIn = (login: Login): string | undefined =>
  isIdentified(login) ? login.identity_id : login.person_id

const change = (state: State, login: Partial<Login>): State => ({ ...state, login: { ...state.login, ...login } })

/** An event is tracked, or a call needs a token. */
export const claimed =
  (owner: string): Fact =>
  state =>
    state.login.owner ? state : change(state, { owner })

/**
 * An answer has brought a token. Nothing changes if a later request has already changed the token. `newOwner` is for a token of another person, or
 * of the first.
 */
export const arrived =
  ({ access_token, travelsByCookie, stamp }: ArrivedToken, newOwner: string, details?: TokenDetails): Fact =>
  state => {
    const { login, isDoubtful } = state
    if (stamp < state.changedAt) return state
    const { scopes, expires_at, identity_id } = { ...(login.access_token ? login : NOBODY), ...details }
    const isPerson = isIdentified({ scopes })
    const person = identityIn(login)
    const isAnother = Boolean(isPerson && person && identity_id && person !== identity_id)
    const mayBeAnother = isAnother || (isDoubtful && isPerson)
    const after = change(state, {
      access_token,
      travelsByCookie,
      scopes,
      expires_at,
      identity_id,
      owner: (!mayBeAnother && login.owner) || newOwner,
      person_id: isPerson ? undefined : person,
    })
    return {
      ...after,
      era: state.era + Number(isAnother),
      changedAt: stamp,
      isDoubtful: isDoubtful && !mayBeAnother,
    }
  }

/**
 * The page checks the token of a share link, or has checked it: then without `linkOwner`. A device would be replaced, so what is tracked meanwhile
 * belongs to the link's login.
 */
export const linkChecked =
  (linkOwner?: string): Fact =>
  state => {
    const isDevice = state.login.access_token && !isIdentified(state.login)
    return { ...state, linkOwner: isDevice ? linkOwner : undefined }
  }

/**
 * Another login takes the place of a device, or of the consumer who is not the native app's person: the next token inherits nothing. No call ends:
 * nothing is private to a device, and the page of an app has sent no call yet.
 */
export const replaced =
  (owner: string): Fact =>
  state => ({ ...state, login: { ...NOBODY, owner, isLoggedOut: state.login.isLoggedOut } })

/** It is known what the token in force stands for, or how it travels. Nothing changes for any other token. */
export const described =
  (access_token: string, details: Partial<Login>): Fact =>
  state =>
    state.login.access_token === access_token ? change(state, details) : state

/** The platform has declared a token dead. The person stays known. Nothing changes if the token is not in force. */
export const died =
  (access_token: string | undefined, changedAt: number): Fact =>
  state =>
    access_token && state.login.access_token === access_token
      ? { ...change(state, { access_token: undefined }), changedAt }
      : state

/** The answer to a call that may have identified the device is lost. */
export const doubted: Fact = state => ({ ...state, isDoubtful: true })

/** Somebody has logged out in another tab, with which this page shares its login. */
export const ended: Fact = state => ({ ...state, era: state.era + 1, logouts: state.logouts + 1 })

/** The login and its token are gone. `isLoggedOut`: the platform does not know yet. */
export const erased =
  (changedAt: number, isLoggedOut: boolean): Fact =>
  state => {
    const { era, logouts } = ended(state)
    return { ...START, era, logouts, changedAt, login: { ...NOBODY, isLoggedOut } }
  }

/** The platform has confirmed the logout. */
export const logoutConfirmed: Fact = state => change(state, { isLoggedOut: false })

/**
 * The stored login was read: another tab may have changed it. A marked logout counts before its message comes. Without a mark, an empty login ends
 * no call, because the consent may have been withdrawn. A device has no calls that must end for another consumer.
 */
export const found =
  (login: Login): Fact =>
  state => {
    const { owner, person_id } = state.login
    if (owner && !login.owner && login.isLoggedOut) return { ...ended(state), login }
    const isPerson = isIdentified(state.login) || person_id
    const isAnother = isPerson && login.owner && login.owner !== owner
    return { ...state, login, era: state.era + Number(Boolean(isAnother)) }
  }

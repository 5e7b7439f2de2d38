import { textOf } from '../base/text-of.js'
import type { AppCredentials } from '../token/app.js'
import type { Payload } from './bridge.js'
import { readCredentials } from './credentials.js'

/** What a welcome says about the person. */
export interface WelcomeNews {
  /** The person is not the one of the earlier welcomes, or has logged out of the app. */
  isOtherPerson: boolean
  /** The welcome says who the person is, or that nobody is logged in. */
  saysWho: boolean
  /** It contains a token or a JWT. */
  hasCredentials: boolean
  /** The page has not used this token or JWT yet. */
  hasNewCredentials: boolean
}

/** What the page knows about the app's person, and about the credentials that page and app have exchanged. */
export interface AppAccount {
  /** Reads a welcome. */
  update(welcome: Payload): WelcomeNews
  /** The app's name for the person. Undefined if the app does not name its people, and after a logout. */
  person(): string | undefined
  isLoggedOut(): boolean
  /** The person has logged out on the page. */
  logOut(): void
  /** Whether a welcome has brought credentials that are not in force yet. */
  hasOffer(): boolean
  /** Keeps the credentials of a welcome for another attempt. */
  offerAgain(welcome: Payload): void
  /** The credentials to use now: those of a welcome, else those in `answer`, which is the app's answer to `token.renew`. */
  takeCredentials(answer: Payload): AppCredentials
  /** Remembers a token that is in force, or dead. */
  markUsed(access_token: string | undefined): void
  /** Remembers that the app has this token with these scopes. Returns whether that is new. */
  learnToken(access_token: string, scopes: unknown): boolean
}

export function createAppAccount(): AppAccount {
  /** The newest welcome with credentials, until they are in force or known to be dead. */
  let offer: Payload | undefined
  /** Tokens and JWTs that the page has used. If the app gives one again, it is not new. */
  const used = new Set<string>()
  /** The token that the app has, with its scopes, as far as the page knows. Undefined if the app has none. */
  let appToken: string | undefined
  let person: string | undefined
  let isLoggedOut = false

  function update(welcome: Payload): WelcomeNews {
    const { access_token, jwt } = readCredentials(welcome)
    const credential = access_token ?? jwt
    const isNobody = welcome.token === null && !credential
    const named = textOf(welcome.person) || undefined
    const isOtherPerson = isNobody ? Boolean(appToken) : isOther(named, credential)
    if (isOtherPerson) startNextPerson()
    if (!appToken) person = named ?? person
    const hasNewCredentials = isUnused(credential)
    isLoggedOut = isNobody || (isLoggedOut && !isOtherPerson && !hasNewCredentials)
    if (hasNewCredentials) {
      used.add(credential)
      offer = welcome
      appToken = credential
    }
    const hasCredentials = Boolean(credential)
    return {
      isOtherPerson,
      hasCredentials,
      hasNewCredentials,
      saysWho: hasCredentials || isNobody || Boolean(named),
    }
  }

  const isUnused = (credential: string | undefined): credential is string =>
    credential !== undefined && !used.has(credential)

  /** If the app does not name its people, a different token means a different person. */
  const isOther = (named: string | undefined, credential: string | undefined) =>
    person ? Boolean(named) && named !== person : Boolean(appToken) && isUnused(credential)

  function startNextPerson() {
    used.clear()
    appToken = person = offer = undefined
  }

  function markUsed(access_token: string | undefined) {
    if (!access_token) return
    used.add(access_token)
    if (offer?.token === access_token) offer = undefined
  }

  function learnToken(access_token: string, scopes: unknown) {
    const before = appToken
    appToken = `${access_token} ${scopes ?? ''}`
    return appToken !== before
  }

  function takeCredentials(answer: Payload): AppCredentials {
    const payload = offer ?? answer
    const credentials = readCredentials(payload)
    const { access_token, jwt } = credentials
    // A token that the page has already used is dead.
    if (payload !== offer && access_token && !isUnused(access_token)) return {}
    if (jwt) used.add(jwt)
    // The page tries a JWT once.
    if (!access_token) offer = undefined
    else learnToken(access_token, payload.scopes)
    return credentials
  }

  return {
    update,
    markUsed,
    learnToken,
    takeCredentials,
    person: () => (isLoggedOut ? undefined : person),
    isLoggedOut: () => isLoggedOut,
    logOut() {
      isLoggedOut = true
      appToken = offer = undefined
    },
    hasOffer: () => offer !== undefined,
    offerAgain(welcome) {
      offer = welcome
    },
  }
}

import { attempt } from '../base/attempt.js'
import type { Login } from './login.js'

/** The prefix of `person_id` in the list of scopes. */
const PERSON = '~'
/** The prefix of the owner after a logout. */
const LOGGED_OUT = '!'
/** A text with other characters cannot be sent in a header, so it is not a token. */
const HEADER_VALUE = /^[!-~]*$/

/**
 * The text of the cookie: `<token>|<owner>|<expires at>|<travels by cookie>|<identity>|<scope>|<scope>…`. An exclamation mark before
 * the owner means a logout. `~<identity>` among the scopes is the `person_id`. Returns undefined if there is nothing to store.
 */
export function formatToken(login: Login): string | undefined {
  const { access_token = '', owner = '', identity_id = '', isLoggedOut, person_id } = login
  if (!owner && !isLoggedOut) return undefined
  return [
    access_token,
    (isLoggedOut ? LOGGED_OUT : '') + owner,
    Math.max(Math.trunc(login.expires_at) || 0, 0),
    Number(login.travelsByCookie),
    identity_id,
    ...(person_id ? [PERSON + person_id] : []),
    ...login.scopes.filter(Boolean),
  ]
    .map(encodeURIComponent)
    .join('|')
}

/** Reads the text of the cookie. Returns undefined for a text that the SDK has not written. */
export function parseToken(text = ''): Login | undefined {
  const fields = attempt(() => text.split('|').map(decodeURIComponent)) ?? []
  const [access_token = '', owner = '', expires_at, cookie, identity_id, ...names] = fields
  const person = names.find(name => name.startsWith(PERSON))
  const login: Login = {
    access_token: access_token || undefined,
    owner: owner.replace(LOGGED_OUT, '') || undefined,
    isLoggedOut: owner.startsWith(LOGGED_OUT),
    identity_id: identity_id || undefined,
    // A time that no `Date` can represent counts as unknown.
    expires_at: +new Date(Number(expires_at)) || 0,
    travelsByCookie: cookie === '1',
    scopes: names.filter(name => name !== person),
    person_id: person?.slice(PERSON.length),
  }
  return HEADER_VALUE.test(access_token) && formatToken(login) === text ? login : undefined
}

import type { HeldToken } from './held-token.js'

/** What the page stores: a token, or the owner of the next token, or only that somebody has logged out. */
export interface StoredToken {
  token?: HeldToken | undefined
  owner?: string | undefined
  identity_id?: string | undefined
  /** Set by a logout: the page must not take over the token of an older cookie of the program domain. */
  isLoggedOut?: boolean | undefined
}

/** Printable ASCII. The bar separates the fields, so fields do not contain it: the platform's own texts are encoded. */
const FORMAT = /^([!-{}~]*)\|(!?)([!-{}~]*)\|(\d+)\|([01])\|([!-{}~]*)((?:\|[!-{}~]+)*)$/
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
export function formatToken(stored: StoredToken): string | undefined {
  const { token, owner = '', identity_id = token?.identity_id ?? '', isLoggedOut } = stored
  if (!token && !owner && !isLoggedOut) return undefined
  const { access_token = '', expires_at = 0, travelsByCookie = false, scopes = [], person_id } = token ?? {}
  const fields = [
    encode(access_token),
    (isLoggedOut ? LOGGED_OUT : '') + owner,
    Math.max(Math.trunc(expires_at) || 0, 0),
    Number(travelsByCookie),
    encode(identity_id),
    ...(person_id ? [PERSON + encode(person_id)] : []),
    ...scopes.filter(Boolean).map(encode),
  ]
  return fields.join('|')
}

/** Reads the text of the cookie. Returns undefined for a text that the SDK has not written. */
export function parseToken(text = ''): StoredToken | undefined {
  const [, encoded, mark, owner, expires_at, cookie, identity, rest = ''] = FORMAT.exec(text) ?? []
  const isLoggedOut = mark === LOGGED_OUT
  const access_token = decode(encoded)
  const identity_id = decode(identity) || undefined
  if (!HEADER_VALUE.test(access_token)) return undefined
  if (!owner) return isLoggedOut && !access_token ? { isLoggedOut } : undefined
  if (!access_token) return encoded ? undefined : { owner, identity_id, isLoggedOut }
  const names = rest.split('|').slice(1)
  const person = names.find(name => name.startsWith(PERSON))
  const token: HeldToken = {
    access_token,
    owner,
    identity_id,
    expires_at: +new Date(Number(expires_at)) || 0,
    travelsByCookie: cookie === '1',
    scopes: names.filter(name => name !== person).map(decode),
    person_id: person && decode(person.slice(PERSON.length)),
  }
  return { token, owner, isLoggedOut }
}

/** Encodes the bar and everything except printable ASCII. Usual tokens, ids and scopes stay as they are. */
const encode = (text: string) => text.replace(/[^!-$&-{}~]+/gu, encodeURIComponent)

/** Returns an empty text for a text that cannot be decoded: the SDK has not written it. */
function decode(text = ''): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

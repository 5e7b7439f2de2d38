import { type Login, NOBODY } from './login.js'

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
export function formatToken(login: Login): string | undefined {
  const { access_token = '', owner = '', identity_id = '', isLoggedOut, person_id } = login
  if (!owner && !isLoggedOut) return undefined
  const fields = [
    encode(access_token),
    (isLoggedOut ? LOGGED_OUT : '') + owner,
    Math.max(Math.trunc(login.expires_at) || 0, 0),
    Number(login.travelsByCookie),
    encode(identity_id),
    ...(person_id ? [PERSON + encode(person_id)] : []),
    ...login.scopes.filter(Boolean).map(encode),
  ]
  return fields.join('|')
}

/** Reads the text of the cookie. Returns undefined for a text that the SDK has not written. */
export function parseToken(text = ''): Login | undefined {
  const [, encoded, mark, owner, expires_at, cookie, identity, rest = ''] = FORMAT.exec(text) ?? []
  const isLoggedOut = mark === LOGGED_OUT
  const access_token = decode(encoded) || undefined
  if (!HEADER_VALUE.test(access_token ?? '') || (encoded && !access_token)) return undefined
  if (!owner) return isLoggedOut && !access_token ? { ...NOBODY, isLoggedOut } : undefined
  const names = rest.split('|').slice(1)
  const person = names.find(name => name.startsWith(PERSON))
  return {
    access_token,
    owner,
    isLoggedOut,
    identity_id: decode(identity) || undefined,
    expires_at: +new Date(Number(expires_at)) || 0,
    travelsByCookie: cookie === '1',
    scopes: names.filter(name => name !== person).map(decode),
    person_id: person && decode(person.slice(PERSON.length)),
  }
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

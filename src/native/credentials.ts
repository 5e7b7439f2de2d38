import { textOf, textsIn } from '../base/text-of.js'
import type { AppCredentials } from '../token/app.js'
import type { Payload } from './bridge.js'

/**
 * Printable ASCII without the bar. A header cannot hold other characters, and the browser's error would quote the token. The bar separates
 * the fields of the stored token.
 */
const CREDENTIAL = /^[!-{}~]+$/

/** Reads the token or the JWT in a message of the app. */
export function readCredentials({ token, jwt, scopes, expires_at }: Payload): AppCredentials {
  const details = Array.isArray(scopes)
    ? { scopes: textsIn(scopes), expires_at: millisecondsOf(expires_at) }
    : undefined
  return { access_token: credentialIn(token), jwt: credentialIn(jwt), details }
}

const credentialIn = (given: unknown) => (typeof given === 'string' && CREDENTIAL.test(given) ? given : undefined)

/** `time` is ISO 8601 or milliseconds. Returns 0 for anything else. */
const millisecondsOf = (time: unknown) => (textOf(time) ? +new Date(time as string | number) || 0 : 0)

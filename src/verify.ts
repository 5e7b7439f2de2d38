import { decodeJwt, decodeProtectedHeader } from 'jose'
import type { Client } from './http/client.js'
import { randomId } from './token/token.js'

const SIGNED = /^(HS|RS|PS|ES)(256|384|512)$/
const ENCRYPTED = /^(A(128|192|256)KW|RSA-OAEP-(256|384|512))$/

/**
 * A JWT that is fit to be sent (specification 5.5): `given`, or what `ask` answers. One that has expired, or is not valid yet by this
 * device's clock, is asked for once more, and then sent as it is: the platform's clock decides, and an expired one still identifies.
 * Throws a `TypeError` that names the fault, and never the token.
 */
export async function fitProof(ask: (() => Promise<string>) | undefined, given?: string): Promise<string> {
  if (!given && !ask) throw new TypeError('verify() takes a JWT where the option `jwt` is not set')
  const jwt = given ?? (await ask!())
  if (isTimely(jwt) || !ask) return jwt
  const again = await ask()
  isTimely(again)
  return again
}

/** Proves an identity: the event `identify`, with the JWT beside it. It is sent at once: a JWT never waits anywhere. */
export function prove(client: Client, jwt: string) {
  const payload = { event_name: 'identify', data: { partner_event_id: randomId() }, jwt }
  return client.simple() ? client.web('/events', payload) : client.api('POST', '/api/v6/events', { body: payload })
}

function isTimely(jwt: string): boolean {
  const { kid, alg = '', enc } = readable(() => decodeProtectedHeader(jwt))
  if (!kid) throw new TypeError('The JWT has no kid')
  if (!(enc ? ENCRYPTED : SIGNED).test(alg))
    throw new TypeError(`The JWT’s alg is not supported: ${String(alg).slice(0, 16)}`)
  if (enc) return true // only the platform can look inside
  const { exp, nbf } = readable(() => decodeJwt(jwt))
  const now = Date.now() / 1000
  return Number(exp ?? now) >= now && Number(nbf ?? now) <= now
}

function readable<T>(decode: () => T): T {
  try {
    return decode()
  } catch {
    throw new TypeError('The JWT is malformed')
  }
}

import { decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose'
import { invalid, invalidType, type RewardsError } from '../error/error.js'

/** A signed JWT has three parts, an encrypted one (JWE) five. */
const PARTS = [3, 5]

/** No backend means a JWT to be valid for a year: it has counted in milliseconds. */
const EXCESS_S = 366 * 86_400

/** Base64url and dots. Other text may not fit into a header, and some browsers quote a refused header in their error message. */
const COMPACT = /^[\w.-]+$/

const MALFORMED =
  'The JWT is malformed: expected three or five parts of base64url with dots between. Check your backend.'

/**
 * Resolves with a JWT to send (specification 5.5): `given`, or the JWT that `ask` gets from the host. If it has expired or is not valid yet by
 * this device's clock, the host is asked once more. That JWT is sent in any case: the platform's clock decides, and an expired JWT still
 * identifies the consumer. The platform also judges the algorithm and the key. Resolves with null if the host says that nobody is signed in. Throws
 * `invalid_argument` for text that is not a JWT; the message does not contain the text. Reports a JWT that is valid for too long.
 */
export async function usableJwt(
  ask: (() => Promise<string | null>) | undefined,
  given?: string,
  reportError: (error: RewardsError) => void = () => {},
): Promise<string | null> {
  if (given === undefined && !ask) throw invalid('verify() needs a JWT, because the option `jwt` is not set')
  let jwt = checked(given ?? (await ask!()))
  if (!isTimely(jwt) && ask) jwt = checked(await ask())
  const excess = jwt && describeExcess(jwt)
  if (excess) reportError(invalid(excess))
  return jwt
}

/** Says that a JWT is valid for too long. Undefined for another one, and for an encrypted one. */
function describeExcess(jwt: string): string | undefined {
  const claims = claimsOf(jwt)
  if (!claims) return undefined
  if (claims.exp === undefined)
    return 'The JWT has no exp: whoever gets hold of it is the customer for ever. Sign it with an exp in five minutes.'
  if (Number(claims.exp) < Date.now() / 1000 + EXCESS_S) return undefined
  return `The JWT is valid until ${timeOf(claims.exp)}. The claim exp counts seconds since 1970, not milliseconds. Sign it with an exp in five minutes.`
}

/** Why the platform has identified a consumer by this JWT but not verified them, as far as its claims show it. */
export function unverifiedReason(jwt: string): string {
  const claims = claimsOf(jwt)
  if (!claims)
    return 'The JWT did not verify the consumer. It is encrypted, so the SDK cannot tell why: check its claims exp and scope.'
  const { exp, scope } = claims
  if (isPast(exp))
    return `The JWT expired at ${timeOf(exp)}, so it identifies the consumer but does not verify them. Sign it with a later exp.`
  if (
    !String(scope)
      .split(/[\s,]+/)
      .includes('VERIFIED_CONSUMER')
  )
    return 'The JWT has no claim `scope: VERIFIED_CONSUMER`, so it identifies the consumer but does not verify them. Add the claim.'
  return 'The platform identified the consumer with this JWT but did not verify them'
}

/** The JWT without the white space around it: many backends end a text with a line break. */
function checked(jwt: string | null): string | null {
  if (jwt === null) return null
  if (typeof jwt !== 'string') throw invalidType('A JWT must be a string, or null if nobody is signed in', jwt)
  try {
    const text = jwt.trim()
    decodeProtectedHeader(text)
    if (COMPACT.test(text) && PARTS.includes(text.split('.').length)) return text
  } catch {}
  throw invalid(MALFORMED)
}

function isTimely(jwt: string | null): boolean {
  if (jwt === null) return true
  const { exp, nbf } = claimsOf(jwt) ?? {}
  return !isPast(exp) && !(Number(nbf) > Date.now() / 1000)
}

/** The claims, or undefined if the JWT is encrypted: then only the platform can read them. */
function claimsOf(jwt: string): JWTPayload | undefined {
  try {
    return decodeJwt(jwt)
  } catch {
    return undefined
  }
}

const isPast = (exp: unknown) => Number(exp) < Date.now() / 1000

/** The time as text. Some backends write `exp` as a string, or write what is not a time at all. */
const timeOf = (exp: unknown) => {
  const time = new Date(Number(exp) * 1000)
  return Number.isNaN(+time) ? String(exp) : time.toISOString()
}

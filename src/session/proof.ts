import { decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose'
import { invalid } from '../http/error.js'

/** A signed JWT has three parts, an encrypted one (JWE) five. */
const PARTS = [3, 5]

/** Base64url and dots. Anything else is no value of a header, and some browsers quote such a value in their error. */
const COMPACT = /^[\w.-]+$/

const MALFORMED =
  'The JWT is malformed: expected three or five parts of base64url with dots between. Check your backend.'

/**
 * A JWT that is fit to be sent (specification 5.5): `given`, or what `ask` answers. One that has expired, or is not valid yet by this
 * device's clock, is asked for once more, and then sent as it is: the platform's clock decides, and an expired one still identifies.
 * Its algorithm and its key are for the platform to judge. Throws `invalid_argument` for what is no JWT, and never names the token.
 */
export async function fitProof(ask: (() => Promise<string>) | undefined, given?: string): Promise<string> {
  if (given === undefined && !ask) throw invalid('verify() needs a JWT, because the option `jwt` is not set')
  const jwt = checked(given ?? (await ask!()))
  return isTimely(jwt) || !ask ? jwt : checked(await ask())
}

/** Why the platform has identified a consumer by this JWT and not verified them, as far as its claims show it. */
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

function checked(jwt: string): string {
  try {
    decodeProtectedHeader(jwt)
  } catch {
    throw invalid(MALFORMED)
  }
  if (!COMPACT.test(jwt) || !PARTS.includes(jwt.split('.').length)) throw invalid(MALFORMED)
  return jwt
}

function isTimely(jwt: string): boolean {
  const { exp, nbf } = claimsOf(jwt) ?? {}
  return !isPast(exp) && !(Number(nbf) > Date.now() / 1000)
}

/** undefined where only the platform can read them: the JWT is encrypted. */
function claimsOf(jwt: string): JWTPayload | undefined {
  try {
    return decodeJwt(jwt)
  } catch {
    return undefined
  }
}

const isPast = (exp: unknown) => Number(exp) < Date.now() / 1000

/** Some write the time as a text of figures. */
const timeOf = (exp: unknown) => {
  const time = new Date(Number(exp) * 1000)
  return Number.isNaN(+time) ? String(exp) : time.toISOString()
}

import { withOriginsOf } from '../http/allowed-origins.js'
import { countPerson, countRequest } from '../http/count-request.js'
import { RestError } from '../http/rest-error.js'
import { type Caller, callerWith, newCaller, presentedToken } from '../identity/caller.js'
import { isAtLeast } from '../identity/level.js'
import { clientOfToken, isDeadToken, tokenLevel } from '../identity/token.js'
import { type ConsumerCall, callerOf, type ProgramContext } from './consumer-call.js'
import { verifyByHeader } from './identify.js'

/**
 * Checks a call before it is processed: rate limits, token, JWT header, and the level that the table of calls (`calls.ts`) demands. Sets the caller in the
 * context.
 */
export async function checkAccess(c: ProgramContext, call: ConsumerCall): Promise<void> {
  const authentication = await authenticate(c, call)
  const jwt = c.req.raw.method === 'HEAD' ? undefined : c.req.header(c.env.names.jwt)
  // A JWT can name another person, for whom the call then counts.
  const person = jwt || call.minimumLevel === 'none' ? undefined : knownPerson(authentication)
  await countRequest(c.env, c.req.raw, authentication.caller?.token, person)
  // A token that makes tokens does not replace the limit of its address.
  if (authentication.caller && call.method === 'POST' && call.path === '/v5/token') await countRequest(c.env, c.req.raw)
  if (call.minimumLevel === 'none') {
    // A dead token, or the cookie of a page that may not use it, counts as none.
    if (authentication.error?.code === 'payment_required') throw authentication.error
    c.set('held', authentication.caller?.token)
    return
  }
  const caller = authentication.caller ?? (await replaceInvalidToken(c, call, authentication))
  c.env = withOriginsOf(c.env, caller.token.client_id)
  c.set('caller', caller)
  if (jwt) await verifyByHeader(c, jwt, call.tag === 'Events')
  const { token } = callerOf(c)
  // Another person whom the JWT names has been counted with the claim.
  if (jwt && knownPerson(authentication) === token.identity_id) await countPerson(c.env, token.identity_id)
  if (isAtLeast(tokenLevel(token), call.minimumLevel)) return
  throw new RestError('scopes_denied', `The consumer must be ${call.minimumLevel}`)
}

const knownPerson = ({ caller }: Authentication) =>
  caller && tokenLevel(caller.token) !== 'anonymous' ? caller.token.identity_id : undefined

/** The caller of a request, or the reason why it has none. */
type Authentication = { caller: Caller; error?: undefined } | AuthenticationFailure

interface AuthenticationFailure {
  caller?: undefined
  error: RestError
  invalidToken: string | undefined
}

async function authenticate(c: ProgramContext, call: ConsumerCall): Promise<Authentication> {
  let accessToken: string | undefined
  try {
    const presented = presentedToken(c.env, c.req.raw, {
      queryFirst: call.path === '/v5/token',
      onlyBearer: call.style === 'web',
    })
    if (!presented) throw new RestError('missing_access_token', 'The request has no token')
    accessToken = presented.access_token
    return { caller: await callerWith(c.env, c.req.raw, presented) }
  } catch (error) {
    if (error instanceof RestError) return { error, invalidToken: accessToken }
    throw error
  }
}

async function replaceInvalidToken(
  c: ProgramContext,
  { style }: ConsumerCall,
  { error, invalidToken }: AuthenticationFailure,
): Promise<Caller> {
  if (style !== 'web' || !isDeadToken(error)) throw error
  // A page that tests in the sandbox must not go on in production when its token has expired.
  const clientId = (invalidToken && (await clientOfToken(c.env, invalidToken))) || c.env.clientId
  return newCaller(withOriginsOf(c.env, clientId), c.req.raw, invalidToken)
}

import { countRequest } from '../http/count-request.js'
import { RestError } from '../http/rest-error.js'
import { type Caller, callerWith, newCaller, presentedToken } from '../identity/caller.js'
import { reaches } from '../identity/level.js'
import { tokenLevel } from '../identity/token.js'
import { type ConsumerCall, callerOf, type ProgramContext } from './consumer-call.js'
import { proveByHeader } from './identify.js'

/** What makes a web-friendly call allocate a fresh token instead of failing. */
const deadTokenCodes = ['method_unauthorized', 'missing_access_token', 'invalid_access_token', 'expired_access_token']

const SECOND_MS = 1000

/**
 * Lets a call in: within the rate limits, by a caller with a token, proved by a JWT where one is sent along, of at least
 * the level the call needs.
 */
export async function admit(c: ProgramContext, call: ConsumerCall): Promise<void> {
  const arrival = await arrivalOf(c, call)
  countRequest(c.env, c.req.raw, arrival.caller?.token.access_token)
  if (call.least === 'nobody') return
  c.set('caller', arrival.caller ?? (await newcomer(c, call, arrival)))
  const { count, settings, names } = c.env
  const jwt = c.req.header(names.jwt)
  if (jwt) await proveByHeader(c, jwt)
  const { token } = callerOf(c)
  const level = tokenLevel(token)
  if (level !== 'anonymous') count(token.identity_id, settings.limits.perSecond, SECOND_MS)
  if (reaches(level, call.least)) return
  throw new RestError('scopes_denied', `This call needs a consumer who is ${call.least}`)
}

/** Who arrives: a caller with a live token, or the reason why there is none, and the token that is dead. */
type Arrival = { caller: Caller } | Refused

interface Refused {
  caller?: undefined
  refusal: RestError
  dead: string | undefined
}

async function arrivalOf(c: ProgramContext, call: ConsumerCall): Promise<Arrival> {
  let dead: string | undefined
  try {
    const presented = presentedToken(c.env, c.req.raw, call.path === '/v5/token')
    if (!presented) throw new RestError('missing_access_token', 'The request carries no token')
    dead = presented.access_token
    return { caller: await callerWith(c.env, c.req.raw, presented) }
  } catch (error) {
    if (error instanceof RestError) return { refusal: error, dead }
    throw error
  }
}

async function newcomer(c: ProgramContext, { style }: ConsumerCall, { refusal, dead }: Refused): Promise<Caller> {
  if (style !== 'web' || !deadTokenCodes.includes(refusal.code)) throw refusal
  return newCaller(c.env, c.req.raw, dead)
}

import { RestError } from '../http/rest-error.js'
import { callerWith, newCaller, type Presented, presentedToken } from '../identity/caller.js'
import { reaches } from '../identity/level.js'
import { tokenLevel } from '../identity/token.js'
import { hashOf } from '../store/id.js'
import { type ConsumerCall, callerOf, type ProgramContext } from './consumer-call.js'
import { proveByHeader } from './identify.js'

/** What makes a web-friendly call allocate a fresh token instead of failing. */
const deadTokenCodes = ['method_unauthorized', 'invalid_access_token', 'expired_access_token']

const MINUTE_MS = 60_000
const SECOND_MS = 1000

/**
 * Lets a call in: within the rate limits, by a caller with a token, proved by a JWT where one is sent along, of at least
 * the level the call needs.
 */
export async function admit(c: ProgramContext, call: ConsumerCall): Promise<void> {
  const { count, settings, names } = c.env
  const presented = tolerant(call, () => presentedToken(c.env, c.req.raw, call.path === '/v5/token'))
  if (presented) count(hashOf(presented.access_token), settings.limits.perMinute, MINUTE_MS)
  else countAddress(c)
  if (call.least === 'nobody') return
  c.set('caller', await callerFor(c, call, presented))
  const jwt = c.req.header(names.jwt)
  if (jwt) await proveByHeader(c, jwt)
  const { token } = callerOf(c)
  const level = tokenLevel(token)
  if (level !== 'anonymous') count(token.identity_id, settings.limits.perSecond, SECOND_MS)
  if (reaches(level, call.least)) return
  throw new RestError('scopes_denied', `This call needs a consumer who is ${call.least}`)
}

async function callerFor(c: ProgramContext, call: ConsumerCall, presented: Presented | undefined) {
  if (!presented) {
    if (call.style === 'web') return newCaller(c.env, c.req.raw)
    throw new RestError('missing_access_token', 'The request carries no token')
  }
  try {
    return await callerWith(c.env, c.req.raw, presented)
  } catch (error) {
    if (call.style !== 'web' || !isDeadToken(error)) throw error
    // Else invented tokens would be a way round the limit.
    countAddress(c)
    return newCaller(c.env, c.req.raw, presented.access_token)
  }
}

function tolerant<T>(call: ConsumerCall, read: () => T): T | undefined {
  try {
    return read()
  } catch (error) {
    if (call.style === 'web' && isDeadToken(error)) return undefined
    throw error
  }
}

const isDeadToken = (error: unknown) => error instanceof RestError && deadTokenCodes.includes(error.code)

/** The address is what the proxy in front says. Without one there is a single address, this machine's. */
function countAddress(c: ProgramContext): void {
  const [address] = (c.req.header('X-Forwarded-For') ?? 'loopback').split(',')
  c.env.count(`address ${address}`, c.env.settings.limits.perMinute, MINUTE_MS)
}

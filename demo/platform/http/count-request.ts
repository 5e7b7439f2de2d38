import type { Domain } from '../domain.js'
import { hashOf } from '../store/id.js'
import type { RateLimit } from './rate-limit.js'

const MINUTE_MS = 60_000

/**
 * Counts a request against the live token it came with, else against its address: a token that anyone can invent is no
 * new allowance. Throws `too_many_requests`.
 */
export function countRequest(env: Domain & { count: RateLimit }, request: Request, liveToken?: string): void {
  const key = liveToken === undefined ? `address ${addressOf(env, request)}` : hashOf(liveToken)
  env.count(key, env.settings.limits.perMinute, MINUTE_MS)
}

/**
 * The last address of the list is what the proxy in front has seen; those before it are what the client says. Without a
 * proxy there is a single address, this machine's, as nothing else is listened to.
 */
function addressOf({ settings }: Domain, { headers }: Request): string {
  const forwarded = settings.trustProxy ? headers.get('X-Forwarded-For') : null
  return forwarded?.split(',').at(-1)?.trim() || 'loopback'
}

import type { Domain } from '../domain.js'
import { hashOf } from '../store/id.js'
import type { RateLimit } from './rate-limit.js'

const MINUTE_MS = 60_000

/**
 * Counts a request against the rate limit of its live token, else of its IP address. An invalid token does not count as a
 * new client. Rejects with `too_many_requests`.
 */
export async function countRequest(
  env: Domain & { count: RateLimit },
  request: Request,
  liveToken?: string,
): Promise<void> {
  const key = liveToken === undefined ? `address ${addressOf(env, request)}` : hashOf(liveToken)
  await env.count(key, env.settings.limits.perMinute, MINUTE_MS)
}

/**
 * The IP address of the client. The last address in `X-Forwarded-For` comes from the proxy; the client can forge the
 * others. Without a proxy all clients are on this machine and share one address.
 */
export function addressOf({ settings }: Domain, { headers }: Request): string {
  const forwarded = settings.trustProxy ? headers.get('X-Forwarded-For') : null
  return forwarded?.split(',').at(-1)?.trim() || 'loopback'
}

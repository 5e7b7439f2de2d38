import type { Domain } from '../domain.js'
import { hashOf } from '../store/id.js'
import type { RateLimit } from './rate-limit.js'

const MINUTE_MS = 60_000
const SECOND_MS = 1000

type CountingDomain = Domain & { count: RateLimit }

/** A token that counts. */
interface CountedToken {
  device_id: string | null
  access_token: string
}

/**
 * Counts a request against the rate limit of its live token, else of its IP address. An invalid token does not count as a
 * new client. All tokens of a device count together, so that a successor has no window of its own. With `personId`, counts it for that identified
 * person as well. Rejects with `too_many_requests`.
 */
export async function countRequest(
  env: CountingDomain,
  request: Request,
  liveToken?: CountedToken,
  personId?: string,
): Promise<void> {
  const window = {
    key: liveToken ? keyOf(liveToken) : `address ${addressOf(env, request)}`,
    limit: env.settings.limits.perMinute,
    lengthMs: MINUTE_MS,
  }
  await env.count(window, personId === undefined ? undefined : windowOf(env, personId))
}

const keyOf = ({ device_id, access_token }: CountedToken) => (device_id ? `device ${device_id}` : hashOf(access_token))

/** Counts a call of an identified person, or a call that identifies the person. Rejects with `too_many_requests`. */
export async function countPerson(env: CountingDomain, personId: string): Promise<void> {
  await env.count(windowOf(env, personId))
}

const windowOf = ({ settings }: Domain, personId: string) => ({
  key: personId,
  limit: settings.limits.perSecond,
  lengthMs: SECOND_MS,
})

/**
 * The IP address of the client. The last address in `X-Forwarded-For` comes from the proxy; the client can forge the
 * others. Without a proxy all clients are on this machine and share one address.
 */
export function addressOf({ settings }: Domain, { headers }: Request): string {
  const forwarded = settings.trustProxy ? headers.get('X-Forwarded-For') : null
  return forwarded?.split(',').at(-1)?.trim() || 'loopback'
}

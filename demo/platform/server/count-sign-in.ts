import type { Domain } from '../domain.js'
import { addressOf } from '../http/count-request.js'
import { type RateLimit, takeBack } from '../http/rate-limit.js'
import { hashOf } from '../store/id.js'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/** How long an address is known after a sign-in. */
const KNOWN_MS = 90 * DAY_MS

/** Accepts the attempt: its password was right. */
type Accept = (userId: string) => Promise<void>

/**
 * Counts an attempt to sign in for its address and for the account that it names, whatever call and token it comes with. For the account,
 * only failed attempts count, and only those of addresses that have not signed in to it before: otherwise anybody could lock out its
 * owner. The attempt counts before the password is compared, so that attempts at the same time have no advantage. Rejects with
 * `too_many_requests`.
 */
export async function countSignIn(
  env: Domain & { count: RateLimit },
  request: Request,
  account: string,
): Promise<Accept> {
  const { limits, now } = env.settings
  const address = addressOf(env, request)
  const minute = { limit: limits.signInsPerMinute, lengthMs: MINUTE_MS }
  await env.count({ key: `sign-in from ${address}`, ...minute })
  const isKnown = await hasSignedIn(env, account, address)
  const window = `sign-in of ${hashOf(account)}`
  if (!isKnown) await env.count({ key: window, ...minute })
  return async userId => {
    if (!isKnown) await takeBack(env.db, window, now())
    await keepAddress(env, userId, address)
  }
}

async function hasSignedIn({ db, settings }: Domain, account: string, address: string): Promise<boolean> {
  const known = await db.query(
    `select 1 from sign_in_addresses join users using (user_id) where email = $1 and address_hash = $2 and signed_in_at > $3`,
    [account, hashOf(address), new Date(settings.now() - KNOWN_MS)],
  )
  return known.length > 0
}

async function keepAddress({ db, settings }: Domain, userId: string, address: string): Promise<void> {
  const now = settings.now()
  await db.query(
    `insert into sign_in_addresses (user_id, address_hash, signed_in_at) values ($1, $2, $3)
     on conflict (user_id, address_hash) do update set signed_in_at = excluded.signed_in_at`,
    [userId, hashOf(address), new Date(now)],
  )
  await db.query('delete from sign_in_addresses where user_id = $1 and signed_in_at <= $2', [
    userId,
    new Date(now - KNOWN_MS),
  ])
}

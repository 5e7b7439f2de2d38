import type { Domain } from '../domain.js'
import { RestError } from '../http/rest-error.js'
import { hashOf, newId, newSecret } from '../store/id.js'
import { type Level, levelOf, scopesOf } from './level.js'

/** Longest lives of consumer tokens: five years for a device, one year for a person (contract 2). */
const MAX_SECONDS: Record<Level, number> = {
  anonymous: 157_680_000,
  identified: 31_536_000,
  verified: 31_536_000,
}

/** A rotated token lives on for this long, as calls that left with it may still be under way. It never rises again. */
const GRACE_MS = 30_000

export interface Token {
  /** The token string. The database knows its hash alone. */
  access_token: string
  type: 'CONSUMER' | 'MANAGED' | 'USER' | 'RESOURCE'
  client_id: string
  identity_id: string
  device_id: string | null
  scopes: string[]
  created_at: Date
  expires_at: Date | null
  /** When the brand vouched for its holder, until its holder has been told. */
  authorized_at: Date | null
}

export interface ConsumerClaims {
  personId: string
  level: Level
  /** Absent: a device not seen before. */
  deviceId?: string | undefined
  /** Seconds; absent: as long as the level allows. */
  seconds?: number | undefined
}

/** Issues a consumer token. Throws `invalid_access_token_duration` for a life that no token of this level may have. */
export async function issueConsumerToken(
  { db, settings }: Domain,
  { personId, level, deviceId = newId(), seconds = MAX_SECONDS[level] }: ConsumerClaims,
): Promise<Token> {
  if (seconds < 1 || seconds > MAX_SECONDS[level]) {
    const parameters = { duration_seconds: seconds, maximum: MAX_SECONDS[level] }
    throw new RestError('invalid_access_token_duration', 'No token may live as long as this', { parameters })
  }
  const access_token = newSecret()
  const now = settings.now()
  const [row] = await db.query<Omit<Token, 'access_token'>>(
    `insert into tokens (token_hash, type, client_id, identity_id, device_id, scopes, created_at, expires_at)
     select $1, 'CONSUMER', client_id, $2, $3, $4, $5, $6 from programs limit 1 returning *`,
    [hashOf(access_token), personId, deviceId, scopesOf[level], new Date(now), new Date(now + seconds * 1000)],
  )
  return { ...row!, access_token }
}

/** Replaces a consumer token by one of the same chain, for another level or for the person the consumer turned out to be. */
export async function rotate(domain: Domain, token: Token, claims: ConsumerClaims): Promise<Token> {
  await domain.db.query('update tokens set invalidated_at = $2 where token_hash = $1 and invalidated_at is null', [
    hashOf(token.access_token),
    new Date(domain.settings.now() + GRACE_MS),
  ])
  return issueAfter(domain, token, claims)
}

/** Issues the token that follows another one in use. A cap on the life of the one before caps this one's life, too. */
export async function issueAfter(domain: Domain, token: Token, claims: ConsumerClaims): Promise<Token> {
  const longest = MAX_SECONDS[claims.level]
  return issueConsumerToken(domain, { ...claims, seconds: Math.min(lifetime(token) ?? longest, longest) })
}

/**
 * Marks a token as that of a verified consumer (specification 3.1, explicit authorization). Nothing tells its holder of what happened
 * elsewhere but a token that differs: the next call exchanges it. Throws `invalid_access_token` for a token that was replaced.
 */
export async function authorize({ db, settings }: Domain, token: Token): Promise<Token> {
  const [row] = await db.query<Omit<Token, 'access_token'>>(
    `update tokens set scopes = $2, authorized_at = $3 where token_hash = $1 and invalidated_at is null returning *`,
    [hashOf(token.access_token), scopesOf.verified, new Date(settings.now())],
  )
  if (!row) throw new RestError('invalid_access_token', 'The token was invalidated, or replaced by another one')
  return { ...row, access_token: token.access_token }
}

/** The token in force after a call with `token`: another one, once, where the brand has vouched for its holder. */
export async function exchangeAuthorized(domain: Domain, token: Token): Promise<Token> {
  if (!token.authorized_at) return token
  const [first] = await domain.db.query(
    'update tokens set authorized_at = null where token_hash = $1 and authorized_at is not null returning 1',
    [hashOf(token.access_token)],
  )
  if (!first) return token
  return rotate(domain, token, {
    personId: token.identity_id,
    deviceId: token.device_id ?? undefined,
    level: tokenLevel(token),
  })
}

/**
 * The token with this string. Throws `invalid_access_token` where there is none or it was invalidated,
 * `expired_access_token`, and `payment_required` where its account has not paid (specification 7).
 */
export async function findToken({ db, settings }: Domain, access_token: string): Promise<Token> {
  const [row] = await db.query<Omit<Token, 'access_token'> & { paid: boolean; invalidated_at: Date | null }>(
    'select t.*, c.paid from tokens t join clients c using (client_id) where token_hash = $1',
    [hashOf(access_token)],
  )
  const now = settings.now()
  if (!row || (row.invalidated_at && row.invalidated_at.getTime() <= now))
    throw new RestError('invalid_access_token', 'The token matches no known credential')
  if (row.expires_at && row.expires_at.getTime() <= now)
    throw new RestError('expired_access_token', 'The token has expired')
  if (!row.paid) throw new RestError('payment_required', 'The account of this token is unpaid')
  return { ...row, access_token }
}

/**
 * Kills a token at once, and those it has replaced that live on in their grace. Throws `invalid_access_token` where another
 * request has just killed it.
 */
export async function invalidate({ db, settings }: Domain, token: Token): Promise<void> {
  const now = new Date(settings.now())
  const hash = hashOf(token.access_token)
  const killed = await db.query<{ token_hash: string }>(
    `update tokens set invalidated_at = $2
     where (token_hash = $1 and invalidated_at is null) or ((token_hash = $1 or device_id = $3) and invalidated_at > $2)
     returning token_hash`,
    [hash, now, token.device_id],
  )
  if (!killed.some(({ token_hash }) => token_hash === hash))
    throw new RestError('invalid_access_token', 'The token matches no known credential')
}

/** Whole seconds until the token expires; null for one that is revoked rather than expiring. */
export const secondsLeft = ({ settings }: Domain, { expires_at }: Token): number | null =>
  expires_at && Math.ceil((expires_at.getTime() - settings.now()) / 1000)

export const tokenLevel = ({ scopes }: Token): Level => levelOf(scopes)

const lifetime = ({ created_at, expires_at }: Token): number | undefined =>
  expires_at ? Math.ceil((expires_at.getTime() - created_at.getTime()) / 1000) : undefined

import type { Domain } from '../domain.js'
import { RestError } from '../http/rest-error.js'
import type { Queryable } from '../store/database.js'
import { hashOf, newId, newSecret } from '../store/id.js'
import { prepared } from '../store/prepared.js'
import { type Level, levelOf, scopesOf } from './level.js'
import { lockPerson } from './person.js'
import { type StoredToken, TOKEN_COLUMNS } from './stored-token.js'

/** The maximum lifetime of consumer tokens: five years for an anonymous device, one year for a person (contract 2). */
const MAX_SECONDS: Record<Level, number> = {
  anonymous: 157_680_000,
  identified: 31_536_000,
  verified: 31_536_000,
}

/** How long a replaced token stays valid for calls that are still under way. */
const GRACE_MS = 30_000

export interface Token extends Omit<StoredToken, 'token_hash' | 'invalidated_at' | 'is_revoked' | 'paid'> {
  /** The token string. The database stores only its hash. */
  access_token: string
}

export interface ConsumerClaims {
  personId: string
  level: Level
  /** Default: a new device. */
  deviceId?: string | undefined
  /** The lifetime. Default: the maximum for the level. */
  seconds?: number | undefined
}

/** Whether an error says that a token is dead, so that another one may replace it. Other errors leave the token alone. */
export const isDeadToken = (error: unknown): boolean =>
  error instanceof RestError &&
  ['method_unauthorized', 'missing_access_token', 'invalid_access_token', 'expired_access_token'].includes(error.code)

/** Throws `payment_required` if the account of the client is unpaid: its new consumers get no token (specification 7). */
export async function requirePaid(domain: Domain): Promise<void> {
  const load = () => isUnpaid(domain)
  const unpaid = await (domain.configuration?.read({ name: `payment of ${domain.clientId}`, load }) ?? load())
  if (unpaid) throw new RestError('payment_required', 'The account is unpaid')
}

async function isUnpaid({ db, clientId }: Domain): Promise<boolean> {
  const [unpaid] = await db.query('select 1 from clients where client_id = $1 and not paid', [clientId])
  return unpaid !== undefined
}

const INSERT = prepared(
  `insert into tokens (token_hash, type, client_id, identity_id, device_id, scopes, created_at, expires_at)
   values ($1, 'CONSUMER', $2, $3, $4, $5, $6, $7) returning ${TOKEN_COLUMNS}`,
)

/** Issues a consumer token. Throws `invalid_access_token_duration` for a lifetime out of range. */
export async function issueConsumerToken(
  { db, settings, clientId }: Domain,
  { personId, level, deviceId = newId(), seconds = MAX_SECONDS[level] }: ConsumerClaims,
): Promise<Token> {
  checkLifetime(seconds, MAX_SECONDS[level])
  const access_token = newSecret()
  const now = settings.now()
  const [row] = await db.query<Omit<Token, 'access_token'>>(INSERT, [
    ...[hashOf(access_token), clientId, personId, deviceId, scopesOf[level]],
    ...[new Date(now), new Date(now + seconds * 1000)],
  ])
  return { ...row!, access_token }
}

/** Throws `invalid_access_token_duration` for a lifetime out of range. */
export function checkLifetime(seconds: number, maximum: number): void {
  if (seconds >= 1 && seconds <= maximum) return
  const parameters = { duration_seconds: seconds, maximum }
  throw new RestError('invalid_access_token_duration', `duration_seconds must be 1 to ${maximum}`, { parameters })
}

/** Replaces a consumer token by one with another level or person. Throws the error of `lockLiveToken`. Runs in a transaction. */
export async function rotate(domain: Domain, token: Token, claims: ConsumerClaims): Promise<Token> {
  await lockLiveToken(domain, token)
  await domain.db.query(
    prepared('update tokens set invalidated_at = $2 where token_hash = $1 and invalidated_at is null'),
    [hashOf(token.access_token), new Date(domain.settings.now() + GRACE_MS)],
  )
  return issueAfter(domain, token, claims)
}

/**
 * Keeps a logout of the device waiting until the transaction has given the device another token. Returns the level as of now: a merge may have lowered
 * it. Throws `invalid_access_token` if the logout came first.
 */
export async function lockLiveToken({ db }: Domain, { access_token }: Pick<Token, 'access_token'>): Promise<Level> {
  const [live] = await db.query<Pick<StoredToken, 'scopes'>>(
    prepared('select scopes from tokens where token_hash = $1 and not is_revoked for no key update'),
    [hashOf(access_token)],
  )
  if (!live) throw new RestError('invalid_access_token', 'The token was revoked')
  return levelOf(live.scopes)
}

/** Issues the successor of a token. If the old token had a shorter lifetime, the new one has it too. */
export async function issueAfter(domain: Domain, token: Token, claims: ConsumerClaims): Promise<Token> {
  const longest = MAX_SECONDS[claims.level]
  return issueConsumerToken(domain, { ...claims, seconds: Math.min(lifetime(token) ?? longest, longest) })
}

/**
 * Marks a token as that of a verified consumer (specification 3.1, explicit authorization). The next call of the holder
 * exchanges the token, so that the holder notices the change. Throws `invalid_access_token` for a replaced token.
 */
export async function authorize({ db, settings }: Domain, token: Token): Promise<Token> {
  const [row] = await db.query<Omit<Token, 'access_token'>>(
    `update tokens set scopes = $2, authorized_at = $3 where token_hash = $1 and invalidated_at is null returning *`,
    [hashOf(token.access_token), scopesOf.verified, new Date(settings.now())],
  )
  if (!row) throw new RestError('invalid_access_token', 'The token was revoked or replaced')
  return { ...row, access_token: token.access_token }
}

/** Returns the token for the answer to a call with `token`: once a new one, if the brand verified its holder. */
export async function exchangeAuthorized(domain: Domain, token: Token): Promise<Token> {
  if (!token.authorized_at) return token
  return domain.db.transaction(async db => {
    // A merge of the person waits: whoever was verified as this person is not verified as the target, also with the new token.
    await lockPerson({ ...domain, db }, token.identity_id, 'key share')
    const [first] = await db.query(
      `update tokens set authorized_at = null
       where token_hash = $1 and authorized_at is not null and not is_revoked returning 1`,
      [hashOf(token.access_token)],
    )
    if (!first) return token
    return rotate({ ...domain, db }, token, {
      personId: token.identity_id,
      deviceId: token.device_id ?? undefined,
      level: tokenLevel(token),
    })
  })
}

/**
 * Finds a valid token. Throws `invalid_access_token` if it is unknown or revoked, `expired_access_token`, and
 * `payment_required` if its account is unpaid (specification 7).
 */
export async function findToken(domain: Domain, access_token: string): Promise<Token> {
  const row = await findStoredToken(domain, hashOf(access_token))
  const now = domain.settings.now()
  if (!row || row.is_revoked || (row.invalidated_at && row.invalidated_at.getTime() <= now))
    throw new RestError('invalid_access_token', 'The token matches no known credential')
  if (row.expires_at && row.expires_at.getTime() <= now)
    throw new RestError('expired_access_token', 'The token has expired')
  if (!row.paid) throw new RestError('payment_required', 'The account of this token is unpaid')
  return { ...row, access_token }
}

/** A token of the request has been read with its first statement. */
async function findStoredToken({ db, presented }: Domain, hash: string): Promise<StoredToken | undefined> {
  const read = presented?.get(hash)
  if (read) return read
  const [row] = await db.query<StoredToken>(
    'select t.*, c.paid from tokens t join clients c using (client_id) where token_hash = $1',
    [hash],
  )
  return row
}

/** The client of a token, also of one that has expired or was revoked. Undefined for an unknown token. */
export async function clientOfToken({ db }: Domain, access_token: string): Promise<string | undefined> {
  const [row] = await db.query<{ client_id: string }>('select client_id from tokens where token_hash = $1', [
    hashOf(access_token),
  ])
  return row?.client_id
}

/**
 * Revokes a token at once, with all tokens of its device: those that it replaced, and its successors; and with the tokens that it created
 * at the server API. Throws `invalid_access_token` if another request revoked it first.
 */
export const invalidate = (domain: Domain, { access_token, device_id }: Token): Promise<void> =>
  revokeToken(domain, hashOf(access_token), device_id)

/** Revokes a token by its hash, as `invalidate` does. Throws `invalid_access_token` also if the token is unknown. */
export async function revokeToken(
  { db, settings }: Domain,
  hash: string,
  deviceId: string | null = null,
): Promise<void> {
  const revoke = (db: Queryable) =>
    db.query<{ token_hash: string }>(
      `with recursive ended as (
         select token_hash from tokens where token_hash = $1 or device_id = $3
         union
         select made.token_hash from tokens made join ended on made.made_by = ended.token_hash
       )
       update tokens set invalidated_at = $2, is_revoked = true
       where not is_revoked and token_hash in (select token_hash from ended) returning token_hash`,
      [hash, new Date(settings.now()), deviceId],
    )
  await db.transaction(async db => {
    const revoked = await revoke(db)
    // The statement may have waited for an exchange of the token. The tokens that it created belong to its successor now, so this takes all back.
    if (!revoked.some(({ token_hash }) => token_hash === hash))
      throw new RestError('invalid_access_token', 'The token matches no known credential')
    // The statement may have waited for requests that gave the device a successor. Only the next statement sees it.
    while ((await revoke(db)).length);
  })
}

/** Whole seconds until the token expires; null for a token that does not expire. */
export const secondsLeft = ({ settings }: Domain, { expires_at }: Token): number | null =>
  expires_at && Math.ceil((expires_at.getTime() - settings.now()) / 1000)

export const tokenLevel = ({ scopes }: Token): Level => levelOf(scopes)

const lifetime = ({ created_at, expires_at }: Token): number | undefined =>
  expires_at ? Math.ceil((expires_at.getTime() - created_at.getTime()) / 1000) : undefined

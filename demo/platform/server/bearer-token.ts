import { z } from 'zod'
import type { Domain } from '../domain.js'
import { checkLifetime, lockLiveToken, secondsLeft, type Token } from '../identity/token.js'
import { hashOf, newSecret } from '../store/id.js'
import { scopes } from './scope.js'

/** The identity and the scopes of a bearer token. */
export interface Grant {
  type: Token['type']
  client_id: string
  identity_id: string
  /** What the token is limited to. Its identity is the id of the resource. */
  resource_type?: string | null
  scopes: string[]
}

/** The lifetime of a token that the API creates: by default one day, at most ten years (specification 8 leaves both open). */
const DEFAULT_SECONDS = 86_400
const MAX_SECONDS = 10 * 365 * 86_400

interface Issue extends Grant {
  seconds?: number | undefined
  /** The token that creates this one. */
  maker?: Token | undefined
}

/**
 * Issues a bearer token of the server API. It ends with its maker, at the latest. Throws `invalid_access_token_duration`, and
 * `invalid_access_token` if the maker is revoked in the meantime.
 */
export async function issueBearerToken(
  domain: Domain,
  { type, client_id, identity_id, resource_type = null, scopes, maker, ...limits }: Issue,
): Promise<Token> {
  const { settings } = domain
  const maximum = Math.min((maker && secondsLeft(domain, maker)) ?? MAX_SECONDS, MAX_SECONDS)
  const { seconds = Math.min(DEFAULT_SECONDS, maximum) } = limits
  checkLifetime(seconds, maximum)
  const access_token = newSecret()
  const now = settings.now()
  return domain.db.transaction(async db => {
    if (maker) await lockLiveToken({ ...domain, db }, maker)
    const [row] = await db.query<Omit<Token, 'access_token'>>(
      `insert into tokens (token_hash, type, client_id, identity_id, resource_type, scopes, created_at, expires_at, made_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning *`,
      [
        ...[hashOf(access_token), type, client_id, identity_id, resource_type, scopes],
        ...[new Date(now), new Date(now + seconds * 1000), maker ? hashOf(maker.access_token) : null],
      ],
    )
    return { ...row!, access_token }
  })
}

/**
 * Issues the successor of a bearer token, with the same name, scopes and lifetime; it takes over the tokens that the old one created. It ends with
 * the token that created the old one, at the latest. The successor of a token that does not expire does not expire either (specification 5.2). Runs
 * in a transaction. Throws `invalid_access_token` if the old one is revoked.
 */
export async function issueSuccessor(
  domain: Domain,
  { access_token: replaced, created_at, expires_at }: Token,
): Promise<Token> {
  const { db, settings } = domain
  const access_token = newSecret()
  const now = settings.now()
  await lockLiveToken(domain, { access_token: replaced })
  const [row] = await db.query<Omit<Token, 'access_token'>>(
    `insert into tokens (token_hash, type, client_id, identity_id, resource_type, name, scopes, created_at, expires_at, made_by)
     select $1, type, client_id, identity_id, resource_type, name, scopes, $2,
       least($3::timestamptz, (select maker.expires_at from tokens maker where maker.token_hash = old.made_by)), made_by
     from tokens old where token_hash = $4 returning *`,
    [
      ...[hashOf(access_token), new Date(now)],
      ...[expires_at && new Date(now + expires_at.getTime() - created_at.getTime()), hashOf(replaced)],
    ],
  )
  await db.query('update tokens set made_by = $1 where made_by = $2', [hashOf(access_token), hashOf(replaced)])
  return { ...row!, access_token }
}

/** The description of a token in a response (specification 2.1). */
export const tokenMetadata = z
  .object({
    access_token: z.string(),
    client_id: z.string(),
    expires_in: z.int().nullable().describe('Seconds. Null for a token that does not expire.'),
    identity_id: z.string().describe('The identity the token represents. That of a RESOURCE token is its resource.'),
    person_id: z.string().describe('The older name of `identity_id`.').meta({ deprecated: true }),
    scopes: z.array(z.enum(scopes)).meta({ uniqueItems: true }),
    type: z.enum(['MANAGED', 'RESOURCE', 'USER']),
  })
  .meta({ id: 'AccessTokenResponse' })

/** Describes a token (specification 2.1). The enumeration has no type for consumer tokens, so their type is USER. */
export const metadata = (domain: Domain, token: Token) => ({
  access_token: token.access_token,
  client_id: token.client_id,
  expires_in: secondsLeft(domain, token),
  identity_id: token.identity_id,
  person_id: token.identity_id,
  scopes: token.scopes,
  type: token.type === 'CONSUMER' ? 'USER' : token.type,
})

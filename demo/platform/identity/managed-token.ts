import type { Domain } from '../domain.js'
import { hashOf, newId, newSecret } from '../store/id.js'
import { changeClient } from './client-settings.js'
import { isDeadToken, revokeToken, type Token } from './token.js'

/** A token of a brand's backend. It has a name and does not expire; the brand revokes it (specification 5.2). */
export interface ManagedToken {
  /** Names the token in the console. The token itself is shown only once. */
  token_hash: string
  name: string
  scopes: string[]
  created_at: Date
  last_used_at: Date | null
}

/** A token that the API created, or a dashboard user by signing in. It has no name and expires. */
export interface ShortLivedToken {
  token_hash: string
  type: 'MANAGED' | 'USER' | 'RESOURCE'
  /** The id of the user or of the resource, or that of the managed token. */
  identity_id: string
  resource_type: string | null
  scopes: string[]
  created_at: Date
  expires_at: Date
}

/** How exactly the last use of a token is known. A row need not be written for each request. */
const ACCURACY_MS = 60_000

/**
 * Creates a managed token. Returns the token, which cannot be read again. Undefined: the client has a token of this name, such as by the same form,
 * and nothing is created.
 */
export const issueManagedToken = (domain: Domain, name: string, scopes: string[]): Promise<string | undefined> =>
  changeClient(domain, async within => {
    const { db, settings, clientId } = within
    if ((await managedTokens(within)).some(token => token.name === name)) return undefined
    const token = newSecret()
    await db.query(
      `insert into tokens (token_hash, type, client_id, identity_id, name, scopes, created_at)
       values ($1, 'MANAGED', $2, $3, $4, $5, $6)`,
      [hashOf(token), clientId, newId(), name, scopes, new Date(settings.now())],
    )
    return token
  })

/** The managed tokens of the client, newest first. */
export const managedTokens = ({ db, clientId }: Domain): Promise<ManagedToken[]> =>
  db.query<ManagedToken>(
    `select token_hash, name, scopes, created_at, last_used_at from tokens
     where client_id = $1 and type = 'MANAGED' and name is not null and invalidated_at is null
     order by created_at desc, token_hash`,
    [clientId],
  )

/** The short-lived tokens of the client that are still valid: the newest `limit`. */
export const shortLivedTokens = ({ db, settings, clientId }: Domain, limit: number): Promise<ShortLivedToken[]> =>
  db.query<ShortLivedToken>(
    `select token_hash, type, identity_id, resource_type, scopes, created_at, expires_at from tokens
     where client_id = $1 and type <> 'CONSUMER' and name is null and invalidated_at is null and expires_at > $2
     order by created_at desc, token_hash limit $3`,
    [clientId, new Date(settings.now()), limit],
  )

/** Whether the client has this token for its backend, and it is valid. `name` is null for a short-lived one. */
export async function findBackendToken(
  { db, settings, clientId }: Domain,
  tokenHash: string,
): Promise<{ name: string | null } | undefined> {
  const [token] = await db.query<{ name: string | null }>(
    `select name from tokens where token_hash = $1 and client_id = $2 and type <> 'CONSUMER' and invalidated_at is null
       and (expires_at is null or expires_at > $3)`,
    [tokenHash, clientId, new Date(settings.now())],
  )
  return token
}

/** Revokes a token of the client's backend at once, with the tokens that it created at the API, unless it is dead already. */
export async function revokeBackendToken(domain: Domain, tokenHash: string): Promise<void> {
  if (!(await findBackendToken(domain, tokenHash))) return
  await revokeToken(domain, tokenHash).catch(error => {
    if (!isDeadToken(error)) throw error
  })
}

/** Stores when a managed token was last used. */
export async function recordUse({ db, settings }: Domain, { type, access_token, last_used_at }: Token): Promise<void> {
  const now = settings.now()
  if (type !== 'MANAGED' || (last_used_at && now - last_used_at.getTime() < ACCURACY_MS)) return
  await db.query('update tokens set last_used_at = $2 where token_hash = $1', [hashOf(access_token), new Date(now)])
}

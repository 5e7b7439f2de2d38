import type { Domain } from '../domain.js'
import { RestError } from '../http/rest-error.js'
import { type KeyKind, materialOf } from './registered-key.js'

/** A key of the client as its owner sees it. */
export interface SigningKey {
  /** The Partner Key ID: the `kid` of the JWTs. */
  kid: string
  kind: KeyKind
  material: string
  audience: string | null
  /** Null for a key without a known age. */
  created_at: Date | null
}

/** Two keys can be active, so that a brand can replace one without an interruption (specification 5.5). */
export const MAX_KEYS = 2

/** The active keys of the client. */
export async function signingKeys({ db, clientId, secrets }: Domain): Promise<SigningKey[]> {
  const keys = await db.query<SigningKey>(
    `select kid, kind, material, audience, created_at from signing_keys
     where client_id = $1 and revoked_at is null order by created_at nulls first, kid`,
    [clientId],
  )
  return keys.map(key => ({ ...key, material: secrets.open(materialOf(clientId, key.kid), key.material) }))
}

/**
 * Adds a key. Throws `invalid_parameter` if two keys are active or the id was used before: JWTs signed with a revoked key must
 * stay invalid. Runs in a transaction.
 */
export async function addSigningKey(
  { db, settings, clientId, secrets }: Domain,
  { kid, kind, material, audience }: Omit<SigningKey, 'created_at'>,
): Promise<void> {
  // Locks the client, so that two requests at the same time cannot add a third key.
  await db.query('select 1 from clients where client_id = $1 for update', [clientId])
  const keys = await db.query<{ kid: string; revoked_at: Date | null }>(
    'select kid, revoked_at from signing_keys where client_id = $1',
    [clientId],
  )
  if (keys.some(key => key.kid === kid))
    throw new RestError('invalid_parameter', 'A key has or had this Partner Key ID. Choose another one')
  if (keys.filter(({ revoked_at }) => !revoked_at).length >= MAX_KEYS)
    throw new RestError('invalid_parameter', 'Two keys are active. Revoke one of them first')
  const sealed = await secrets.seal(db, materialOf(clientId, kid), material)
  await db.query(
    `insert into signing_keys (client_id, kid, kind, material, audience, created_at) values ($1, $2, $3, $4, $5, $6)`,
    [clientId, kid, kind, sealed, audience, new Date(settings.now())],
  )
}

/** Revokes a key at once. JWTs that were signed with it are invalid from now on. */
export async function revokeSigningKey({ db, settings, clientId }: Domain, kid: string): Promise<void> {
  await db.query('update signing_keys set revoked_at = $3 where client_id = $1 and kid = $2 and revoked_at is null', [
    clientId,
    kid,
    new Date(settings.now()),
  ])
}

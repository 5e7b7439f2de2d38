import type { Domain } from '../domain.js'
import { RestError } from '../http/rest-error.js'
import { type KeyKind, materialOf } from './registered-key.js'

/** A key of the client as its owner sees it. */
export interface SigningKey extends NewKey {
  /** Null for a key without a known age. */
  created_at: Date | null
  /** Null: the key is active. */
  revoked_at: Date | null
}

interface NewKey {
  /** The Partner Key ID: the `kid` of the JWTs. */
  kid: string
  kind: KeyKind
  material: string
  audience: string | null
}

/** All keys of the client: active ones first, then revoked ones. */
export const signingKeys = ({ db, clientId }: Domain): Promise<Omit<SigningKey, 'material'>[]> =>
  db.query(
    `select kid, kind, audience, created_at, revoked_at from signing_keys
     where client_id = $1 order by revoked_at desc nulls first, created_at nulls first, kid`,
    [clientId],
  )

/** The active key with this id. */
export async function activeKey({ db, clientId, secrets }: Domain, kid: string): Promise<SigningKey | undefined> {
  const [key] = await db.query<SigningKey>(
    'select * from signing_keys where client_id = $1 and kid = $2 and revoked_at is null',
    [clientId, kid],
  )
  return key && { ...key, material: secrets.open(materialOf(clientId, kid), key.material) }
}

/** Adds a key. Throws `invalid_parameter` if its id was used before: JWTs signed with a revoked key must stay invalid. */
export async function addSigningKey(
  { db, settings, clientId, secrets }: Domain,
  { kid, kind, material, audience }: NewKey,
): Promise<void> {
  const sealed = await secrets.seal(db, materialOf(clientId, kid), material)
  const [added] = await db.query(
    `insert into signing_keys (client_id, kid, kind, material, audience, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing returning 1`,
    [clientId, kid, kind, sealed, audience, new Date(settings.now())],
  )
  if (!added) throw new RestError('invalid_parameter', 'A key has or had this Partner Key ID. Choose another one')
}

/** Revokes a key at once. JWTs that were signed with it are invalid from now on. */
export async function revokeSigningKey({ db, settings, clientId }: Domain, kid: string): Promise<void> {
  await db.query('update signing_keys set revoked_at = $3 where client_id = $1 and kid = $2 and revoked_at is null', [
    clientId,
    kid,
    new Date(settings.now()),
  ])
}

/** The columns of a token. */
export const TOKEN_COLUMNS = `token_hash, type, client_id, identity_id, resource_type, device_id, scopes, created_at, expires_at, authorized_at,
  last_used_at, invalidated_at, is_revoked`

/** A token as the database stores it, by its hash, and whether the account of its client is paid. */
export interface StoredToken {
  token_hash: string
  type: 'CONSUMER' | 'MANAGED' | 'USER' | 'RESOURCE'
  client_id: string
  identity_id: string
  /** What a RESOURCE token is limited to. Its identity is the id of the resource. */
  resource_type: string | null
  device_id: string | null
  scopes: string[]
  created_at: Date
  expires_at: Date | null
  /** When the brand verified the holder. Null again after the holder received a new token. */
  authorized_at: Date | null
  /** When a managed token was last used, to a minute. */
  last_used_at: Date | null
  invalidated_at: Date | null
  is_revoked: boolean
  paid: boolean
}

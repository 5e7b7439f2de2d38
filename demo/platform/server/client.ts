import type { Domain } from '../domain.js'

/** The tenant of a call. */
export interface Client {
  /** The key that identifies its persons. */
  identity_key: 'email' | 'partner_user_id'
  time_zone: string
}

export async function clientOf({ env }: { env: Domain }): Promise<Client> {
  const [client] = await env.db.query<Client>('select identity_key, time_zone from clients where client_id = $1', [
    env.clientId,
  ])
  return client!
}

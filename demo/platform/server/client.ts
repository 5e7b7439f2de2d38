import type { ServerContext } from './server-call.js'

/** The tenant of a call. */
export interface Client {
  /** The key that identifies its persons. */
  identity_key: 'email' | 'partner_user_id'
  time_zone: string
}

export async function clientOf(c: ServerContext): Promise<Client> {
  const [client] = await c.env.db.query<Client>('select identity_key, time_zone from clients where client_id = $1', [
    c.env.clientId,
  ])
  return client!
}

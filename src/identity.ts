import { type IdentityClaims, namesConsumer } from './consumer.js'
import type { Client } from './http/client.js'
import type { Data } from './options.js'
import type { Scope, Token } from './token/token.js'

/** Reads what the token in force is worth (specification 4.3, consumer token details). */
export async function learnConsumer(client: Client, token: Token): Promise<void> {
  const access_token = token.current()?.access_token
  if (!access_token) return
  const details = Object(await client.api('GET', '/api/v5/token')) as { scopes?: Scope[]; expires_in?: number }
  token.learn(access_token, {
    scopes: Array.isArray(details.scopes) ? details.scopes.map(String) : [],
    expires_at: details.expires_in ? Date.now() + details.expires_in * 1000 : 0,
  })
}

/** Claims an identity: the event `identify`, whose data raises the level (specification 3.1). Throws `invalid_argument` | a platform code. */
export async function identify(track: (name: string, data: Data) => Promise<unknown>, claims: IdentityClaims) {
  if (!namesConsumer(claims)) throw new TypeError('identify() takes an email or a partner_user_id')
  await track('identify', claims)
}

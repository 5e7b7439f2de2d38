import type { Client } from './http/client.js'
import type { Data } from './options.js'
import { randomId } from './token/token.js'

/**
 * An address that submits an event when it is fetched, for a pixel on this page (specification 4.3). The consumer's token is in it, so
 * it is for this page alone. Fetched twice it is one event. Throws `invalid_argument` for what a query cannot say: objects and lists.
 */
export async function eventUrl(client: Client, base: string, name: string, data: Data): Promise<string> {
  if (!name) throw client.error('invalid_argument', 'No name')
  const url = new URL(`${base}/events/${encodeURIComponent(name)}`)
  for (const [key, value] of Object.entries({ partner_event_id: randomId(), ...data })) {
    if (Object(value) === value) throw client.error('invalid_argument', `No address holds ${key}`)
    if (value != null) url.searchParams.set(key, `${value}`)
  }
  // Asked for: a pixel cannot tell that a token is dead, and would make another consumer.
  const { access_token } = Object(await client.api('GET', '/api/v5/token'))
  url.searchParams.set('access_token', access_token)
  return url.href
}

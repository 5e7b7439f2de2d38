import type { Client } from './http/client.js'
import type { Data, Settings } from './options.js'
import { randomId } from './token/token.js'

/**
 * An address that submits an event when it is fetched, for a pixel on this page (specification 4.3). The consumer's token is in it, so
 * it is for this page alone. Fetched twice it is one event. Throws `invalid_argument` for what a query cannot say: objects and lists;
 * `native_error` in a native app, which logs addresses.
 */
export async function eventUrl(client: Client, settings: Settings, name: string, data: Data): Promise<string> {
  if (!name) throw client.error('invalid_argument', 'No name')
  const url = new URL(`${settings.base}/events/${encodeURIComponent(name)}`)
  for (const [key, value] of Object.entries({ partner_event_id: randomId(), ...data })) {
    if (Object(value) === value) throw client.error('invalid_argument', `No address holds ${key}`)
    if (value != null) url.searchParams.set(key, `${value}`)
  }
  // Asked for: a pixel cannot tell that a token is dead, and would make another consumer.
  const { access_token } = Object(await client.api('GET', '/api/v5/token'))
  // Not asked before: only once there is a token is it known who is around the page.
  if (settings.inApp) throw noTokenInAddress(client)
  url.searchParams.set('access_token', access_token)
  return url.href
}

/** The logs of a native app hold addresses. */
export const noTokenInAddress = (client: Client) =>
  client.error('native_error', 'No token in an address', { parameters: { reason: 'token_in_address' } })

import { randomId } from '../base/random-id.js'
import type { Client } from '../http/client.js'
import type { CallOptions } from '../http/exchange.js'
import type { Data } from '../settings/options.js'

/**
 * Submits the event `identify` at once, before the events that wait in the outbox: for `verify()` and `eventUrl()`. `identify()` tracks its event, which
 * waits its turn. The event identifies the consumer by `data`, or proves them by `options.jwt`. The JWT is sent in a header (specification 5.5) and never stored.
 */
export function identifyAtOnce(
  client: Client,
  data: Data,
  options: Pick<CallOptions, 'jwt' | 'onSent'> = {},
): Promise<unknown> {
  const payload = { event_name: 'identify', data: { ...data, partner_event_id: randomId() } }
  if (client.isSimple()) return client.web('/events', payload, options)
  return client.api('POST', '/api/v6/events', { body: payload, ...options })
}

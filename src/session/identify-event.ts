import type { Client } from '../http/client.js'
import type { Data } from '../options.js'
import { randomId } from '../random-id.js'

/**
 * Submits the event `identify` at once, before the events that wait in the outbox. It identifies the consumer by `data`, or proves them by
 * `jwt`. The JWT is sent in a header (specification 5.5) and never stored.
 */
export function submitIdentify(client: Client, data: Data, jwt?: string): Promise<unknown> {
  const payload = { event_name: 'identify', data: { ...data, partner_event_id: randomId() } }
  const proof = jwt ? { jwt } : {}
  if (client.isSimple()) return client.web('/events', payload, proof)
  return client.api('POST', '/api/v6/events', { body: payload, ...proof })
}

import type { Client } from '../http/client.js'
import type { Answer } from '../http/send.js'
import type { Receipt } from './outbox.js'
import type { WaitingEvent } from './queue.js'

/** Submits an event once. Throws what the platform or the network says. */
export async function submit(client: Client, { id, name, data }: WaitingEvent): Promise<Receipt> {
  const payload = { event_name: name, data }
  const answer = client.simple()
    ? eventIn(await client.web('/events', payload, { keepalive: true }), client)
    : Object(await client.api('POST', '/api/v6/events', { body: payload, keepalive: true }))
  const event_id = answer.event_id ?? answer.id
  if (event_id === undefined) throw client.error('network_error', 'Not the platform’s answer', { retryable: true })
  return { event_id: String(event_id), partner_event_id: id }
}

/** The answer's headers acknowledge the event; a body that was cut off only leaves its id unknown. */
function eventIn(answer: Answer, { header }: Client) {
  try {
    return Object(JSON.parse(answer.text))
  } catch {
    return { id: header(answer, 'input-event-id') ?? '' }
  }
}

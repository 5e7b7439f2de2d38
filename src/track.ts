import type { Client } from './http/client.js'
import { invalid } from './http/error.js'
import { notThePlatform } from './http/read.js'
import type { Answer } from './http/send.js'
import type { Data } from './options.js'
import type { Receipt } from './outbox/outbox.js'
import type { WaitingEvent } from './outbox/queue.js'
import { randomId } from './token/token.js'

export interface TrackOptions {
  /** The host's own id of what happened, an order number say; makes tracking it twice harmless. */
  id?: string
}

/** An event as it will be submitted, whenever that is. Throws `invalid_argument`. */
export function toEvent(name: string, data: Data, { id = randomId() }: TrackOptions): WaitingEvent {
  if (typeof name !== 'string' || !name) throw invalid('An event has a name')
  const stamped = { event_time: new Date().toISOString(), ...data, partner_event_id: id }
  try {
    // A copy: what the page does to its object afterwards is not what happened.
    return { id, name, data: JSON.parse(JSON.stringify(stamped)) }
  } catch {
    throw invalid(`The data of ${name} is not JSON`)
  }
}

/** Submits an event once. Throws what the platform or the network says. */
export async function submit(client: Client, { id, name, data }: WaitingEvent): Promise<Receipt> {
  const payload = { event_name: name, data }
  const answer = client.simple()
    ? eventIn(await client.web('/events', payload, { keepalive: true }), client)
    : Object(await client.api('POST', '/api/v6/events', { body: payload, keepalive: true }))
  const event_id = answer.event_id ?? answer.id
  if (event_id === undefined) throw notThePlatform()
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

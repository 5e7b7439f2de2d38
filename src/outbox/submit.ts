import type { Client } from '../http/client.js'
import type { Answer } from '../http/send.js'
import type { Receipt } from './outbox.js'
import type { WaitingEvent } from './queue.js'

/** Browsers refuse to keep more than 64 KiB alive. A character is at most three bytes. */
const KEEPALIVE_CHARACTERS = 20_000

/** Submits an event once. Throws what the platform or the network says. */
export async function submit(client: Client, { id, name, data }: WaitingEvent): Promise<Receipt> {
  const payload = { event_name: name, data }
  const keepalive = JSON.stringify(payload).length < KEEPALIVE_CHARACTERS
  const event_id = client.simple()
    ? idIn(await client.web('/events', payload, { keepalive }), client)
    : idOf(await client.api('POST', '/api/v6/events', { body: payload, keepalive }))
  // As with any text that is no known code: it may pass, but not for ever at the cost of those behind it.
  if (event_id === undefined)
    throw client.error('network_error', 'Not from the platform', { status: 200, retryable: true })
  return { event_id: String(event_id), partner_event_id: id }
}

/** The answer's headers have acknowledged the event; a body that was cut off only leaves its id unknown. */
function idIn(answer: Answer, { header }: Client): unknown {
  try {
    return idOf(JSON.parse(answer.text)) ?? header(answer, 'input-event-id') ?? ''
  } catch {
    return header(answer, 'input-event-id') ?? ''
  }
}

const idOf = (json: unknown): unknown => Object(json).event_id ?? Object(json).id

import type { Client } from '../http/client.js'
import type { Answer } from '../http/send.js'
import { attempt } from './attempt.js'
import type { Receipt } from './outbox.js'
import { bytesOf, type WaitingEvent } from './waiting-event.js'

/**
 * What a browser keeps alive of a page that is left: 64 KiB, shared with the rest of the page, and in some browsers 15 requests. One
 * counts as a fifteenth at least. https://fetch.spec.whatwg.org/#http-network-or-cache-fetch
 */
const MOST_BYTES = 60_000
const LEAST_BYTES = 4_000

let underWay = 0

/** Submits an event once. Throws what the platform or the network says. */
export async function submit(client: Client, event: WaitingEvent, signal: AbortSignal): Promise<Receipt> {
  const payload = payloadOf(event)
  const bytes = Math.max(bytesOf(payload), LEAST_BYTES)
  const keepalive = underWay + bytes <= MOST_BYTES
  underWay += bytes
  try {
    const event_id = client.simple()
      ? idIn(await client.web('/events', payload, { keepalive, signal }), client)
      : idOf(await client.api('POST', '/api/v6/events', { body: payload, keepalive, signal }))
    if (event_id === undefined) throw client.error('network_error', 'No id', { retryable: true })
    const { polling_id } = payload.data as { polling_id?: string }
    return { event_id: String(event_id), partner_event_id: event.id, polling_id }
  } finally {
    underWay -= bytes
  }
}

/** What goes over the wire. `polling_id: true` asks for an id to ask by: the event's own will do. */
export const payloadOf = ({ id, name, data }: WaitingEvent) => ({
  event_name: name,
  data: data.polling_id === true ? { ...data, polling_id: id } : data,
})

/** The answer's headers have acknowledged the event; a body that was cut off only leaves its id unknown. */
const idIn = (answer: Answer, { header }: Client): unknown =>
  idOf(attempt(() => JSON.parse(answer.text))) ?? header(answer, 'input-event-id') ?? ''

const idOf = (json: unknown): unknown => Object(json).event_id ?? Object(json).id

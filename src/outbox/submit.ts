import { textOf } from '../base/text-of.js'
import type { RewardsError } from '../error/error.js'
import type { Client } from '../http/client.js'
import type { CallOptions } from '../http/exchange.js'
import { isDeadToken } from '../http/retry.js'
import type { Answer } from '../http/send.js'
import { bytesOf } from './limits.js'
import type { Sender } from './senders.js'
import type { Receipt } from './settled.js'
import { trackedAt, type WaitingEvent } from './waiting-event.js'

/**
 * Browsers let requests with `keepalive` finish after a page was left, up to 64 KiB together with those of the rest of the page. Some
 * browsers allow only 15 such requests, so each counts as a fifteenth at least. https://fetch.spec.whatwg.org/#http-network-or-cache-fetch
 */
const MAX_KEEPALIVE_BYTES = 60_000
const MIN_REQUEST_BYTES = 4_000

/** An event that is sent within this time after `track()` has the time at which the platform receives it. */
const MAX_DELAY_MS = 60_000

const PATH = '/api/v6/events'

/** The size of all submissions under way. */
let bytesUnderWay = 0

/** Submits an event once, with the token in force. Throws the error of the platform or of the network. */
export const submit = (client: Client, event: WaitingEvent, options: CallOptions): Promise<Receipt> =>
  submitOnce(event, async (payload, keepalive) => {
    // The program's cookie may hold another token.
    const answer =
      client.isSimple() && !event.endedElsewhere
        ? await client.web('/events', payload, { ...options, keepalive })
        : await client.api('POST', PATH, { ...options, body: payload, keepalive })
    return eventIdIn(answer, client)
  })

/** Submits an event once, with the token of an earlier owner. `onChange` gets the sender when its token is dead or replaced. */
export const submitAs = (
  client: Client,
  event: WaitingEvent,
  signal: AbortSignal,
  sender: Sender,
  onChange: (sender: Sender) => Promise<void>,
): Promise<Receipt> =>
  submitOnce(event, async (payload, keepalive) => {
    const body = JSON.stringify(payload)
    const request = { method: 'POST', path: PATH, body, type: 'application/json', bearer: true, keepalive, signal }
    const answer = await client.exchange(request, sender.access_token).catch(async (error: RewardsError) => {
      if (isDeadToken(error)) await onChange({ ...sender, isDead: true })
      throw error
    })
    const access_token = client.header(answer, 'token')
    if (access_token && access_token !== sender.access_token) await onChange({ ...sender, access_token })
    return eventIdIn(answer, client)
  })

type Payload = ReturnType<typeof payloadOf>

async function submitOnce(
  event: WaitingEvent,
  send: (payload: Payload, keepalive: boolean) => Promise<string>,
): Promise<Receipt> {
  const payload = payloadOf(event)
  const bytes = Math.max(bytesOf(JSON.stringify(payload)), MIN_REQUEST_BYTES)
  const keepalive = bytesUnderWay + bytes <= MAX_KEEPALIVE_BYTES
  bytesUnderWay += bytes
  try {
    const event_id = await send(payload, keepalive)
    const { polling_id } = payload.data as { polling_id?: string }
    return { event_id, name: event.name, partner_event_id: event.id, polling_id }
  } finally {
    bytesUnderWay -= bytes
  }
}

/** The body of the request. `polling_id: true` asks for a polling id: the id of the event is used. */
export function payloadOf(event: WaitingEvent) {
  const { event_time, ...others } = event.data
  const data = isTimeOfArrival(event) ? others : event.data
  return { event_name: event.name, data: data.polling_id === true ? { ...data, polling_id: event.id } : data }
}

/**
 * Whether the platform sets the time: the clock of the device can be wrong, and a click that seems to be later than the purchase would not count.
 * A time of the page stays, and so does that of an event that has waited.
 */
function isTimeOfArrival(event: WaitingEvent): boolean {
  const at = trackedAt(event)
  return Date.now() - at < MAX_DELAY_MS && Date.parse(`${event.data.event_time}`) === Math.trunc(at)
}

/** The answer is the platform's, or the client would have thrown. If the body was cut off, the id may be unknown: an empty text. */
const eventIdIn = (answer: Answer, { header }: Client): string =>
  textOf(Object(answer.json).id) || (header(answer, 'input-event-id') ?? '')

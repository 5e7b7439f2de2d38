import type { Client } from '../http/client.js'
import { RewardsError } from '../http/error.js'
import type { CallOptions } from '../http/exchange.js'
import { isDeadToken } from '../http/retry.js'
import type { Answer } from '../http/send.js'
import { textOf } from '../text-of.js'
import { attempt } from './attempt.js'
import type { Receipt } from './outbox.js'
import type { Sender } from './senders.js'
import { bytesOf, type WaitingEvent } from './waiting-event.js'

/**
 * What a browser keeps alive of a page that is left: 64 KiB, shared with the rest of the page, and in some browsers 15 requests. One
 * counts as a fifteenth at least. https://fetch.spec.whatwg.org/#http-network-or-cache-fetch
 */
const MOST_BYTES = 60_000
const LEAST_BYTES = 4_000

const PATH = '/api/v6/events'

let underWay = 0

/** Submits an event once, with the token in force. Throws what the platform or the network says. */
export const submit = (client: Client, event: WaitingEvent, options: CallOptions): Promise<Receipt> =>
  exchange(event, async (payload, keepalive) =>
    client.isSimple()
      ? idIn(await client.web('/events', payload, { ...options, keepalive }), client)
      : idOf(await client.api('POST', PATH, { ...options, body: payload, keepalive })),
  )

/** The same with the token of an owner who is not here any more. `onChange` is told what becomes of that token. */
export const submitAs = (
  client: Client,
  event: WaitingEvent,
  signal: AbortSignal,
  sender: Sender,
  onChange: (sender: Sender) => Promise<void>,
): Promise<Receipt> =>
  exchange(event, async (payload, keepalive) => {
    const body = JSON.stringify(payload)
    const request = { method: 'POST', path: PATH, body, type: 'application/json', bearer: true, keepalive, signal }
    const answer = await client.exchange(request, sender.access_token).catch(async (error: RewardsError) => {
      if (isDeadToken(error)) await onChange({ ...sender, isDead: true })
      throw error
    })
    const access_token = client.header(answer, 'token')
    if (access_token && access_token !== sender.access_token) await onChange({ ...sender, access_token })
    // Not by its headers: a captive portal answers 200 as well.
    return idOf(attempt(() => JSON.parse(answer.text)))
  })

type Payload = ReturnType<typeof payloadOf>

async function exchange(
  event: WaitingEvent,
  send: (payload: Payload, keepalive: boolean) => Promise<string | undefined>,
): Promise<Receipt> {
  const payload = payloadOf(event)
  const bytes = Math.max(bytesOf(payload), LEAST_BYTES)
  const keepalive = underWay + bytes <= MOST_BYTES
  underWay += bytes
  try {
    const event_id = await send(payload, keepalive)
    if (event_id === undefined)
      throw new RewardsError('network_error', 'The answer has no event id, so it is not from the platform', {
        retryable: true,
      })
    const { polling_id } = payload.data as { polling_id?: string }
    return { event_id, partner_event_id: event.id, polling_id }
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
const idIn = (answer: Answer, { header }: Client): string =>
  idOf(attempt(() => JSON.parse(answer.text))) ?? header(answer, 'input-event-id') ?? ''

const idOf = (json: unknown): string | undefined => textOf(Object(json).event_id ?? Object(json).id)

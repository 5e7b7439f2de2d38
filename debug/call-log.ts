import { attempt } from '../src/base/attempt.js'
import { maskCode, maskId, maskText, standIn } from './mask.js'

/** How the token of a request travels. */
export type UsedCarrier = 'cookie' | 'header' | 'query' | 'none'

/** A request to the program domain. It holds no value of a person, an order or a session, except in `eventKey`. */
export interface RecordedCall {
  /** The address without its query. It may contain an id: `maskPath` shows it. */
  readonly url: string
  readonly method: string
  /** Epoch milliseconds. */
  readonly at: number
  readonly carrier: UsedCarrier
  /** The name of the zone or the event, and the data that was sent, with stand-ins in the place of all values. */
  readonly name?: string | undefined
  readonly data?: object | undefined
  /** Tells the event from others, to count its attempts. Contains the event's `partner_event_id`, such as an order number: never shown. */
  readonly eventKey?: string | undefined
  /** The HTTP status; 0 if there was no answer. Undefined while the request is under way. */
  readonly status?: number
  /** Milliseconds. */
  readonly duration?: number
  /** The platform's code, if it has refused the call. */
  readonly code?: string | undefined
  readonly unique_id?: string | undefined
  readonly bringsToken?: boolean
  /** The program's consent in the answer. */
  readonly consent?: string | undefined
}

type Fetch = typeof globalThis.fetch

/** How many calls are kept. The inspector shows the last 50; older ones say when the token has arrived. */
const LENGTH = 200

let calls: readonly RecordedCall[] = []
const listeners = new Set<() => void>()

/** The calls since the recording began, oldest first. */
export const recordedCalls = (): readonly RecordedCall[] => calls

/** Calls `listener` after each change, until the returned function is called. */
export function followCalls(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Returns a `fetch` that records its requests, for the option `fetch` of `createRewards()`. `fetch` makes the requests. Default: the global `fetch`. Values
 * of people, orders and sessions are not kept, except the `partner_event_id` of an event: it stays in the memory of the page, and is never shown.
 */
export function recordCalls(fetch: Fetch = (input, init) => globalThis.fetch(input, init)): Fetch {
  return async (input, init) => {
    // A HEAD request is not a call: the SDK asks whether the platform can be reached at all.
    const call = init?.method === 'HEAD' ? undefined : attempt(() => describeRequest(`${input}`, init))
    if (!call) return fetch(input, init)
    const start = performance.now()
    keep([...calls, call].slice(-LENGTH))
    const end = (answer: Partial<RecordedCall>) => {
      const ended = { ...call, duration: Math.round(performance.now() - start), ...answer }
      keep(calls.map(each => (each === call ? ended : each)))
    }
    try {
      const response = await fetch(input, init)
      // A wrapper around `fetch` may return anything: the runtime decides what becomes of that.
      end(await describeAnswer(response, call).catch(() => ({ status: response?.status ?? 0 })))
      return response
    } catch (cause) {
      end({ status: 0 })
      throw cause
    }
  }
}

function keep(next: readonly RecordedCall[]) {
  calls = next
  for (const listener of listeners) listener()
}

function describeRequest(href: string, init: RequestInit = {}): RecordedCall {
  const { origin, pathname, searchParams } = new URL(href)
  const { event_name, data } = parse(init.body)
  const isNamed = typeof event_name === 'string'
  return {
    url: origin + pathname,
    method: init.method ?? 'GET',
    at: Date.now(),
    carrier: carrierOf(new Headers(init.headers), searchParams, init.credentials),
    ...(isNamed && { name: maskText(event_name), data: Object(standIn(data ?? {})) }),
    ...(isNamed && /\/events$/.test(pathname) && { eventKey: eventKey(event_name, Object(data).partner_event_id) }),
  }
}

/** Identifies an event by its name and its `partner_event_id`. */
export const eventKey = (name: string, id: unknown): string => JSON.stringify([name, id])

function carrierOf(headers: Headers, query: URLSearchParams, credentials?: RequestCredentials): UsedCarrier {
  if (headers.has('authorization')) return 'header'
  if (query.has('access_token')) return 'query'
  return credentials === 'include' ? 'cookie' : 'none'
}

/** The platform's headers begin with the vendor's word: `X-Svc-Token`. */
const VENDOR = /^x-[\w]+-/

/** The call that creates a token has it in its body. */
const createsToken = ({ method, url }: RecordedCall) => method === 'POST' && url.endsWith('/token')

async function describeAnswer(response: Response, call: RecordedCall): Promise<Partial<RecordedCall>> {
  const headers = new Map([...response.headers].map(([name, value]) => [name.replace(VENDOR, ''), value]))
  const { code, unique_id } = response.status < 400 ? {} : parse(await response.clone().text())
  // A web-friendly call answers 200, and names its error in a header.
  const refusal = code ?? (headers.get('error-message') ?? headers.get('error'))?.replace(/:.*/s, '')
  return {
    status: response.status,
    code: refusal === undefined ? undefined : maskCode(refusal),
    unique_id: unique_id === undefined ? undefined : maskId(unique_id),
    bringsToken: headers.has('token') || (response.ok && createsToken(call)),
    consent: ['granted', 'denied', 'unset'].find(state => state === headers.get('cookie-consent')),
  }
}

/** A body that is read. */
interface Body {
  event_name?: unknown
  data?: unknown
  code?: unknown
  unique_id?: unknown
}

/** Reads JSON. A proxy may answer anything. */
function parse(text: unknown): Body {
  try {
    return Object(JSON.parse(String(text)))
  } catch {
    return {}
  }
}

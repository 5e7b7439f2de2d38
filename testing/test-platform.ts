import type { Data, RewardsOptions } from '../src/api.js'
import { answerConsumerCall, type Rules } from './consumer-calls.js'
import { errorReply, type ReceivedRequest, type Reply, readRequest, toResponse } from './http-messages.js'
import type { Person, TestConsumer } from './person.js'
import { createProgram, createTestJwt } from './program.js'
import type { ZoneSource } from './zone-source.js'

/** An event that the platform has recorded. */
export interface ReceivedEvent {
  name: string
  data: Data
}

export interface TestPlatformOptions {
  /** The program domain. Default `https://share.brand.example`; further platforms get `https://share2.brand.example` and so on. */
  domain?: string | undefined
  /** The content of each zone, by name. Other zones show nothing. */
  zones?: Record<string, ZoneSource> | undefined
  /** Who the consumer is. Default: anonymous. */
  consumer?: TestConsumer | undefined
}

/** An error of the platform, or `network_error` for a platform that cannot be reached. */
export type TestFailure =
  | 'network_error'
  | {
      status?: number | undefined
      code?: string | undefined
      message?: string | undefined
      parameters?: object | undefined
    }

/** Creates the handlers of Mock Service Worker: its `http`. */
export interface HttpOfMsw<Handler> {
  all(path: string, resolver: (info: { request: Request }) => Promise<Response>): Handler
}

export interface TestPlatform {
  readonly domain: string
  /** For `createRewards()`: `domain`, `fetch` and, if the consumer is verified by now, `jwt`. */
  readonly options: Pick<RewardsOptions, 'domain' | 'fetch' | 'jwt'>
  /** For the option `fetch`. */
  readonly fetch: typeof globalThis.fetch
  /** The events, oldest first. */
  readonly events: readonly ReceivedEvent[]
  /** All requests, oldest first. */
  readonly requests: readonly ReceivedRequest[]
  /** The consumer as the platform knows them now. */
  readonly consumer: Readonly<TestConsumer>
  /** Sets the content of a zone. Zones that are on the page show it when they load again. */
  setZone(name: string, source: ZoneSource): void
  /** Changes what the platform knows about the consumer. */
  setConsumer(changes: TestConsumer): void
  /** Verifies the consumer, as a click in the verification email does. The page learns of it by `rewards.recognize()`. */
  verify(): void
  /** A JWT for the consumer, which only this platform accepts: for the option `jwt`, and for `rewards.verify()`. */
  jwt(): string
  /**
   * Lets all requests fail whose path contains `path`, or the first `times` of them. Returns a function that ends this.
   */
  fail(path: string, failure: TestFailure, options?: { times?: number | undefined }): () => void
  /** Answers a request, for example one that Playwright has intercepted. */
  answer(request: Request): Promise<Response>
  /** Handlers for Mock Service Worker 2. `http` is its own. */
  mswHandlers<Handler>(http: HttpOfMsw<Handler>): Handler[]
}

const WEB_FRIENDLY = /^\/(zones|events)(\/|$)/
const EVENT_CALL = /^\/(api\/v6\/)?events(\/([^/]+))?$/
const ZONE_CALL = /^\/(api\/v6\/)?zones(\/([^/]+))?$/

/** How many platforms have got a domain of their own. Runtimes of one domain share the consumer of the page. */
let ownDomains = 0

const ownDomain = () => `https://share${++ownDomains > 1 ? ownDomains : ''}.brand.example`

/** Creates a Rewards Platform in memory. With `rules`, it is as strict as the platform. */
export function createPlatform(given: TestPlatformOptions, rules?: Rules): Omit<TestPlatform, 'mswHandlers'> {
  const { domain = ownDomain(), consumer = {} } = given
  /** A path is a reverse proxy on the page's own host. */
  const base = new URL(domain, globalThis.location?.href).href
  const zones = new Map(Object.entries(given.zones ?? {}))
  const program = createProgram(consumer, rules?.refuseClaims)
  const events: ReceivedEvent[] = []
  const requests: ReceivedRequest[] = []
  /** The ids of the recorded events, by name and the host's own id: an event is recorded once. */
  const recorded = new Map<string, string>()
  let failures: { path: string; failure: TestFailure; left: number }[] = []
  /** The token in the platform's cookie. */
  let cookie: string | undefined
  /** The last call has failed with `network_error`. The SDK then asks whether the platform can be reached at all. */
  let isUnreachable = false

  function takeFailure(path: string): TestFailure | undefined {
    const found = failures.find(each => path.includes(each.path) && each.left > 0)
    if (found) found.left--
    return found?.failure
  }

  function answerRequest(request: ReceivedRequest, usesCookies: boolean): Reply {
    const { method, path, headers, query } = request
    const isProbe = method === 'HEAD'
    const failure = isProbe ? undefined : takeFailure(path)
    if (!isProbe) isUnreachable = failure === 'network_error'
    if (isUnreachable || failure === 'network_error') throw new TypeError('Failed to fetch')
    const isWeb = WEB_FRIENDLY.test(path)
    const sent =
      headers.authorization?.replace(/^Bearer /, '') ?? query.access_token ?? (usesCookies ? cookie : undefined)
    if (path === '/api/v5/token')
      return failure ? failed(failure) : answerTokenCall(request, query.access_token ?? sent)
    const isLive = sent !== undefined && program.personOf(sent) !== undefined
    if (!isWeb && !sent) return errorReply(403, 'missing_access_token', 'The call needs a token')
    if (!isWeb && !isLive) return errorReply(401, 'invalid_access_token', 'The token is not known')
    const token = isLive ? sent : program.createToken()
    if (isWeb && usesCookies) cookie = token
    const jwt = headers['x-svc-jwt'] ?? Object(request.body).jwt
    const denied = jwt ? program.prove(token, String(jwt)) : undefined
    const reply = failure ? failed(failure) : (denied ?? answerCall(request, token))
    return isWeb ? webReply(reply, token) : reply
  }

  function answerTokenCall({ method, body }: ReceivedRequest, sent: string | undefined): Reply {
    const isLive = sent !== undefined && program.personOf(sent) !== undefined
    if (method === 'POST') {
      const { jwt, ...claims } = Object(body)
      const refusal = rules?.refuseToken(body)
      if (refusal) return refusal
      const token = program.createToken()
      const denied = jwt ? program.prove(token, String(jwt)) : program.identify(token, claims)
      const { identity_id: _, ...created } = program.details(token)
      return denied ?? { body: created }
    }
    if (!isLive) return errorReply(401, 'invalid_access_token', 'The token is not known')
    if (method !== 'DELETE') return { body: program.details(sent) }
    program.revoke(sent)
    cookie = undefined
    return { body: { status: 'SUCCEEDED' } }
  }

  function answerCall(request: ReceivedRequest, token: string): Reply {
    const { path, query, body } = request
    const { access_token: _, jwt: __, ...named } = { ...query, ...Object(body) }
    const nameIn = (call: RegExpExecArray) => (call[3] ? decodeURIComponent(call[3]) : named.event_name)
    const zone = ZONE_CALL.exec(path)
    if (zone) return answerZone(nameIn(zone), zone[3] ? Object(body) : Object(named.data), token, !zone[1])
    const event = EVENT_CALL.exec(path)
    if (event) return answerEvent(nameIn(event), event[3] ? named : Object(named.data), token, !event[1])
    const unknown = errorReply(404, 'not_found', `The test platform has no ${request.method} ${path}`)
    return answerConsumerCall(request, program.person(), domain, rules) ?? unknown
  }

  function answerZone(name: unknown, data: Data, token: string, isWeb: boolean): Reply {
    const denied = rules?.refuseNamed('zone', name, data) ?? program.identify(token, data)
    if (denied) return denied
    const source = zones.get(String(name)) ?? null
    const computed = rules?.compute(String(name), source, { data, consumer: program.person() }) ?? { content: source }
    if ('refusal' in computed) return computed.refusal
    const { content } = computed
    const headers = { 'x-svc-campaign': 'test-campaign', 'x-svc-input-event-id': `zone-${requests.length}` }
    if (isWeb)
      return typeof content === 'string'
        ? { headers: typed(content, headers), body: content }
        : { headers, body: content ?? '' }
    if (content === null) return errorReply(400, 'no_creative', `The zone ${name} has no content`)
    if (typeof content === 'string') return errorReply(400, 'invalid_creative_result', 'The content is not JSON')
    return { body: { event_id: `zone-${requests.length}`, campaign_id: 'test-campaign', data: content } }
  }

  function answerEvent(name: unknown, data: Data, token: string, isWeb: boolean): Reply {
    // As on the platform, an event with refused data still identifies. One without a name does not.
    const denied = (name ? program.identify(token, data) : undefined) ?? rules?.refuseNamed('event', name, data)
    if (denied) return denied
    const key = JSON.stringify([name, data.partner_event_id ?? events.length, program.person().id])
    const id = recorded.get(key) ?? `event-${events.length + 1}`
    if (!recorded.has(key)) events.push({ name: String(name), data })
    recorded.set(key, id)
    return { body: isWeb ? { id, token, cookie_consent: 'granted' } : { id, event_id: id } }
  }

  async function fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    // The caller may abort the request while its body is read.
    const { request, usesCookies } = await readRequest(base, input, init)
    init?.signal?.throwIfAborted?.()
    const headers = rules?.corsHeaders(request)
    if (request.method === 'OPTIONS') return toResponse({ status: 204, headers })
    requests.push(request)
    const reply = answerRequest(request, usesCookies)
    return toResponse({ ...reply, headers: { ...headers, ...reply.headers } })
  }

  const answer = (request: Request) => fetch(request).catch(() => Response.error())
  const jwt = () => createTestJwt(program.signedIn())

  return {
    domain,
    get options() {
      return { domain, fetch, ...(program.person().level === 'verified' && { jwt }) }
    },
    fetch,
    events,
    requests,
    get consumer(): Person {
      return program.person()
    },
    setZone: (name, source) => void zones.set(name, source),
    setConsumer: changes => void Object.assign(program.person(), changes),
    verify() {
      program.person().level = 'verified'
    },
    jwt,
    fail(path, failure, { times = Number.POSITIVE_INFINITY } = {}) {
      const entry = { path, failure, left: times }
      failures = [entry, ...failures]
      return () => {
        failures = failures.filter(each => each !== entry)
      }
    },
    answer,
  }
}

const failed = ({
  status = 500,
  code = 'test_failure',
  message = 'A failure of the test',
  parameters,
}: Exclude<TestFailure, 'network_error'>) => errorReply(status, code, message, parameters)

/** A web-friendly call answers 200 and names its error in a header, unless the platform is down. */
function webReply(reply: Reply, token: string): Reply {
  const { status = 200, body, headers } = reply
  if (status >= 500) return reply
  const { code, message } = Object(body)
  const error = status >= 400 && { 'x-svc-error-message': `${code}: ${message}` }
  return { headers: { ...headers, ...error, 'x-svc-token': token }, body: error ? '' : body }
}

/** The type of a creative that is not JSON. */
const typed = (content: string, headers: Record<string, string>) => ({
  ...headers,
  'content-type': content.startsWith('<') ? 'text/html' : 'text/plain',
})

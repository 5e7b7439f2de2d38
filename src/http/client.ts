import type { Settings } from '../options.js'
import type { HeldToken, Token } from '../token/token.js'
import { asRewardsError, isAborted, RewardsError } from './error.js'
import { errorIn, isDeadToken, notThePlatform, readJson } from './read.js'
import { type Answer, send } from './send.js'

export interface CallOptions {
  signal?: AbortSignal
  keepalive?: boolean
}

export interface ApiInput<T> extends CallOptions {
  /** Names and values; an undefined value is left out. */
  query?: Record<string, string | undefined>
  /** Goes as JSON. */
  body?: object
  /** Turns the parsed JSON into what the caller promised; what it throws becomes `invalid_response`. */
  read?: (json: unknown) => T
}

/** Calls to the program domain, each with the token in force, and one renewal of it (specification 4.3). */
export interface Client {
  /** A web-friendly call: answers 200 whatever happened, allocates a token where none is held, and needs no preflight under the cookie carrier. */
  web(path: string, payload: object, options?: CallOptions): Promise<Answer>
  /** An API-friendly call, with the token in the header. */
  api<T = unknown>(method: string, path: string, input?: ApiInput<T>): Promise<T>
  /** Whether a web-friendly call would now go as a simple request. */
  simple(): boolean
  /** One of the platform's own headers, `X-<Vendor>-<name>`. */
  header(answer: Answer, name: string): string | null
}

export interface ClientHooks {
  token: Token
  /** Asked at each call, for consent can change it. */
  carrier(): 'cookie' | 'header' | 'query'
  /** What the program lets the browser keep: `granted`, `denied`, `unset`. */
  onConsent(consent: string): void
  /** The platform brought a token that is not the one that was held. */
  onToken(token: HeldToken, previous: HeldToken | undefined): void
}

interface Request extends CallOptions {
  method: string
  path: string
  body?: string
  /** Absent for a string: `text/plain`, which needs no preflight. */
  type?: string
  /** A token in the header, or the query, whatever the carrier. */
  bearer?: boolean
}

const TOKEN_PATH = '/api/v5/token'

export function createClient({ base, vendor, fetch }: Settings, hooks: ClientHooks): Client {
  const { token, carrier } = hooks
  /** The call that is bringing the page's first token. */
  let opening: Promise<unknown> | undefined

  const header = ({ headers }: Answer, name: string) => headers.get(`x-${vendor}-${name}`)

  /** Runs `request` with a token: several calls on a cold page make one consumer, and a dead token is replaced once. */
  async function call(request: Request, dead?: RewardsError): Promise<Answer> {
    await activation()
    while (opening && !token.current()) {
      // What failed for the first would fail for those behind it, unless the first was only called off.
      await opening.catch(error => {
        if (!isAborted(error)) throw error
      })
    }
    let held = token.current()
    if (!held) {
      if (!request.bearer) return open(() => exchange(request))
      await open(create)
      held = token.current()
    }
    try {
      return await exchange(request, held?.access_token)
    } catch (cause) {
      const error = asRewardsError(cause)
      if (!isDeadToken(error)) throw error
      if (dead) {
        error.cause ??= dead
        throw error
      }
      if (held) token.drop(held.access_token)
      return call(request, error)
    }
  }

  function open<T>(bringToken: () => Promise<T>): Promise<T> {
    const run = bringToken().finally(() => {
      opening = undefined
    })
    opening = run
    return run
  }

  /** Under the cookie carrier a nameless zone finds the token of a cookie that outlived the page's copy; elsewhere a new one is made. */
  const create = () =>
    carrier() === 'cookie'
      ? exchange({ method: 'POST', path: '/zones', body: '{}' })
      : exchange({ method: 'POST', path: TOKEN_PATH, body: '', type: 'application/x-www-form-urlencoded' })

  async function exchange(request: Request, access_token?: string): Promise<Answer> {
    const { method, body, type, signal, keepalive } = request
    const by = carrier()
    const stamp = token.stamp()
    const url = new URL(base + request.path)
    const headers: Record<string, string> = type ? { 'content-type': type } : {}
    if (access_token && by === 'query') url.searchParams.set('access_token', access_token)
    else if (access_token && (request.bearer || by === 'header')) headers.authorization = `Bearer ${access_token}`
    const credentials = by === 'cookie' && !headers.authorization ? 'include' : 'omit'
    const answer = await send(fetch, { url: url.href, method, headers, body, credentials, keepalive, signal })

    const error = errorIn(answer, vendor)
    const brought = header(answer, 'token') ?? createdToken(request, answer)
    const consent = header(answer, 'cookie-consent')
    if (!error && !brought && !request.bearer && !header(answer, 'input-event-id') && !hasEventId(answer))
      throw notThePlatform()
    if (consent || (brought && !request.bearer)) hooks.onConsent(consent ?? 'granted')
    if (brought) settle(stamp, brought)
    if (error) throw error
    return answer
  }

  function settle(stamp: number, access_token: string) {
    const previous = token.current()
    if (token.settle(stamp, access_token) && previous?.access_token !== access_token)
      hooks.onToken(token.current()!, previous)
  }

  return {
    header,
    simple: () => carrier() === 'cookie' || !token.current(),
    web: (path, payload, options) => call({ ...options, method: 'POST', path, body: JSON.stringify(payload) }),

    async api(method, path, { query, body, read, ...options } = {}) {
      const answer = await call({
        ...options,
        method,
        path: path + search(query),
        body: body && JSON.stringify(body),
        type: body && 'application/json',
        bearer: true,
      })
      const json = readJson(answer)
      try {
        return read ? read(json) : (json as never)
      } catch (cause) {
        throw new RewardsError('invalid_response', `${path}: ${(cause as Error).message}`, {
          status: answer.status,
          cause,
        })
      }
    },
  }
}

/** A page that is prerendered may never be seen: it makes no consumer and sends nothing until it is. */
function activation() {
  const page = globalThis.document as (Document & { prerendering?: boolean }) | undefined
  return (
    page?.prerendering && new Promise(resolve => page.addEventListener('prerenderingchange', resolve, { once: true }))
  )
}

const createdToken = ({ path }: Request, answer: Answer) =>
  path === TOKEN_PATH && answer.status < 300 ? (readJson(answer) as { access_token?: string }).access_token : undefined

/** A captive portal answers 200 too; the platform's own answer names the token in force, or the event. */
const hasEventId = ({ text }: Answer) => /^\s*\{[\s\S]*"(event_)?id"\s*:/.test(text)

function search(query: Record<string, string | undefined> = {}) {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  return given.length ? `?${new URLSearchParams(given)}` : ''
}

import type { Settings } from '../options.js'
import type { Token } from '../token/token.js'
import type { Authorizer } from './authorizer.js'
import { asRewardsError, type RewardsError, readArguments } from './error.js'
import { type CallOptions, createExchange, type Exchange, type Request } from './exchange.js'
import { readJson } from './read.js'
import type { Answer } from './send.js'

export interface ApiInput extends CallOptions {
  /** Sent as JSON. */
  body?: object
}

/** Calls to the program domain, each with the token in force, and one renewal of it (specification 4.3). */
export interface Client {
  /** A web-friendly call: always answers 200, allocates a token where none is held, and needs no preflight under the cookie carrier. */
  web(path: string, payload: object, options?: CallOptions): Promise<Answer>
  /** An API-friendly call, with the token in the header. Resolves with the parsed JSON. */
  api(method: string, path: string, input?: ApiInput): Promise<unknown>
  /**
   * One exchange, without waiting for a token and without renewal. With an `access_token` that is not the one in force, no cookie goes
   * along, and a token in the answer never replaces the one in force.
   */
  exchange: Exchange
  /** Whether a web-friendly call would now go as a simple request. */
  isSimple(): boolean
  /** One of the platform's own headers, `X-<Vendor>-<name>`. */
  header(answer: Answer, name: string): string | null
}

export interface ClientPorts {
  authorizer: Authorizer
  token: Token
  /** How the token travels, or, where none is held, how one would come. */
  carrier(): 'cookie' | 'header' | 'query'
  /** What the program lets the browser keep: `granted`, `denied`, `unset`. */
  onConsent(consent: string): void
}

export function createClient(settings: Settings, ports: ClientPorts): Client {
  const { authorizer, token, carrier } = ports
  const exchange = createExchange(settings, {
    token,
    carrier,
    onConsent: ports.onConsent,
    onToken: authorizer.accept,
    sessionSignal: authorizer.signal,
  })

  /** Sends a call with the token in force, and once more if another token can help. */
  async function call(asked: Request): Promise<Answer> {
    // A call belongs to one person: while it waits, it ends with the session it began in.
    const request = { sessionSignal: authorizer.signal(), ...asked }
    // Other calls wait for the token in its answer: the caller's own signal must not abort it.
    const sendWithoutToken = () => exchange({ ...request, signal: undefined })
    let previous: RewardsError | undefined
    // At most twice: `recover` throws the error of the second attempt.
    for (;;) {
      const firstAnswer = await authorizer.authorize(request, sendWithoutToken, previous)
      if (firstAnswer) return firstAnswer
      await request.beforeSend?.()
      const access_token = token.current()?.access_token
      try {
        const answer = await exchange(request, access_token)
        // The caller may ask at once who the consumer is.
        await authorizer.evaluated()
        return answer
      } catch (cause) {
        const error = asRewardsError(cause, `${asked.method} ${asked.path.replace(/\?.*/, '')}`)
        if (previous) error.cause ??= previous
        await authorizer.recover(error, access_token, previous)
        previous = error
      }
    }
  }

  return {
    exchange,
    header: ({ headers }, name) => headers.get(`x-${settings.vendor}-${name}`),
    isSimple: () => carrier() === 'cookie' || !token.current(),
    web: (path, payload, options) => call({ ...options, method: 'POST', path, body: toJson(payload) }),

    async api(method, path, { body, ...options } = {}) {
      const json = body && { body: toJson(body), type: 'application/json' }
      return readJson(await call({ ...options, ...json, method, path, bearer: true }))
    },
  }
}

/** What is sent comes from the arguments of a call: it may hold what JSON cannot express. */
const toJson = (payload: object) => readArguments('data', () => JSON.stringify(payload))

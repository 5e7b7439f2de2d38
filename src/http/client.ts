import { asRewardsError, type RewardsError, readArguments } from '../error/error.js'
import type { Settings } from '../settings/options.js'
import type { Authorizer } from './authorizer.js'
import { type CallOptions, createExchange, type Exchange, type ExchangePorts, type Request } from './exchange.js'
import { refusalIn } from './read.js'
import type { Answer } from './send.js'

export interface ApiInput extends CallOptions {
  /** Sent as JSON. */
  body?: object
}

/** The calls to the program domain (specification 4.3). The glossary in `docs/architecture.md` explains web-friendly and API-friendly. */
export interface Client {
  /** Makes a web-friendly call: the answer always has the status 200, and brings a token if the call had none. */
  web(path: string, payload: object, options?: CallOptions): Promise<Answer>
  /** Makes an API-friendly call, with the token in the header. */
  api(method: string, path: string, input?: ApiInput): Promise<Answer>
  /**
   * Sends one request without waiting for a token, and never a second one. With an `access_token` that is not in force, no cookie is sent,
   * and a token in the answer is ignored.
   */
  exchange: Exchange
  /** Whether a web-friendly call now needs no preflight request: it has no token yet, or the cookie carries the token. */
  isSimple(): boolean
  /** Returns the refusal in an answer of the platform to a request that the client has not sent. Throws `network_error` for any other answer. */
  refusalIn(answer: Answer, path: string): RewardsError | undefined
  /** One of the platform's own headers, `X-<Vendor>-<name>`. */
  header(answer: Pick<Answer, 'headers'>, name: string): string | null
}

export interface ClientPorts extends ExchangePorts {
  authorizer: Authorizer
}

export function createClient(settings: Settings, ports: ClientPorts): Client {
  const { authorizer, token, carrier } = ports
  const exchange = createExchange(settings, ports)

  /** Sends a call with the token in force, and once more if another token can help. */
  async function call(asked: Request): Promise<Answer> {
    // A call belongs to one person: while it waits, it ends with the session it began in.
    const request = { sessionSignal: token.login().signal, ...asked }
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
    refusalIn: (answer, path) => refusalIn(answer, path, settings.vendor),
    header: ({ headers }, name) => headers.get(`x-${settings.vendor}-${name}`),
    isSimple: () => carrier() === 'cookie' || !token.current(),
    web: (path, payload, options) => call({ ...options, method: 'POST', path, body: toJson(payload) }),

    api(method, path, { body, ...options } = {}) {
      const json = body && { body: toJson(body), type: 'application/json' }
      return call({ ...options, ...json, method, path, bearer: true })
    },
  }
}

/** The payload comes from the arguments of a call: it may contain what JSON cannot express. */
const toJson = (payload: object) => readArguments('data', () => JSON.stringify(payload))

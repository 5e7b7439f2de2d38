import type { Settings } from '../options.js'
import type { Token } from '../token/token.js'
import { isAborted, RewardsError } from './error.js'
import { errorIn, isDeadToken, readJson } from './read.js'
import { type Answer, send } from './send.js'

type Query = Record<string, string | undefined>

export interface CallOptions {
  signal?: AbortSignal
  keepalive?: boolean
}

/** Calls to the program domain, each with the token in force and one renewal of it (specification 4.3). */
export interface Client {
  /**
   * A web-friendly call: a simple request under the cookie carrier, so there is no preflight, and it allocates a token where none is held.
   */
  web(path: string, payload: object, options?: CallOptions): Promise<Answer>
  /** An API-friendly call with the token in the header. Resolves with the parsed JSON. */
  api(method: string, path: string, input?: CallOptions & { query?: Query; body?: object }): Promise<unknown>
  /** A call about the token itself, which neither waits for one nor renews it. */
  token(method: string, access_token?: string): Promise<unknown>
}

export interface ClientHooks {
  token: Token
  /** Asked at each call, for consent may change it. */
  carrier(): 'cookie' | 'header' | 'query'
  /** Told with each answer: what the program lets the browser keep. */
  onConsent(consent: string): void
  /** Told when the platform brought another token than the one held. */
  onToken(access_token: string): void
}

export function createClient({ base, vendor, fetch }: Settings, { token, carrier, onConsent, onToken }: ClientHooks): Client {
  let opening: Promise<unknown> | undefined

  /** Waits for the call that is bringing the first token, if one is under way: several calls on a cold page make one consumer. */
  async function settled() {
    while (opening && !token.current()) {
      try {
        await opening
      } catch (error) {
        if (!isAborted(error)) throw error
      }
    }
  }

  /** Runs `call` as the one that brings the first token. */
  function open<T>(call: () => Promise<T>): Promise<T> {
    const run = call().finally(() => {
      opening = undefined
    })
    opening = run
    return run
  }

  async function exchange(path: string, init: Init): Promise<Answer> {
    const stamp = token.stamp()
    const bearer = init.bearer
    const answer = await send(fetch, {
      url: base + path,
      method: init.method,
      headers: { ...init.headers, ...(bearer && { authorization: `Bearer ${bearer}` }) },
      body: init.body,
      credentials: carrier() === 'cookie' ? 'include' : 'omit',
      keepalive: init.keepalive,
      signal: init.signal,
    })
    const error = errorIn(answer, vendor)
    const brought = answer.headers.get(`x-${vendor}-token`)
    if (brought || (init.web && !error)) {
      // A captive portal answers 200 too. The platform's own answer names the token in force, or the event.
      if (!brought && !/"(event_)?id"/.test(answer.text))
        throw new RewardsError('network_error', 'The answer is not the platform’s', { retryable: true })
      onConsent(answer.headers.get(`x-${vendor}-cookie-consent`) ?? 'granted')
    }
    if (brought && brought !== token.current()?.access_token && token.settle(stamp, brought)) onToken(brought)
    if (error) throw error
    return answer
  }

  return {} as Client
}

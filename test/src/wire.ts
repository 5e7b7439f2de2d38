/** The far end of `fetch`, as a test has it answer. */
export interface Wire {
  fetch: typeof globalThis.fetch
  /** What has been sent, oldest first. */
  requests: Sent[]
}

export interface Sent {
  method: string
  /** Path and query. */
  path: string
  headers: Headers
  /** The token in the header, if there is one. */
  token: string | undefined
  body: string
  credentials: RequestCredentials
  keepalive: boolean
}

/** Answers each request as `answer` says; what `answer` throws fails as a network does. Honours the caller's signal. */
export function wire(answer: (sent: Sent, index: number) => Response | Promise<Response>): Wire {
  const requests: Sent[] = []
  return {
    requests,
    async fetch(input, init) {
      // The caller's own signal: a request's follows it by a weak reference, and may be collected with the request.
      const { signal } = init ?? {}
      const sent = await read(new Request(input, init))
      requests.push(sent)
      signal?.throwIfAborted()
      const aborted = new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
      // `answer` may throw at once. Outside of the race, `aborted` would be a rejection that nobody handles.
      return Promise.race([(async () => answer(sent, requests.length - 1))(), aborted])
    },
  }
}

async function read(request: Request): Promise<Sent> {
  const { pathname, search } = new URL(request.url)
  return {
    method: request.method,
    path: pathname + search,
    headers: request.headers,
    token: request.headers.get('authorization')?.replace(/^Bearer /, ''),
    body: await request.clone().text(),
    credentials: request.credentials,
    keepalive: request.keepalive,
  }
}

/** A web-friendly answer of the platform: 200, with the token in force. */
export const web = (token: string, body = '', headers: Record<string, string> = {}): Response =>
  new Response(body, { headers: { 'x-svc-token': token, 'content-type': 'application/json', ...headers } })

export const json = (body: unknown, status = 200): Response => Response.json(body, { status })

/** The platform's answer to an event, of both endpoint styles (contract 3): another answer of `/events` would be foreign, and the event sent again. */
export const recorded = (token = 't-1'): Response => json({ id: 'e-1', event_id: 'e-1', token })

/** The platform's answers about tokens: each call that creates a token, or asks about one, gets this token; a revocation succeeds (contract 2). */
export const tokenAnswer = (
  { method, token }: Pick<Sent, 'method' | 'token'>,
  created: string,
  scopes: string[] = [],
): Response => {
  if (method === 'DELETE') return json({ status: 'SUCCEEDED' })
  return json({ access_token: method === 'GET' ? (token ?? created) : created, expires_in: 60, scopes }, 201)
}

/** The platform's error body (specification 2.2). */
export const error = (status: number, code: string): Response =>
  json({ code, http_status_code: status, message: 'No', parameters: {}, unique_id: 'u-1' }, status)

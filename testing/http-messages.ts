/** A request that the platform has received. */
export interface ReceivedRequest {
  method: string
  /** Without the query, and without the path of the program domain. */
  path: string
  query: Record<string, string>
  /** With lower-case names. */
  headers: Record<string, string>
  /** The parsed JSON or form. Undefined without a body. */
  body: unknown
}

/** An answer before it becomes a `Response`. */
export interface Reply {
  status?: number
  headers?: Record<string, string>
  /** Sent as JSON, or as it is if it is a text or a `Blob`. */
  body?: unknown
}

/** The error of the platform (specification 2.2). */
export const errorReply = (status: number, code: string, message: string, parameters: object = {}): Reply => ({
  status,
  body: { code, http_status_code: status, message, parameters, unique_id: 'test' },
})

/** Reads the arguments of `fetch`. `base` is the program domain. `usesCookies`: the browser would send the platform's cookie. */
export async function readRequest(base: string, input: RequestInfo | URL, init: RequestInit = {}) {
  const given = typeof input === 'string' || input instanceof URL ? undefined : input
  const url = new URL(given?.url ?? String(input))
  const headers = { ...readHeaders(given?.headers), ...readHeaders(init.headers) }
  const body = init.body ?? (await readBody(given, headers['content-type']))
  const request: ReceivedRequest = {
    method: (init.method ?? given?.method ?? 'GET').toUpperCase(),
    path: url.pathname.slice(new URL(base).pathname.replace(/\/$/, '').length),
    query: Object.fromEntries(url.searchParams),
    headers,
    body: parseBody(body),
  }
  return { request, usesCookies: (init.credentials ?? given?.credentials) !== 'omit' }
}

/** Reads headers in each of their forms. Some test environments have no class `Headers`, so the class is not asked for. */
function readHeaders(headers: HeadersInit = {}): Record<string, string> {
  const read: Record<string, string> = {}
  const add = (value: string, name: string) => {
    read[name.toLowerCase()] = value
  }
  if (Array.isArray(headers)) for (const [name = '', value = ''] of headers) add(value, name)
  else if (isHeaders(headers)) headers.forEach(add)
  else for (const [name, value] of Object.entries(headers)) add(value, name)
  return read
}

const isHeaders = (headers: HeadersInit): headers is Headers => typeof Object(headers).forEach === 'function'

function readBody(request: Request | undefined, type = ''): Promise<unknown> | undefined {
  if (!request?.body && !/^(POST|PUT)$/.test(request?.method ?? '')) return undefined
  return type.startsWith('multipart/') ? request?.clone().formData() : request?.clone().text()
}

function parseBody(body: unknown): unknown {
  if (body instanceof URLSearchParams || (typeof FormData !== 'undefined' && body instanceof FormData))
    return Object.fromEntries(body)
  if (typeof body !== 'string') return body ?? undefined
  try {
    return JSON.parse(body)
  } catch {
    return Object.fromEntries(new URLSearchParams(body))
  }
}

/** Creates the response. Where there is no `Response`, as in Jest with jsdom, creates the part of one that the SDK reads. */
export function toResponse({ status = 200, headers = {}, body }: Reply): Response {
  const isRaw = body === undefined || typeof body === 'string' || body instanceof Blob
  const text = isRaw ? body : JSON.stringify(body)
  const all: Record<string, string> = { ...(!isRaw && { 'content-type': 'application/json' }), ...headers }
  if (typeof Response === 'function')
    return new Response(status === 204 ? null : (text ?? ''), { status, headers: all })
  const partial = {
    status,
    ok: status < 300,
    headers: { get: (name: string) => all[name.toLowerCase()] ?? null },
    text: async () => String(text ?? ''),
    blob: async () => (text instanceof Blob ? text : new Blob([text ?? ''])),
  }
  return partial as unknown as Response
}

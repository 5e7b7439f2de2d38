import { isRewardsError, RewardsError } from '../error/error.js'
import { type Answer, toAnswer } from '../http/send.js'
import { noTokenInAddress } from '../session/event-url.js'
import type { Connection } from './connection.js'
import { onEnd } from './on-end.js'
import { withRetry, write } from './traffic.js'

/** Five minutes. */
const DEFAULT_TIMEOUT_MS = 300_000

export interface TransferOptions {
  /** Ends the transfer. */
  signal?: AbortSignal | undefined
  /** Ends the transfer after this many milliseconds. Default: five minutes. */
  timeout?: number | undefined
}

export interface UploadOptions extends TransferOptions {
  /** Called with the number of bytes that were sent, and the number of all bytes. */
  onProgress?: ((progress: { loaded: number; total: number }) => void) | undefined
}

/**
 * Runs a transfer. Aborts it on the caller's signal, when the consumer leaves, and when it takes too long. Throws `timeout`, `aborted`,
 * `logged_out`, `network_error`, or the error of `run`.
 */
export async function runTransfer<T>(
  connection: Connection,
  options: TransferOptions,
  run: (stop: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController()
  let code = 'network_error'
  const end = (reason: string) => {
    code = reason
    stop.abort()
  }
  const unwatch = onEnd(connection, options, DEFAULT_TIMEOUT_MS, end)
  try {
    if (stop.signal.aborted) throw stop
    // The calls before the transfer, and their waits, do not know the signal.
    const aborted = new Promise<never>((_, reject) => stop.signal.addEventListener('abort', reject))
    return await Promise.race([run(stop.signal), aborted])
  } catch (cause) {
    if (isRewardsError(cause)) throw cause
    const retryable = code === 'timeout' || code === 'network_error'
    throw new RewardsError(code, `The transfer ended: ${code}`, { retryable, cause })
  } finally {
    unwatch()
  }
}

/**
 * Sends a form. Throws `network_error`, a platform code, or what `fetch` throws
 * when `stop` is aborted.
 */
export function upload(
  connection: Connection,
  path: string,
  form: FormData,
  { onProgress }: UploadOptions,
  stop: AbortSignal,
): Promise<Answer> {
  return write(connection, async () => {
    const { fetch } = connection.settings
    const [url, headers] = withToken(connection, path)
    const answer =
      // `fetch` cannot report the progress of an upload.
      onProgress && globalThis.XMLHttpRequest
        ? await sendWithProgress(url, headers, form, onProgress, stop)
        : await toAnswer(
            url,
            await fetch(url, { credentials: 'omit', signal: stop, headers, method: 'POST', body: form }),
          )
    const refusal = connection.client.refusalIn(answer, path)
    if (refusal) throw refusal
    return answer
  })
}

/**
 * Fetches a file from the platform, or from `hostedAt`, where the platform stores it: there without credentials and without the token. HTML
 * instead of another type of file comes from a captive portal. Throws `network_error`, a platform code, or what `fetch` throws when `stop`
 * is aborted.
 */
export function download(
  connection: Connection,
  path: string,
  mimeType: string,
  hostedAt: string | undefined,
  stop: AbortSignal,
): Promise<Blob> {
  const { base, fetch } = connection.settings
  const init = { credentials: 'omit', signal: stop, cache: 'no-store' } as const
  return withRetry(connection, true, async () => {
    const [url, headers] = withToken(connection, path)
    let response = await fetch(url, { ...init, headers, redirect: 'manual' })
    const isRedirect = response.type === 'opaqueredirect' || (response.status > 300 && response.status < 400)
    let isForeign = false
    // Older browsers send the header `Authorization` to the target of a redirect, too. Without the header, the redirect is safe.
    if (isRedirect) response = await fetch(hostedAt ?? urlWithToken(connection, base + path), init)
    // A portal's page: the platform names its token, and a file of another host is what it is.
    else if (!connection.client.header(response, 'token')) isForeign = isHtml(response) && !/html/.test(mimeType)
    if (!response.ok || isForeign)
      throw connection.client.refusalIn(await toAnswer(response.url || url, response), path)
    return response.blob()
  })
}

/** A URL with the token in its query. Throws `native_error` in a native app, which may log URLs. */
export function urlWithToken({ app, token }: Connection, url: string): string {
  if (app.isConnected) throw noTokenInAddress()
  const { access_token = '' } = token.current() ?? {}
  return `${url}?${new URLSearchParams({ access_token })}`
}

/** Where a request about a path goes, and the headers that it has: the token travels in the header, unless the host has chosen the query. */
function withToken(connection: Connection, path: string): [url: string, headers: Record<string, string>] {
  const { app, settings, token } = connection
  const url = settings.base + path
  return settings.carrier === 'query' && !app.isConnected
    ? [urlWithToken(connection, url), {}]
    : [url, { Authorization: `Bearer ${token.current()?.access_token}` }]
}

const sendWithProgress = (
  url: string,
  headers: Record<string, string>,
  form: FormData,
  onProgress: NonNullable<UploadOptions['onProgress']>,
  signal: AbortSignal,
) =>
  new Promise<Answer>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress({ loaded, total })
    request.onload = () => {
      const { status, responseText } = request
      // The browser writes an error to the console if a header is asked for that the answer does not expose.
      const exposed = request.getAllResponseHeaders()
      const headers = { get: (name: string) => (exposed.includes(name) ? request.getResponseHeader(name) : null) }
      resolve(toAnswer(url, { status, headers, text: async () => responseText }))
    }
    request.onerror = request.onabort = reject
    // Unlike `fetch`, an `XMLHttpRequest` takes no signal.
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })

const isHtml = ({ headers }: Response) => /html/.test(headers.get('content-type') ?? '')

import { noTokenInAddress } from '../event-url.js'
import { RewardsError } from '../http/error.js'
import { errorInBody, notThePlatform } from '../http/read.js'
import type { Answer } from '../http/send.js'
import { readSignal } from '../http/signal.js'
import type { Connection } from './connection.js'
import { rememberConsumer } from './same-consumer.js'
import { paced, write } from './traffic.js'

/** A file goes or comes in five minutes, or not at all. */
const TIMEOUT_MS = 300_000

export interface TransferOptions {
  signal?: AbortSignal
}

export interface UploadOptions extends TransferOptions {
  /** Called with the bytes that are on their way, out of all of them. */
  onProgress?: (progress: { loaded: number; total: number }) => void
}

/** Sends a form. Resolves with the parsed answer. Throws `network_error` | a platform code, and what `fetch` throws when `stop` fires. */
export function upload(
  at: Connection,
  path: string,
  form: FormData,
  { onProgress }: UploadOptions,
  stop: AbortSignal,
): Promise<unknown> {
  return write(at, async () => {
    const [url, headers] = [at.settings.base + path, authorization(at)]
    const answer =
      // Only this tells how far an upload is.
      onProgress && globalThis.XMLHttpRequest
        ? await sendAndTell(url, headers, form, onProgress, stop)
        : await answerIn(
            await at.settings.fetch(url, { method: 'POST', headers, body: form, credentials: 'omit', signal: stop }),
          )
    if (answer.status >= 400) throw errorInBody(answer)
    // A caller who retries would upload the file twice: whatever the platform says of an upload that succeeded is the schema's to judge.
    if (isWebPage(answer.text)) throw notThePlatform({ ...answer, url })
    return parsed(answer.text)
  })
}

/**
 * Fetches a file from the platform, or from where the platform says it is: there without credentials, and without the token in any form.
 * A web page in the place of a file that is none is a captive portal's.
 * Throws `network_error` | a platform code, and what `fetch` throws when `stop` fires.
 */
export function download(
  at: Connection,
  path: string,
  mimeType: string,
  elsewhere: string | undefined,
  stop: AbortSignal,
): Promise<Blob> {
  const { base, fetch, vendor } = at.settings
  const init = { credentials: 'omit', signal: stop } as const
  return paced(at, true, async () => {
    let response = await fetch(base + path, { ...init, headers: authorization(at), redirect: 'manual' })
    // Older browsers hand the header on to where a redirect leads: it is followed without one, by the address alone.
    if (response.type === 'opaqueredirect' || (response.status > 300 && response.status < 400))
      response = await fetch(elsewhere ?? withToken(at, base + path), init)
    else if (response.ok && !response.headers.has(`x-${vendor}-token`) && isPage(response) && !/html/.test(mimeType))
      throw notThePlatform({ url: base + path, status: response.status })
    if (!response.ok) throw errorInBody(await answerIn(response))
    return response.blob()
  })
}

/**
 * Ends what `run` does on the caller's signal, when the consumer leaves, or when it takes too long. Throws `timeout` | `aborted` |
 * `logged_out` | `network_error`, and `run`'s own.
 */
export async function within<T>(
  at: Connection,
  options: TransferOptions,
  run: (stop: AbortSignal) => Promise<T>,
): Promise<T> {
  const signal = readSignal('This call', options)
  const { hasLeft } = rememberConsumer(at)
  const stop = new AbortController()
  let code = 'network_error'
  const end = (why: string) => {
    code = why
    stop.abort()
  }
  const heard = new AbortController()
  const timer = setTimeout(end, TIMEOUT_MS, 'timeout')
  signal?.addEventListener('abort', () => end('aborted'), heard)
  at.target.addEventListener('consumer', () => hasLeft() && end('logged_out'), heard)
  if (signal?.aborted) end('aborted')
  try {
    if (stop.signal.aborted) throw stop
    // What goes before the file, or waits to, is not waited for.
    const ended = new Promise<never>((_, reject) => stop.signal.addEventListener('abort', reject))
    return await Promise.race([run(stop.signal), ended])
  } catch (cause) {
    if (Object(cause).name === 'RewardsError') throw cause
    const retryable = code === 'timeout' || code === 'network_error'
    throw new RewardsError(code, `The file transfer did not finish: ${code}`, { retryable, cause })
  } finally {
    clearTimeout(timer)
    heard.abort()
  }
}

/** The address with the token in it: it is never in a header then, nor in what a redirect hands on. */
export function withToken({ app, token }: Connection, url: string): string {
  if (app.isConnected) throw noTokenInAddress()
  const { access_token = '' } = token.current() ?? {}
  return `${url}?${new URLSearchParams({ access_token })}`
}

const authorization = ({ token }: Connection) => ({ Authorization: `Bearer ${token.current()?.access_token}` })

const sendAndTell = (
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
      const retryAfter = request.getResponseHeader('retry-after')
      resolve({
        url,
        status: request.status,
        text: request.responseText,
        headers: new Headers(retryAfter ? { 'retry-after': retryAfter } : {}),
      })
    }
    request.onerror = request.onabort = reject
    // Unlike `fetch`, it knows of no signal: one that has fired already would send the file all the same.
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })

async function answerIn(response: Response): Promise<Answer> {
  const { url, status, headers } = response
  return { url: url.replace(/\?.*/, ''), status, headers, text: await response.text() }
}

const isWebPage = (text: string) => /^\s*</.test(text)

const isPage = ({ headers }: Response) => /html/.test(headers.get('content-type') ?? '')

/** What is not JSON is nothing that a schema takes. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

import type { Client } from '../http/client.js'
import { noTokenInAddress } from '../urls.js'
import type { Connection } from './call.js'

/** A file goes or comes in five minutes, or not at all. */
const TIMEOUT_MS = 300_000

export interface TransferOptions {
  signal?: AbortSignal
}

export interface UploadOptions extends TransferOptions {
  /** Called with the bytes that are on their way, out of all of them. */
  onProgress?: (progress: { loaded: number; total: number }) => void
}

interface Answer {
  status: number
  text: string
}

/** Sends a form. Resolves with the parsed answer. Throws `network_error` | `timeout` | `aborted` | a platform code. */
export async function upload(at: Connection, path: string, form: FormData, options: UploadOptions): Promise<unknown> {
  const { onProgress } = options
  const { status, text } = await within(at.client, options, async signal => {
    const [url, headers] = [at.settings.base + path, authorization(at)]
    // Only this tells how far an upload is.
    if (onProgress && globalThis.XMLHttpRequest) return sendAndTell(url, headers, form, onProgress, signal)
    const response = await at.settings.fetch(url, { method: 'POST', headers, body: form, credentials: 'omit', signal })
    return { status: response.status, text: await response.text() }
  })
  if (status >= 400) throw refusal(at.client, status, text)
  return parsed(text)
}

/**
 * Fetches a file from the platform, or from where the platform says it is: there without credentials, and without the token in any form.
 * Throws `network_error` | `timeout` | `aborted` | a platform code.
 */
export function download(at: Connection, path: string, elsewhere: string | undefined, options: TransferOptions) {
  const { base, fetch } = at.settings
  return within(at.client, options, async signal => {
    const init = { credentials: 'omit', signal } as const
    let response = await fetch(base + path, { ...init, headers: authorization(at), redirect: 'manual' })
    // Older browsers hand the header on to where a redirect leads: it is followed without one, by the address alone.
    if (response.type === 'opaqueredirect' || (response.status > 300 && response.status < 400))
      response = await fetch(elsewhere ?? withToken(at, base + path), init)
    if (!response.ok) throw refusal(at.client, response.status, await response.text())
    return response.blob()
  })
}

/** The address with the token in it: it is never in a header then, nor in what a redirect hands on. */
export function withToken({ client, settings, token }: Connection, url: string): string {
  if (settings.inApp) throw noTokenInAddress(client)
  const { access_token = '' } = token.current() ?? {}
  return `${url}?${new URLSearchParams({ access_token })}`
}

const authorization = ({ token }: Connection) => ({ Authorization: `Bearer ${token.current()?.access_token}` })

/** Ends what `run` does on the caller's signal, or when it takes too long. */
async function within<T>(client: Client, { signal }: TransferOptions, run: (stop: AbortSignal) => Promise<T>) {
  const stop = new AbortController()
  const abort = () => stop.abort()
  const timer = setTimeout(abort, TIMEOUT_MS)
  signal?.addEventListener('abort', abort)
  try {
    if (signal?.aborted) throw signal
    return await run(stop.signal)
  } catch (cause) {
    if (Object(cause).name === 'RewardsError') throw cause
    const code = signal?.aborted ? 'aborted' : stop.signal.aborted ? 'timeout' : 'network_error'
    throw client.error(code, 'The file did not get through', { retryable: !signal?.aborted, cause })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

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
    request.onload = () => resolve({ status: request.status, text: request.responseText })
    request.onerror = request.onabort = reject
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })

function refusal(client: Client, status: number, text: string) {
  const { code, message, parameters, unique_id } = Object(parsed(text))
  return client.error(String(code ?? 'invalid_response'), String(message ?? ''), {
    status,
    parameters: Object(parameters),
    unique_id,
    retryable: status === 429 || status >= 500,
  })
}

/** What is not JSON is nothing that a schema takes. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

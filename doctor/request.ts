import { lookup } from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

/** What a server has answered. `text` is decoded. */
export interface Answer {
  url: URL
  status: number
  headers: Headers
  /** Each `Set-Cookie` header. */
  cookies: string[]
  body: Buffer
  text: string
}

export interface RequestOptions {
  method?: string
  headers?: Record<string, string>
  body?: string
}

const TIMEOUT_MS = 15_000
const MAX_BYTES = 10_000_000
const MAX_REDIRECTS = 5

/** Whether a host is this machine, where browsers accept `http:` as they accept `https:`. */
export const isLocalHost = (host: string): boolean => /^(localhost|.+\.localhost|127\.[\d.]+|\[::1\])$/.test(host)

/** Browsers resolve `*.localhost` to this machine. Some systems do not. */
const lookupLikeBrowser: LookupFunction = (host, options, callback) =>
  lookup(isLocalHost(host) ? 'localhost' : host, options, callback)

/**
 * Sends one request and follows no redirect. Node's `fetch` is of no use here: it follows the rules of a page, and hides what a page may not see.
 * Throws an error whose message says what failed.
 */
export function request(url: URL, { method = 'GET', headers = {}, body }: RequestOptions = {}): Promise<Answer> {
  if (!/^https?:$/.test(url.protocol)) return Promise.reject(new Error(`${url.href} is not an address of the web`))
  const { promise, resolve, reject } = deferred<Answer>()
  const failed = (error: NodeJS.ErrnoException) =>
    reject(new Error(`${url.origin} cannot be reached: ${error.code ?? error.message}`, { cause: error }))
  const sent = (url.protocol === 'https:' ? https : http).request(
    url,
    {
      method,
      lookup: lookupLikeBrowser,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: { 'user-agent': 'Mozilla/5.0 (rewards-web-sdk doctor)', 'accept-encoding': 'br, gzip', ...headers },
    },
    received => {
      const parts: Buffer[] = []
      let bytes = 0
      received.on('error', failed)
      received.on('data', (part: Buffer) => {
        bytes += part.length
        if (bytes > MAX_BYTES) received.destroy(new Error('the answer has more than 10 MB'))
        parts.push(part)
      })
      received.on('end', () => {
        try {
          const decoded = decode(Buffer.concat(parts), received.headers['content-encoding'])
          const pairs = Object.entries(received.headersDistinct).flatMap(([name, values]) =>
            (values ?? []).map(value => [name, value] as [string, string]),
          )
          resolve({
            url,
            status: received.statusCode ?? 0,
            headers: new Headers(pairs),
            cookies: received.headers['set-cookie'] ?? [],
            body: decoded,
            text: decoded.toString('utf8'),
          })
        } catch (error) {
          failed(error as Error)
        }
      })
    },
  )
  sent.on('error', failed)
  sent.end(body)
  return promise
}

/** Fetches a page as a browser does. `redirects` are the addresses before the last one. */
export async function fetchPage(url: URL): Promise<{ answer: Answer; redirects: URL[] }> {
  const redirects: URL[] = []
  let answer = await request(url, { headers: { accept: 'text/html' } })
  while (isRedirect(answer) && redirects.length < MAX_REDIRECTS) {
    redirects.push(answer.url)
    answer = await request(new URL(answer.headers.get('location')!, answer.url), { headers: { accept: 'text/html' } })
  }
  return { answer, redirects }
}

export const isRedirect = ({ status, headers }: Answer): boolean =>
  status >= 300 && status < 400 && headers.has('location')

function decode(body: Buffer, coding: string | undefined): Buffer {
  if (coding === 'br') return brotliDecompressSync(body)
  return coding === 'gzip' ? gunzipSync(body) : body
}

function deferred<T>() {
  let resolve!: (value: T) => void
  let reject!: (reason: Error) => void
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  return { promise, resolve, reject }
}

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
export async function request(url: URL, options: RequestOptions = {}): Promise<Answer> {
  if (!/^https?:$/.test(url.protocol)) throw new Error(`${url.href} is not an address of the web`)
  try {
    const received = await send(url, options)
    const body = decode(await readBody(received), received.headers['content-encoding'])
    const pairs = Object.entries(received.headersDistinct).flatMap(([name, values = []]) =>
      values.map(value => [name, value] as [string, string]),
    )
    return {
      url,
      status: received.statusCode ?? 0,
      headers: new Headers(pairs),
      cookies: received.headers['set-cookie'] ?? [],
      body,
      text: body.toString('utf8'),
    }
  } catch (cause) {
    throw new Error(`${url.origin} cannot be reached: ${reasonOf(cause as NodeJS.ErrnoException)}`, { cause })
  }
}

function send(url: URL, { method = 'GET', headers = {}, body }: RequestOptions): Promise<http.IncomingMessage> {
  const options = {
    method,
    lookup: lookupLikeBrowser,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { 'user-agent': 'Mozilla/5.0 (rewards-web-sdk doctor)', 'accept-encoding': 'br, gzip', ...headers },
  }
  return new Promise((resolve, reject) => {
    const sent = (url.protocol === 'https:' ? https : http).request(url, options, resolve)
    sent.on('error', reject)
    sent.end(body)
  })
}

async function readBody(received: http.IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of received) {
    bytes += part.length
    if (bytes > MAX_BYTES) throw new Error('the answer has more than 10 MB')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** The codes of Node's own errors, such as `ERR__ERROR_FORMAT_RESERVED`, say less than their messages. */
function reasonOf({ name, code, message }: NodeJS.ErrnoException): string {
  if (name === 'AbortError') return `no answer within ${TIMEOUT_MS / 1000} seconds`
  return code && !code.startsWith('ERR_') ? code : message
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

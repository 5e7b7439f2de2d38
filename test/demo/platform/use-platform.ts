// The local platform for its own tests. They pass requests to it as objects and set its clock.

import { afterAll, beforeAll, onTestFinished, vi } from 'vitest'
import type { Limits, Platform, PlatformOptions } from '../../../demo/platform/index.js'
import type { Queryable } from '../../../demo/platform/store/database.js'
import { signJwt } from '../../proof.js'
import { BROWSER, PROGRAM, SERVER, SHOP, startPlatform, UNLIMITED } from '../../start-platform.js'

export const program = PROGRAM
export const server = SERVER
export const shop = SHOP
/** A page of the program on another site than the program domain. */
export const otherSite = 'https://shop.garden.localhost'

export interface Call {
  method?: string
  /** The token for the Authorization header. */
  token?: string | undefined
  cookie?: string
  origin?: string
  json?: unknown
  form?: Record<string, string>
  /** A text/plain body. */
  text?: string
  /** A body without an announced length. */
  stream?: ReadableStream<Uint8Array>
  headers?: Record<string, string>
}

export interface Visit {
  readonly platform: Platform
  /** The platform's clock in milliseconds. Tests can change it. */
  now: number
  /** Sends a request to a path of the program domain or to a URL. By default POST with a body, else GET. */
  send(path: string, call?: Call): Promise<Response>
  /** Creates an anonymous token. */
  anonymous(): Promise<string>
  identified(email: string): Promise<string>
  verified(email: string): Promise<string>
  rows<T = Record<string, unknown>>(sql: string, params?: unknown[]): Promise<T[]>
}

/** Sends a request to a platform: to a path of its program domain, or to a URL. */
export const sendTo = (platform: Platform, path: string, call: Call = {}): Promise<Response> =>
  platform.fetch(requestOf(new URL(path, program), call))

/** Starts a platform in memory for the tests of a file. By default it has no rate limits. */
export function usePlatform(
  limits: Partial<Limits> = UNLIMITED,
  options: Pick<PlatformOptions, 'vendor' | 'trustProxy' | 'filesDir' | 'allowPrivateAddresses'> = {},
): Visit {
  let platform: Platform
  const visit: Visit = {
    now: Date.UTC(2026, 4, 1, 12),
    get platform() {
      return platform
    },
    send: (path, call) => sendTo(platform, path, call),
    anonymous: () => tokenFrom(visit, {}),
    identified: email => tokenFrom(visit, { email }),
    verified: async email => tokenFrom(visit, { jwt: await signJwt({ email, scope: 'VERIFIED_CONSUMER' }) }),
    rows: (sql, params) => platform.db.query(sql, params),
  }
  beforeAll(async () => {
    platform = await startPlatform({ allowedOrigins: [shop, otherSite], limits, ...options, now: () => visit.now })
  })
  afterAll(() => platform?.close())
  return visit
}

/** Counts the statements of transactions until the end of the test. */
export function countStatements({ platform: { db } }: Visit): { statements: number } {
  const count = { statements: 0 }
  const counting = (inner: Queryable): Queryable => ({
    ...inner,
    query(sql, params) {
      count.statements += 1
      return inner.query(sql, params)
    },
  })
  const { transaction } = db
  const spy = vi.spyOn(db, 'transaction').mockImplementation(work => transaction(inner => work(counting(inner))))
  onTestFinished(() => spy.mockRestore())
  return count
}

/** The error code in the body, or in the header of a web-friendly call. */
export async function codeOf(response: Response): Promise<string> {
  const message = response.headers.get('X-Svc-Error-Message')
  return message ? message.split(':')[0]! : (await response.clone().json()).code
}

/** The current token after a call. */
export const tokenIn = (response: Response): string => response.headers.get('X-Svc-Token')!

async function tokenFrom(visit: Visit, json: unknown): Promise<string> {
  const response = await visit.send('/api/v5/token', { json })
  return (await response.json()).access_token
}

function requestOf(url: URL, { method, token, cookie, origin, json, form, text, stream, headers }: Call): Request {
  const written = json !== undefined ? JSON.stringify(json) : form ? new URLSearchParams(form).toString() : text
  const body = stream ?? written
  const type = json !== undefined ? 'application/json' : form ? 'application/x-www-form-urlencoded' : 'text/plain'
  return new Request(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      'User-Agent': BROWSER,
      ...(body !== undefined && { 'Content-Type': type }),
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(cookie && { Cookie: `svc_token=${cookie}` }),
      ...(origin && { Origin: origin }),
      ...headers,
    },
    ...(body !== undefined && { body, duplex: 'half' }),
  })
}

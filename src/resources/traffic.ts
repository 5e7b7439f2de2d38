import type { RewardsError } from '../error/error.js'
import type { Client } from '../http/client.js'
import { backoff, CALL_PATIENCE_MS, isCallRetryable } from '../http/retry.js'
import type { Answer } from '../http/send.js'
import type { Connection } from './connection.js'
import { rememberConsumer } from './same-consumer.js'

/** A request that is repeated. All watches with the same key share its answers. */
export interface Poll<T> {
  latest?: { answer: T }
  /** The consumer and the token that the latest answer is for. Another token may stand for another person. */
  latestFor?: string
  /** The answer to the request that is under way, or about to be sent. */
  next?: Promise<{ answer: T }> | undefined
  /** How many requests were sent. */
  requests: number
  watchers: number
  timer?: ReturnType<typeof setTimeout>
  /** Aborted when nobody watches any more. */
  stop: AbortController
}

/** The calls of one runtime that are under way. */
interface Traffic {
  /** The reads, by token and path. */
  reads: Map<string, Promise<Answer>>
  /** The reads that are repeated, by the key of their watches. */
  polls: Map<string, Poll<unknown>>
  /** The platform has answered 429: until then, no call is sent. */
  blocked: { error?: RewardsError; until: number }
}

const trafficByClient = new WeakMap<Client, Traffic>()

/**
 * Makes a call. With the option `jwt`, a read about the consumer proves them first: below the level verified, the platform may hide private data
 * without a refusal, after which the client would prove them. A refusal would cost a second request. Reads of the same path at the same time share one request, and a read after a write is a new request. A call is repeated if
 * the platform could not accept it: every call after 429, which has changed nothing, and reads after 5xx. After 429, all calls wait as long
 * as the platform asks (specification 8).
 */
export async function request(connection: Connection, method: string, path: string, body?: object): Promise<Answer> {
  const send = () => connection.client.api(method, path, { body })
  if (method !== 'GET') return write(connection, send)
  const { settings, token, loadIdentity } = connection
  if (settings.jwt && path.includes('/me') && !token.login().scopes.includes('VERIFIED_CONSUMER'))
    await (await loadIdentity()).prove()
  return shareRead(connection, path, send)
}

/** Makes a write. Reads that are under way are not shared any more: their answers may be older than the write. */
export async function write<T>(connection: Connection, send: () => Promise<T>): Promise<T> {
  const { reads } = trafficOf(connection)
  reads.clear()
  try {
    return await withRetry(connection, false, send)
  } finally {
    reads.clear()
  }
}

/**
 * Sends a call as soon as the platform accepts calls, and again if it may succeed then. `refusal` is the 429 of a first attempt that was made before this
 * module was there. Throws `logged_out` if the consumer has changed meanwhile: the answer would be another person's.
 */
export async function withRetry<T>(
  connection: Connection,
  isRead: boolean,
  send: () => Promise<T>,
  refusal?: RewardsError,
): Promise<T> {
  const traffic = trafficOf(connection)
  const { check } = rememberConsumer(connection)
  if (refusal) block(traffic, refusal, backoff(1, refusal.retryAfter))
  for (let attempt = refusal ? 2 : 1; ; attempt++) {
    const { error, until } = traffic.blocked
    const wait = until - performance.now()
    if (wait > CALL_PATIENCE_MS) throw error
    if (wait > 0) await pause(wait)
    check()
    try {
      return await send()
    } catch (cause) {
      const error = cause as RewardsError
      const isBlocked = error.status === 429
      const delay = backoff(attempt, error.retryAfter)
      if (isBlocked) block(traffic, error, delay)
      if (!isCallRetryable(error, attempt, isRead)) throw error
      if (!isBlocked) await pause(delay)
    } finally {
      check()
    }
  }
}

/** No call is sent for `delay` milliseconds. A longer wait under way stays. */
function block(traffic: Traffic, error: RewardsError, delay: number) {
  const until = performance.now() + delay
  if (until > traffic.blocked.until) traffic.blocked = { error, until }
}

function shareRead(connection: Connection, path: string, send: () => Promise<Answer>): Promise<Answer> {
  const { reads } = trafficOf(connection)
  // With another token, the answer may be another person's.
  const key = `${connection.token.current()?.access_token} ${path}`
  const read =
    reads.get(key) ??
    withRetry(connection, true, send).finally(() => {
      if (reads.get(key) === read) reads.delete(key)
    })
  reads.set(key, read)
  return read
}

export function trafficOf({ client, target }: Connection): Traffic {
  const known = trafficByClient.get(client)
  if (known) return known
  const reads: Traffic['reads'] = new Map()
  const traffic: Traffic = { reads, polls: new Map(), blocked: { until: 0 } }
  trafficByClient.set(client, traffic)
  // A delivered event may have changed data, and a consumer with more scopes gets more data.
  for (const type of ['receipt', 'consumer']) target.addEventListener(type, () => reads.clear())
  return traffic
}

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

import type { Client } from '../http/client.js'
import type { RewardsError } from '../http/error.js'
import { backoff, CALL_PATIENCE_MS, isCallRetryable } from '../http/retry.js'
import type { Connection } from './connection.js'
import { rememberConsumer } from './same-consumer.js'

/** What is on the way to one platform from one runtime. */
interface Traffic {
  /** Reads under way, by who asks for what. */
  reads: Map<string, Promise<unknown>>
  /** The platform's answer that there were too many requests, and until when it keeps all calls back. */
  held?: { error: RewardsError; until: number } | undefined
}

const traffic = new WeakMap<Client, Traffic>()

/**
 * Makes a call. Reads of the same thing at the same time are one request, and a write makes the next read fresh. What the platform could
 * not take is repeated: any call after 429, which did nothing, and a read after 5xx; all calls wait as long as a 429 asks (specification 8).
 */
export function exchange(at: Connection, method: string, path: string, body?: object): Promise<unknown> {
  const send = () => at.client.api(method, path, { body })
  return method === 'GET' ? readShared(at, path, send) : write(at, send)
}

/** A write, however it is sent. A read that is on its way tells what was before it. */
export async function write<T>(at: Connection, send: () => Promise<T>): Promise<T> {
  const { reads } = trafficOf(at)
  reads.clear()
  try {
    return await paced(at, false, send)
  } finally {
    reads.clear()
  }
}

/**
 * Sends a call when the platform accepts calls, and again where that may succeed. Throws `logged_out` when the consumer has changed
 * meanwhile: the answer would be another person's.
 */
export async function paced<T>(at: Connection, isRead: boolean, send: () => Promise<T>): Promise<T> {
  const own = trafficOf(at)
  const { check } = rememberConsumer(at)
  for (let attempt = 1; ; attempt++) {
    const { error, until = 0 } = own.held ?? {}
    const wait = until - Date.now()
    if (wait > CALL_PATIENCE_MS) throw error
    if (wait > 0) await pause(wait)
    check()
    try {
      return await send()
    } catch (cause) {
      const error = cause as RewardsError
      const isHeld = error.status === 429
      const later = backoff(attempt, error.retryAfter)
      if (isHeld) own.held = { error, until: Date.now() + later }
      if (!isCallRetryable(error, attempt, isRead)) throw error
      if (!isHeld) await pause(later)
    } finally {
      check()
    }
  }
}

function readShared(at: Connection, path: string, send: () => Promise<unknown>): Promise<unknown> {
  const { reads } = trafficOf(at)
  // Whose answer it is: another person's read is another one.
  const key = `${at.token.current()?.access_token} ${path}`
  const run =
    reads.get(key) ??
    paced(at, true, send).finally(() => {
      if (reads.get(key) === run) reads.delete(key)
    })
  reads.set(key, run)
  return run
}

function trafficOf({ client, target }: Connection): Traffic {
  const known = traffic.get(client)
  if (known) return known
  const reads: Traffic['reads'] = new Map()
  const own = { reads }
  traffic.set(client, own)
  // An event writes, too; and who has proved who they are is told more.
  for (const type of ['receipt', 'consumer']) target.addEventListener(type, () => reads.clear())
  return own
}

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

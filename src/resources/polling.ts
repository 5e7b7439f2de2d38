import { isPageHidden, safeDocument } from '../base/safe-document.js'
import { asRewardsError, type RewardsError } from '../error/error.js'
import { doubledWait } from '../http/retry.js'
import type { Connection } from './connection.js'
import { onEnd } from './on-end.js'
import { rememberConsumer } from './same-consumer.js'
import { type Poll, trafficOf } from './traffic.js'

/** Nobody looks at a page for longer than this without doing something. */
const DEFAULT_TIMEOUT_MS = 600_000

export interface PollOptions {
  /** Ends the watch. */
  signal?: AbortSignal | undefined
  /** Ends the watch after this many milliseconds. Default: ten minutes. */
  timeout?: number | undefined
}

/**
 * Yields the answers to a request that is sent at once, and then after 1, 2, 4 … 30 s. Waits while the tab is hidden or the browser is
 * offline. Continues after retryable errors; reports and throws others, and `logged_out` when the consumer has left. Ends without an error on
 * `signal`, when `done` is aborted, or after `timeout`. Watches with the same `key` share the requests.
 */
export async function* poll<T>(
  connection: Connection,
  key: string,
  ask: () => Promise<T>,
  options: PollOptions = {},
  done: AbortController = new AbortController(),
): AsyncGenerator<T, void, undefined> {
  const ended = new Promise<void>(resolve => {
    done.signal.addEventListener('abort', () => resolve())
  })
  // A reader that leaves without `return()` never lets the generator go on.
  ended.then(onEnd(connection, options, DEFAULT_TIMEOUT_MS, () => done.abort()))
  const { check } = rememberConsumer(connection)
  const { polls } = trafficOf(connection)
  const shared = join<T>(polls, key, consumerIn(connection))
  try {
    if (shared.latest) yield shared.latest.answer
    while (!options?.signal?.aborted) {
      shared.next ??= nextAnswer(shared, ask)
      const next = await Promise.race([ended, shared.next])
      check()
      if (!next) return
      shared.latestFor = consumerIn(connection)
      yield next.answer
    }
  } catch (cause) {
    const error = asRewardsError(cause, 'a watch')
    connection.reportError(error)
    throw error
  } finally {
    done.abort()
    leave(polls, key, shared)
  }
}

/** Joins the poll that other watches have begun, or begins one. */
function join<T>(polls: Map<string, Poll<unknown>>, key: string, consumer: string): Poll<T> {
  let shared = polls.get(key)
  if (!shared || (shared.latestFor && shared.latestFor !== consumer))
    shared = { requests: 0, watchers: 0, stop: new AbortController() }
  polls.set(key, shared)
  shared.watchers++
  return shared as Poll<T>
}

function leave<T>(polls: Map<string, Poll<unknown>>, key: string, shared: Poll<T>) {
  if (--shared.watchers) return
  clearTimeout(shared.timer)
  shared.stop.abort()
  if (polls.get(key) === shared) polls.delete(key)
}

const consumerIn = ({ token }: Connection) => `${token.owner()} ${token.current()?.access_token}`

/** Waits until the next request is due, sends it, and again until it succeeds. Throws an error that is not retryable. */
async function nextAnswer<T>(shared: Poll<T>, ask: () => Promise<T>): Promise<{ answer: T }> {
  try {
    for (;;) {
      if (shared.requests) await pause(shared)
      await whenAwake(shared.stop.signal)
      shared.requests++
      try {
        shared.latest = { answer: await ask() }
        return shared.latest
      } catch (error) {
        if (!(error as RewardsError).retryable) throw error
      }
    }
  } finally {
    shared.next = undefined
  }
}

/** Never resolves if nobody watches any more. */
const pause = <T>(shared: Poll<T>) =>
  new Promise(resolve => {
    // The last watch may have ended while the request was under way.
    if (shared.stop.signal.aborted) return
    shared.timer = setTimeout(resolve, doubledWait(shared.requests))
  })

const isAsleep = () => isPageHidden() || globalThis.navigator?.onLine === false

/** Resolves when the page is visible and the browser is online. */
const whenAwake = (stop: AbortSignal) =>
  isAsleep() &&
  new Promise<void>(resolve => {
    const listening = new AbortController()
    const look = () => {
      if (isAsleep()) return
      listening.abort()
      resolve()
    }
    const { signal } = listening
    if (globalThis.document) safeDocument().addEventListener('visibilitychange', look, { signal })
    globalThis.addEventListener?.('online', look, { signal })
    stop.addEventListener('abort', () => listening.abort())
  })

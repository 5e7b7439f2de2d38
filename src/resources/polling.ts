import type { Client } from '../http/client.js'
import { describeGiven, invalid, type RewardsError, readArguments } from '../http/error.js'
import { pollPause } from '../http/retry.js'
import { readSignal } from '../http/signal.js'
import { isPageHidden, safeDocument } from '../safe-document.js'
import type { Connection } from './connection.js'
import { rememberConsumer } from './same-consumer.js'

/** Nobody looks at a page for longer than this without doing something. */
const LIMIT_MS = 600_000
/** Beyond it a timer would fire at once. */
const LONGEST_MS = 2 ** 31 - 1

export interface PollOptions {
  /** Ends it. */
  signal?: AbortSignal
  /** Milliseconds after which it ends at the latest. Default: ten minutes. */
  timeout?: number
}

/** One question, asked again and again for all who want the answer. */
interface Poll<T> {
  latest?: { answer: T }
  /** Who it was told, and by which token: whoever has another may be somebody else. */
  by?: string
  /** The question under way, or about to be asked. */
  turn?: Promise<{ answer: T }> | undefined
  asked: number
  watchers: number
  timer?: ReturnType<typeof setTimeout>
  /** Nobody wants the answer any more. */
  stop: AbortController
}

const polls = new WeakMap<Client, Map<string, Poll<unknown>>>()

/**
 * Answers to one question, asked at once, then after 1, 2, 4 … 30 s. It waits while the tab is hidden or the browser offline, and goes on
 * after a failure that may pass; another failure is told, and thrown, as is `logged_out` once the consumer has left. Ends quietly on
 * `signal`, or after `timeout`. Whoever has the same `key` shares the requests.
 */
export async function* poll<T>(
  at: Connection,
  key: string,
  ask: () => Promise<T>,
  options: PollOptions = {},
): AsyncGenerator<T, void, undefined> {
  const { client, reportError, token, target } = at
  const { signal, timeout } = readOptions(options)
  const { hasLeft, check } = rememberConsumer(at)
  const who = () => `${token.owner()} ${token.current()?.access_token}`
  const ofClient = polls.get(client) ?? new Map<string, Poll<unknown>>()
  polls.set(client, ofClient)
  const shared = join<T>(ofClient, key, who())
  let timer: ReturnType<typeof setTimeout> | undefined
  const heard = new AbortController()
  const over = new Promise<void>(resolve => {
    timer = setTimeout(resolve, Math.min(timeout, LONGEST_MS))
    signal?.addEventListener('abort', () => resolve(), heard)
    target.addEventListener('consumer', () => hasLeft() && resolve(), heard)
    if (signal?.aborted) resolve()
  })
  try {
    if (shared.latest) yield shared.latest.answer
    while (!signal?.aborted) {
      shared.turn ??= take(shared, ask)
      const next = await Promise.race([over, shared.turn])
      check()
      if (!next) return
      shared.by = who()
      yield next.answer
    }
  } catch (error) {
    reportError(error)
    throw error
  } finally {
    clearTimeout(timer)
    heard.abort()
    if (!--shared.watchers) {
      clearTimeout(shared.timer)
      shared.stop.abort()
      if (ofClient.get(key) === shared) ofClient.delete(key)
    }
  }
}

/** Throws `invalid_argument`, before anything is asked. */
const readOptions = (options: PollOptions) =>
  readArguments('The options cannot be read', () => {
    const { timeout = LIMIT_MS } = Object(options) as PollOptions
    if (!(typeof timeout === 'number' && timeout >= 0))
      throw invalid(
        `options.timeout must be a number of at least 0; got ${typeof timeout === 'number' ? timeout : describeGiven(timeout)}`,
      )
    return { signal: readSignal('This call', options), timeout }
  })

/** The poll that others have begun, or a new one. */
function join<T>(ofClient: Map<string, Poll<unknown>>, key: string, who: string): Poll<T> {
  let shared = ofClient.get(key)
  if (!shared || (shared.by && shared.by !== who)) shared = { asked: 0, watchers: 0, stop: new AbortController() }
  ofClient.set(key, shared)
  shared.watchers++
  return shared as Poll<T>
}

/** Waits until it is time, and asks. */
async function take<T>(shared: Poll<T>, ask: () => Promise<T>): Promise<{ answer: T }> {
  const { signal } = shared.stop
  try {
    for (;;) {
      if (shared.asked) await pause(shared)
      await awake(signal)
      shared.asked++
      try {
        shared.latest = { answer: await ask() }
        return shared.latest
      } catch (error) {
        if (!(error as RewardsError).retryable) throw error
      }
    }
  } finally {
    shared.turn = undefined
  }
}

/** Never resolves once nobody waits any more. */
const pause = <T>(shared: Poll<T>) =>
  new Promise(resolve => {
    // The last of them may have left while the question was under way.
    if (shared.stop.signal.aborted) return
    shared.timer = setTimeout(resolve, pollPause(shared.asked))
  })

const asleep = () => isPageHidden() || globalThis.navigator?.onLine === false

/** Resolves when somebody can see the page, and the page can reach somebody. */
const awake = (stop: AbortSignal) =>
  asleep() &&
  new Promise<void>(resolve => {
    const heard = new AbortController()
    const look = () => {
      if (asleep()) return
      heard.abort()
      resolve()
    }
    if (globalThis.document) safeDocument().addEventListener('visibilitychange', look, { signal: heard.signal })
    globalThis.addEventListener?.('online', look, { signal: heard.signal })
    stop.addEventListener('abort', () => heard.abort())
  })

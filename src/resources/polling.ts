import type { Client } from '../http/client.js'
import type { RewardsError } from '../http/error.js'
import type { Connection } from './call.js'

/** Between the first two questions, and at most between any two. */
const SOONEST_MS = 1_000
const LATEST_MS = 30_000
/** Nobody looks at a page for longer than this without doing something. */
const LIMIT_MS = 600_000

export interface PollOptions {
  /** Ends it. */
  signal?: AbortSignal
  /** Milliseconds after which it ends at the latest. Default: ten minutes. */
  timeout?: number
}

/** One question, asked again and again for all who want the answer. */
interface Poll<T> {
  latest?: { answer: T }
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
 * after a failure that may pass; another failure is told, and thrown. Ends quietly on `signal`, or after `timeout`. Whoever has the same
 * `key` shares the requests.
 */
export async function* poll<T>(
  { client, tell }: Connection,
  key: string,
  ask: () => Promise<T>,
  { signal, timeout = LIMIT_MS }: PollOptions = {},
): AsyncGenerator<T, void, undefined> {
  const ofClient = polls.get(client) ?? new Map<string, Poll<unknown>>()
  polls.set(client, ofClient)
  const shared = (ofClient.get(key) ?? { asked: 0, watchers: 0, stop: new AbortController() }) as Poll<T>
  ofClient.set(key, shared)
  shared.watchers++
  let timer: ReturnType<typeof setTimeout> | undefined
  const over = new Promise<void>(resolve => {
    timer = setTimeout(resolve, timeout)
    signal?.addEventListener('abort', () => resolve())
    if (signal?.aborted) resolve()
  })
  try {
    if (shared.latest) yield shared.latest.answer
    while (!signal?.aborted) {
      shared.turn ??= take(shared, ask)
      const next = await Promise.race([over, shared.turn])
      if (!next) return
      yield next.answer
    }
  } catch (error) {
    tell(error)
    throw error
  } finally {
    clearTimeout(timer)
    if (!--shared.watchers) {
      clearTimeout(shared.timer)
      shared.stop.abort()
      ofClient.delete(key)
    }
  }
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
    shared.timer = setTimeout(resolve, Math.min(LATEST_MS, SOONEST_MS * 2 ** (shared.asked - 1)))
  })

const asleep = () => globalThis.document?.hidden || globalThis.navigator?.onLine === false

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
    globalThis.document?.addEventListener('visibilitychange', look, { signal: heard.signal })
    globalThis.addEventListener?.('online', look, { signal: heard.signal })
    stop.addEventListener('abort', () => heard.abort())
  })

import { backoff } from '../http/backoff.js'
import type { Client } from '../http/client.js'
import type { RewardsError } from '../http/error.js'
import type { Connection } from './call.js'

/** A call the platform could not take is made so often at most. */
const TRIES = 3
/** Who waits at a page waits no longer than this: then the call fails, and says when it may be made again. */
const PATIENCE_MS = 30_000

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
export function exchange({ client, token }: Connection, method: string, path: string, body?: object): Promise<unknown> {
  const of = traffic.get(client) ?? { reads: new Map() }
  traffic.set(client, of)
  const { reads } = of
  const reading = method === 'GET'
  // Whose answer it is: another person's read is another one.
  const key = `${token.current()?.access_token} ${path}`
  const shared = reading && reads.get(key)
  if (shared) return shared
  if (!reading) reads.clear()
  let owner = token.owner()
  const run = repeated(of, reading, () => {
    // Who has waited through a logout must not get what is somebody else's by now.
    if (owner && owner !== token.owner()) throw client.error('logged_out', 'Logged out')
    return client.api(method, path, { body }).finally(() => {
      owner ||= token.owner()
    })
  }).finally(() => {
    if (!reading) reads.clear()
    else if (reads.get(key) === run) reads.delete(key)
  })
  if (reading) reads.set(key, run)
  return run
}

async function repeated(of: Traffic, reading: boolean, send: () => Promise<unknown>): Promise<unknown> {
  for (let tries = 1; ; tries++) {
    const { error, until = 0 } = of.held ?? {}
    const wait = until - Date.now()
    if (wait > PATIENCE_MS) throw error
    if (wait > 0) await pause(wait)
    try {
      return await send()
    } catch (cause) {
      const error = cause as RewardsError
      const tooMany = error.status === 429
      const later = backoff(tries, error.retryAfter)
      if (tooMany) of.held = { error, until: Date.now() + later }
      if (tries === TRIES || !(tooMany || (reading && error.status >= 500))) throw error
      if (!tooMany) await pause(later)
    }
  }
}

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

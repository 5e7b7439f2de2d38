import type { Consumer } from '../src/api.js'
import { isRewardsError } from '../src/error/error.js'
import { RewardsError } from '../src/index.js'
import { isAnother } from '../src/token/consumer.js'
import type { ConsumerRuntime } from './consumer-source.js'
import type { Source } from './source.js'

/** What a component knows about something that it loads from the platform. */
export interface Loaded<Value> {
  /** Undefined until it has been loaded. Stays while it is loaded again for the same person. */
  readonly value: Value | undefined
  /** Why loading has failed. Undefined once loading again has succeeded. */
  readonly error: RewardsError | undefined
  readonly isLoading: boolean
}

/** Something that is loaded from the platform while a component is interested in it. */
export interface LoadingSource<Value> extends Source<Loaded<Value>> {
  /** Loads the value again. Never rejects: a failure is the `error` of the value. */
  reload(): Promise<void>
}

/** The first value of every source: on a server, and until a page is hydrated. */
export const LOADING: Loaded<never> = Object.freeze({ value: undefined, error: undefined, isLoading: true })

/**
 * Loads a value at the first subscription, and again for another consumer: another person, or the same person at another level. The value of a
 * person disappears at once when they leave, or are no longer verified. Without subscribers, loading is aborted. With `isIdentifying`, `load`
 * itself may identify the consumer, and is not repeated because of that.
 */
export function loadingSource<Value>(
  rewards: ConsumerRuntime,
  load: (signal: AbortSignal) => Promise<Value>,
  isIdentifying = false,
): LoadingSource<Value> {
  const listeners = new Set<() => void>()
  let state: Loaded<Value> = LOADING
  let isFollowing = false
  /** For whom the value was loaded, or is being loaded. */
  let loadedFor: Consumer | undefined
  let controller = new AbortController()
  let newest: Promise<void> | undefined

  function set(next: Loaded<Value>) {
    state = next
    for (const onChange of [...listeners]) onChange()
  }

  function start(keepsValue: boolean): Promise<void> {
    newest = run(keepsValue)
    return newest
  }

  async function run(keepsValue: boolean): Promise<void> {
    controller.abort()
    controller = new AbortController()
    const { signal } = controller
    loadedFor = rewards.consumer
    const before = keepsValue ? state.value : undefined
    if (!state.isLoading || state.value !== before) set({ ...LOADING, value: before })
    const next = await load(signal).then(
      value => ({ value, error: undefined }),
      cause => ({ value: before, error: toRewardsError(cause) }),
    )
    // Whoever waits for this load waits for the one that has taken its place.
    if (signal.aborted) return signal === controller.signal ? undefined : newest
    if (isIdentifying) loadedFor = rewards.consumer
    set({ ...next, isLoading: false })
  }

  function onConsumer() {
    const before = loadedFor
    const now = rewards.consumer
    if (!before || losesAccess(before, now)) start(false)
    // Where a load identifies the consumer, it is the reason for the other level.
    else if (state.isLoading && isIdentifying) return
    // At once, also during a load: with the option `jwt`, its call is sent after the proof, and both loads share the request.
    else if (before.level !== now.level) start(true)
    // The platform may say the identity of the consumer only after the value was loaded.
    else loadedFor = now
  }

  function follow() {
    const isNeeded = listeners.size > 0
    if (isNeeded === isFollowing) return
    isFollowing = isNeeded
    if (!isNeeded) {
      rewards.removeEventListener('consumer', onConsumer)
      return controller.abort()
    }
    rewards.addEventListener('consumer', onConsumer)
    if (state.isLoading) start(true)
    else onConsumer()
  }

  return {
    get: () => state,
    subscribe(onChange) {
      listeners.add(onChange)
      // In a microtask: React's StrictMode subscribes, unsubscribes and subscribes again in one task, which must be one request.
      queueMicrotask(follow)
      return () => {
        listeners.delete(onChange)
        queueMicrotask(follow)
      }
    },
    reload: () => start(true),
  }
}

const LEVELS: Consumer['level'][] = ['anonymous', 'identified', 'verified']

/** Whether `now` may not see what `before` saw: the person has logged out, is another one, or is no longer verified. */
const losesAccess = (before: Consumer, now: Consumer) =>
  LEVELS.indexOf(now.level) < LEVELS.indexOf(before.level) || (before.level !== 'anonymous' && isAnother(before, now))

/** The function of a component may throw any value. The runtime may be of another copy of the SDK, with another class: the script tag's, or CommonJS. */
const toRewardsError = (cause: unknown) =>
  isRewardsError(cause)
    ? cause
    : new RewardsError('invalid_argument', `The function that loads a resource has failed: ${cause}`, { cause })

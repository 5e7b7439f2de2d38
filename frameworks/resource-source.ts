import type { Consumer, Rewards } from '../src/api.js'
import { invalid, invalidType, isRewardsError } from '../src/error/error.js'
import { LEVELS } from '../src/token/consumer.js'
import { endingReads } from './ending-reads.js'
import { type LoadingSource, loadingSource } from './loading-source.js'
import { reportUnknown } from './report-unknown.js'

/**
 * Loads something with the calls of a runtime, for example `rewards => rewards.profile.get()`. `signal` is aborted when nothing needs the value any
 * more. The reads of `rewards` have it by default, until the function has settled.
 */
export type LoadResource<Value> = (rewards: Rewards, signal: AbortSignal) => Promise<Value>

export interface ResourceOptions {
  /** Nothing is loaded below this level: the value is undefined, without an error. The option `jwt` is asked first. */
  level?: Consumer['level'] | undefined
}

/**
 * The answer of calls that read. Below the level of the options, the value stays undefined, and the platform is not asked. Throws `invalid_argument` for
 * arguments with which nothing could be loaded. What `load` itself throws is reported: a component may not show it.
 */
export const resourceSource = <Value>(
  rewards: Rewards,
  load: LoadResource<Value>,
  options: ResourceOptions = {},
): LoadingSource<Value> => {
  const { level = 'anonymous' } = options
  if (typeof load !== 'function')
    throw invalidType('useResource() needs a function, such as rewards => rewards.profile.get()', load)
  if (!LEVELS.includes(level))
    throw invalid(`The level of useResource() must be one of ${LEVELS.join(', ')}; got "${level}"`)
  const isBelow = () => LEVELS.indexOf(rewards.consumer.level) < LEVELS.indexOf(level)
  // `async`: a function that throws must fail like one that rejects.
  const loadAtLevel = async (signal: AbortSignal) => {
    reportUnknown(rewards, 'useResource()', Object.keys(options), ['level'])
    if (isBelow()) await rewards.recognize({ signal })
    if (isBelow()) return undefined
    let isLoading = true
    try {
      return await load(
        endingReads(rewards, () => (isLoading ? { signal } : {})),
        signal,
      )
    } catch (cause) {
      // The runtime has reported the errors of its calls.
      if (isRewardsError(cause) || signal.aborted) throw cause
      const message = `The function of useResource() has thrown an error: ${cause}`
      // The page's runtime may be of another version, without `report`.
      throw rewards.report?.('invalid_argument', message, { cause }) ?? cause
    } finally {
      isLoading = false
    }
  }
  return loadingSource(rewards, loadAtLevel, level !== 'anonymous') as LoadingSource<Value>
}

/** Tells options from the dependencies of a component, which may stand in the same place. */
export const isResourceOptions = (given: unknown): given is ResourceOptions =>
  typeof given === 'object' && given !== null && !Array.isArray(given)

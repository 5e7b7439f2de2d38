import type { Consumer, Rewards } from '../src/api.js'
import { LEVELS } from '../src/token/consumer.js'
import { type LoadingSource, loadingSource } from './loading-source.js'

/**
 * Loads something with the calls of a runtime, for example `(rewards, signal) => rewards.profile.get({ signal })`. `signal` is aborted when nothing
 * needs the value any more.
 */
export type LoadResource<Value> = (rewards: Rewards, signal: AbortSignal) => Promise<Value>

export interface ResourceOptions {
  /** Nothing is loaded below this level: the value is undefined, without an error. The option `jwt` is asked first. */
  level?: Consumer['level'] | undefined
}

/** The answer of calls that read. Below the level of the options, the value stays undefined, and the platform is not asked. */
export const resourceSource = <Value>(
  rewards: Rewards,
  load: LoadResource<Value>,
  { level = 'anonymous' }: ResourceOptions = {},
): LoadingSource<Value> => {
  const isBelow = () => LEVELS.indexOf(rewards.consumer.level) < LEVELS.indexOf(level)
  // `async`: a function that throws must fail like one that rejects.
  const loadAtLevel = async (signal: AbortSignal) => {
    if (isBelow()) await rewards.recognize({ signal })
    return isBelow() ? undefined : load(rewards, signal)
  }
  return loadingSource(rewards, loadAtLevel, level !== 'anonymous') as LoadingSource<Value>
}

/** Tells options from the dependencies of a component, which may stand in the same place. */
export const isResourceOptions = (given: unknown): given is ResourceOptions =>
  typeof given === 'object' && !Array.isArray(given) && Object.hasOwn(Object(given), 'level')

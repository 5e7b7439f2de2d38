import type { Rewards } from '../src/api.js'
import { type LoadingSource, loadingSource } from './loading-source.js'

/**
 * Loads something with the calls of a runtime, for example `(rewards, signal) => rewards.profile.get({ signal })`. `signal` is aborted when nothing
 * needs the value any more.
 */
export type LoadResource<Value> = (rewards: Rewards, signal: AbortSignal) => Promise<Value>

/** The answer of calls that read. */
export const resourceSource = <Value>(rewards: Rewards, load: LoadResource<Value>): LoadingSource<Value> =>
  // `async`: a function that throws must fail like one that rejects.
  loadingSource(rewards, async signal => load(rewards, signal))

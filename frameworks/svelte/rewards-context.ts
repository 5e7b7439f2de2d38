import { getContext, onDestroy, setContext } from 'svelte'
import type { DemoOptions, Rewards, RewardsOptions } from '../../src/api.js'
import { RewardsError } from '../../src/index.js'
import { followErrors, type OnError, pageRuntime, refuseQueue } from '../page-runtime.js'

const KEY = Symbol('rewards')

/**
 * Gives a runtime to the component that calls it, and to all components below: call it in the script of your root component or layout. Takes a
 * runtime that you have created, or the options of `createRewards`: then the page's first call for a program domain creates the runtime, and later
 * options are not read. Beside the options, `onError` is called with each error of the runtime while the component exists: the console then shows
 * none of them. Throws `invalid_argument`; the message names the option.
 */
export function provideRewards(
  given: ((RewardsOptions | DemoOptions) & { onError?: OnError | undefined }) | Rewards,
): Rewards {
  // Not by its class: the runtime may come from a frame or a test environment, which has its own.
  if (given && 'addEventListener' in given) return setContext(KEY, given)
  refuseQueue(given)
  const { onError, ...options } = { ...given }
  const rewards = pageRuntime(options)
  if (onError) onDestroy(followErrors(rewards, onError))
  return setContext(KEY, rewards)
}

/** The runtime of the nearest component above, if there is one. */
export const findRewards = (): Rewards | undefined => getContext<Rewards | undefined>(KEY)

/**
 * The runtime of the nearest component above that has called `provideRewards()`. On a server, its calls reject with `browser_only`: make them
 * in effects and event handlers. Throws `invalid_argument` without such a component.
 */
export function useRewards(): Rewards {
  const rewards = findRewards()
  if (!rewards)
    throw new RewardsError(
      'invalid_argument',
      'This component needs `provideRewards({ domain })` in a component above it',
    )
  return rewards
}

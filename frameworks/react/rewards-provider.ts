import { createElement, type ReactNode, useEffect, useMemo, useRef } from 'react'
import type { DemoOptions, Rewards, RewardsOptions } from '../../src/api.js'
import { followErrors, type OnError, pageRuntime, refuseQueue } from '../page-runtime.js'
import { reportUnknown } from '../report-unknown.js'
import { RewardsContext } from './rewards-context.js'

export type RewardsProviderProps = {
  children?: ReactNode
  /** Called with each error of the runtime: the function of the last rendering. The console then shows none of them. */
  onError?: OnError | undefined
} & (
  | {
      /** The options of `createRewards`. The page's first provider for a program domain creates the runtime; later options are not read. */
      options: RewardsOptions | DemoOptions
      rewards?: undefined
    }
  | {
      /** A runtime that you have created. */
      rewards: Rewards
      options?: undefined
    }
)

/** Gives a runtime to the hooks and to the zones below it. Throws `invalid_argument`; the message names the option. */
export function RewardsProvider({ rewards, options, onError, children, ...others }: RewardsProviderProps) {
  refuseQueue(rewards)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new object with the same domain means the same runtime.
  const value = useMemo(() => rewards ?? pageRuntime(options), [rewards, options?.domain])
  const latest = useRef(onError)
  latest.current = onError
  const isListening = Boolean(onError)
  useEffect(
    () => (isListening ? followErrors(value, error => latest.current?.(error)) : undefined),
    [value, isListening],
  )
  const unknown = Object.keys(others).join()
  useEffect(() => {
    if (unknown) reportUnknown(value, 'RewardsProvider', unknown.split(','), ['options', 'rewards', 'onError'])
  }, [value, unknown])
  return createElement(RewardsContext.Provider, { value }, children)
}

import type { Rewards, RewardsError } from '../src/index.js'

/** Tells the runtime's `error` listeners what a widget could not do, and answers with the error, to be thrown. */
export function tellError(rewards: Rewards, code: 'unsupported_content' | 'invalid_argument', message: string) {
  const error = Object.assign(new Error(message), {
    name: 'RewardsError' as const,
    code,
    status: 0,
    parameters: {},
    retryable: false,
  }) as RewardsError
  rewards.dispatchEvent(new CustomEvent('error', { detail: error }))
  return error
}

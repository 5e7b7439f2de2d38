import type { Rewards, RewardsError } from '../src/index.js'

/** Tells the runtime's `error` listeners what a widget could not do, and answers with the error, to be thrown. */
export function tellError(rewards: Rewards, code: 'unsupported_content' | 'invalid_argument', message: string) {
  const error: RewardsError = Object.assign(new Error(message), {
    name: 'RewardsError' as const,
    code,
    status: 0,
    parameters: {},
    unique_id: undefined,
    retryable: false,
    retryAfter: undefined,
  })
  rewards.dispatchEvent(new CustomEvent('error', { detail: error }))
  return error
}

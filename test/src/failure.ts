import type { RewardsError } from '../../src/index.js'

/** What a call fails with. */
export const failure = (call: Promise<unknown>): Promise<RewardsError> =>
  call.then(
    answer => Promise.reject(new Error(`It did not fail: ${JSON.stringify(answer)}`)),
    error => error,
  )

import { inTime } from '../base/in-time.js'
import { RewardsError } from '../error/error.js'

/** Longer than a slow network takes for a part of the SDK. A service worker may never answer. */
const TIMEOUT_MS = 30_000

/** Loads a part of the SDK with the first of `attempts` that succeeds. Throws `network_error`. */
export async function loadPart<T>(name: string, ...attempts: (() => Promise<T>)[]): Promise<T> {
  let cause: unknown
  for (const load of attempts)
    try {
      return await inTime(load(), TIMEOUT_MS, () => new Error('No answer'))
    } catch (error) {
      cause = error
    }
  throw new RewardsError(
    'network_error',
    `The module "${name}" of the SDK could not be loaded: check the network and the deployment`,
    {
      retryable: true,
      cause,
    },
  )
}

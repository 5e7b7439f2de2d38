import type { Rewards } from '../src/api.js'
import { RewardsError } from '../src/error/error.js'
import { firstRuntime } from './find-runtime.js'
import { toText } from './page-values.js'

/** Reports an `internal_error` of a widget, and returns it. `rewards` is what the page has set as the zone's runtime; if it is none, the page's runtime is used. */
export function reportFailure(rewards: Partial<Rewards> | undefined, what: string, cause: unknown): RewardsError {
  const runtime = typeof rewards?.report === 'function' ? rewards : firstRuntime()
  const message = `${what} failed: ${toText(cause)}`
  return runtime?.report?.('internal_error', message) ?? new RewardsError('internal_error', message)
}

import type { Rewards } from '../src/api.js'
import { pageRuntime } from './find-runtime.js'
import { toText } from './page-values.js'

/** Reports an `internal_error` of a widget. `rewards` is what the page has set as the zone's runtime; if it is none, the page's runtime is used. */
export function reportFailure(rewards: Partial<Rewards> | undefined, what: string, cause: unknown): void {
  const runtime = typeof rewards?.report === 'function' ? rewards : pageRuntime()
  runtime?.report?.('internal_error', `${what} failed: ${toText(cause)}`)
}

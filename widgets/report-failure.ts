import type { Rewards } from '../src/api.js'
import { toText } from './page-values.js'
import { pageRuntime } from './find-runtime.js'

/** Reports a fault of our own to the zone's runtime, or to the page's where the zone's is not a runtime. */
export function reportFailure(runtime: Partial<Rewards> | undefined, what: string, cause: unknown): void {
  const listening = typeof runtime?.report === 'function' ? runtime : pageRuntime()
  listening?.report?.('internal_error', `${what} failed: ${toText(cause)}`)
}

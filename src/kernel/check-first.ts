import type { Settings } from '../settings/options.js'
import { RUNTIME } from '../settings/runtime-key.js'
import type { Rewards } from './rewards.js'

/** Warns if the page has the runtime of a script tag for the same program. What it says is loaded only then. */
export async function checkFirst(rewards: Rewards, settings: Settings): Promise<void> {
  const first = (globalThis as { [RUNTIME]?: Partial<Rewards> })[RUNTIME]
  // Only the runtime of the script tag takes queued calls. An app may have several runtimes of its own, for example in tests.
  if (!first || !('push' in first) || first === rewards || first.domain !== settings.base) return
  const { describeSecond } = await import('../diagnostics/check-tag.js')
  rewards.report('second_runtime', describeSecond(settings))
}

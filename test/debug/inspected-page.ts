import { type OpenInspector, openInspector, recordCalls } from '../../debug/index.js'
import type { Rewards, RewardsOptions } from '../../src/api.js'
import { createRewards } from '../../src/index.js'
import { createTestPlatform, type TestPlatform, type TestPlatformOptions } from '../../testing/index.js'

export interface InspectedPage {
  platform: TestPlatform
  rewards: Rewards
  inspector: OpenInspector
  /** The shadow root of the inspector. */
  root: ShadowRoot
  /** Shows a section by a click on its tab. */
  show(title: string): void
}

/** A page with a runtime, a platform in memory and the inspector. */
export function openInspectedPage(
  given: TestPlatformOptions = {},
  options: Partial<RewardsOptions> = {},
): InspectedPage {
  const platform = createTestPlatform(given)
  const rewards = createRewards({ ...platform.options, ...options, fetch: recordCalls(platform.fetch) })
  const inspector = openInspector(rewards)
  const root = [...document.querySelectorAll('rewards-inspector')].at(-1)!.shadowRoot!
  const show = (title: string) =>
    tabs(root)
      .find(tab => tab.textContent!.startsWith(title))!
      .click()
  return { platform, rewards, inspector, root, show }
}

const tabs = (root: ShadowRoot) => [...root.querySelectorAll<HTMLElement>('[role="tab"]')]

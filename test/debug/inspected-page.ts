import { expect, vi } from 'vitest'
import { recordedCalls } from '../../debug/call-log.js'
import { type OpenInspector, openInspector, recordCalls } from '../../debug/index.js'
import type { Rewards, RewardsOptions } from '../../src/api.js'
import { createRewards } from '../../src/index.js'
import { createTestPlatform, type TestPlatform, type TestPlatformOptions } from '../../testing/index.js'
import { SOON } from '../soon.js'

export interface InspectedPage {
  platform: TestPlatform
  rewards: Rewards
  inspector: OpenInspector
  /** The shadow root of the inspector. */
  root: ShadowRoot
  /** Answers the requests of the page in the place of the platform. */
  intercept(fetch: typeof globalThis.fetch): void
  /** Shows a section by a click on its tab. */
  show(title: string): void
  /** Presses a button that copies, and returns the text. */
  copy(button: string): Promise<string>
}

/** A page with a runtime, a platform in memory and the inspector. */
export function openInspectedPage(
  given: TestPlatformOptions = {},
  options: Partial<RewardsOptions> = {},
): InspectedPage {
  const platform = createTestPlatform(given)
  let answer: typeof globalThis.fetch = platform.fetch
  const fetch = recordCalls((input, init) => answer(input, init))
  const rewards = createRewards({ ...platform.options, ...options, fetch })
  const intercept = (fetch: typeof globalThis.fetch) => {
    answer = fetch
  }
  const inspector = openInspector(rewards)
  const root = [...document.querySelectorAll('rewards-inspector')].at(-1)!.shadowRoot!
  const show = (title: string) =>
    tabs(root)
      .find(tab => tab.textContent!.startsWith(title))!
      .click()
  let zones = 0
  rewards.addEventListener('zone', () => zones++)

  /** Waits until the drawer shows all that has happened. */
  const settle = () =>
    vi.waitFor(() => {
      const calls = recordedCalls().filter(({ url }) => url.startsWith(platform.domain)).length
      expect(tabs(root).map(tab => tab.textContent)).toEqual(
        expect.arrayContaining([`Zones${zones || ''}`, `Calls${Math.min(calls, 50) || ''}`]),
      )
    }, SOON)

  async function copy(button: string) {
    await settle()
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockReset().mockResolvedValue()
    const buttons = [...root.querySelectorAll<HTMLElement>('footer button')]
    buttons.find(({ textContent }) => textContent === button)!.click()
    return write.mock.calls[0]![0]
  }
  return { platform, rewards, inspector, root, intercept, show, copy }
}

const tabs = (root: ShadowRoot) => [...root.querySelectorAll<HTMLElement>('[role="tab"]')]

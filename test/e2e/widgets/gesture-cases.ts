// The tests of what needs a person's click, which run in WebKit: see engines.test.ts.

import { expect, test } from 'vitest'
import type { Demo } from '../../../demo/main.js'
import { SOON } from '../../soon.js'
import type { Tab } from '../tab.js'

/** What a browser gives to a person’s own click alone: Safari knows no later moment, not even the next promise. */
export function describeGestures(visited: () => Demo, newTab: () => Promise<Tab>) {
  test('copies the link to the clipboard before the click’s own handler has ended', async () => {
    const tab = await newTab()
    await tab.open(visited().origins.shop)
    const button = `document.querySelector('rewards-zone[name=share_experience]')?.shadowRoot.querySelector('[part=copy] button')`
    await expect.poll(() => tab.evaluate(`${button}?.disabled`), SOON).toBe(false)
    await tab.evaluate(`(() => {
      window.written = []
      const { clipboard } = navigator
      const write = clipboard.writeText.bind(clipboard)
      clipboard.writeText = text => (written.push(text), write(text))
    })()`)
    // What a click awaits is not settled before the end of this function. What it needs has been on its way since the zone came.
    const writtenInClick = `(() => {
      const before = written.length
      ${button}.click()
      return written[before] ?? ''
    })()`
    await expect.poll(() => tab.evaluate(writtenInClick), SOON).toMatch(/\/s\/\w+\?partner_share_id=/)

    const [x, y] = (await tab.evaluate(`(() => {
      ${button}.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { x, y, width, height } = ${button}.getBoundingClientRect()
      return [x + width / 2, y + height / 2].map(Math.round)
    })()`)) as [number, number]
    await tab.click(x, y)
    await expect.poll(() => tab.evaluate(`${button}.textContent`), SOON).toBe('Copied')
  })
}

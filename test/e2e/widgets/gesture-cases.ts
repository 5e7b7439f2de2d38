import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Demo, startDemo } from '../../../demo/main.js'
import type { Tab } from '../tab.js'

/** For a machine that has much to do. */
const SOON = { timeout: 20_000 }

/** What a browser gives to a person’s own click alone: Safari knows no later moment, not even the next promise. */
export function describeGestures(newTab: () => Promise<Tab>) {
  let demo: Demo

  beforeAll(async () => {
    demo = await startDemo({ https: true, limits: { perMinute: Infinity, perSecond: Infinity } })
  })

  afterAll(() => demo?.close())

  test('copies the link, which goes to the clipboard before the click’s own handler has ended', async () => {
    const tab = await newTab()
    await tab.open(demo.origins.shop)
    const button = `document.querySelector('rewards-zone[name=share_experience]')?.shadowRoot.querySelector('[part=copy] button')`
    await expect.poll(() => tab.evaluate(`${button}?.disabled`), SOON).toBe(false)
    const [text] = (await tab.evaluate(`(() => {
      const written = []
      const write = navigator.clipboard.writeText
      navigator.clipboard.writeText = text => (written.push(text), write.call(navigator.clipboard, text))
      ${button}.click()
      // What it awaits is not settled before the end of this function.
      return [...written]
    })()`)) as string[]
    expect(text).toMatch(/\/s\/\w+\?partner_share_id=/)

    const [x, y] = (await tab.evaluate(`(() => {
      ${button}.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { x, y, width, height } = ${button}.getBoundingClientRect()
      return [x + width / 2, y + height / 2].map(Math.round)
    })()`)) as [number, number]
    await tab.click(x, y)
    await expect.poll(() => tab.evaluate(`${button}.textContent`), SOON).toBe('Copied')
  })
}

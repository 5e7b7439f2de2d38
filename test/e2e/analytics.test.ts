import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { ScriptRewards } from '../../src/api.js'
import { openBarePage } from './bare-page.js'
import { useDemo } from './demo.js'

const visit = useDemo()

const OPTIONS = {
  attributes: 'data-analytics="dataLayer"',
  body: '<rewards-zone name="share_experience"></rewards-zone>',
}

const eventsOf = (page: Page) =>
  page.evaluate(() => (Reflect.get(globalThis, 'dataLayer') ?? []) as { event: string; conversion?: string }[])

const conversionsOf = async (page: Page) => (await eventsOf(page)).filter(({ event }) => event === 'rewards_conversion')

const hasSeenZone = async (page: Page) => (await eventsOf(page)).some(({ event }) => event === 'view_promotion')

test('the view of the first zone has its campaign, also if the code for analytics comes after the zone', async () => {
  const { page, complaints } = await visit.newVisitor()
  let letPass = () => {}
  const drawn = new Promise<void>(resolve => {
    letPass = resolve
  })
  await page.route('**/diagnostics.js', async route => {
    await drawn
    await route.continue()
  })
  await openBarePage(page, visit.demo, OPTIONS)
  await page.getByRole('textbox', { name: 'Your link' }).waitFor()
  letPass()
  await expect.poll(() => eventsOf(page)).not.toEqual([])
  expect(await eventsOf(page)).toEqual([
    {
      event: 'view_promotion',
      promotion_name: 'share_experience',
      promotion_id: expect.stringMatching(/./),
      creative_name: 'share',
    },
  ])
  expect(complaints).toEqual([])
})

test('of two tabs, one passes a conversion on', async () => {
  const { page, context } = await visit.newVisitor()
  const tabs = [page, await context.newPage()]
  for (const tab of tabs) {
    await openBarePage(tab, visit.demo, OPTIONS)
    await expect.poll(() => hasSeenZone(tab)).toBe(true)
    await tab.evaluate(() => {
      const heard: string[] = []
      Object.assign(globalThis, { receipts: heard })
      ;(window.rewards as ScriptRewards).addEventListener('receipt', ({ detail }) => heard.push(detail.name))
    })
  }
  await page.evaluate(() => (window.rewards as ScriptRewards).track('purchase', { cart_value: 48 }, { id: 'J-1' }))
  for (const tab of tabs) {
    await expect.poll(() => tab.evaluate(() => Reflect.get(globalThis, 'receipts'))).toContain('purchase')
    // Locks are given in the order of the requests: afterwards, the tab knows whether it is the one.
    await tab.evaluate(() => navigator.locks.request('last', () => {}))
  }
  const passed = await Promise.all(tabs.map(conversionsOf))
  expect(passed.flat()).toEqual([{ event: 'rewards_conversion', conversion: 'purchase' }])
})

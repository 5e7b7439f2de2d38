import { describe, expect, test } from 'vitest'
import { useDemo } from './demo.js'
import { openConsole } from './open-console.js'

const visit = useDemo()

/** Opens a zone as its marketer. */
async function openZone(name: string) {
  const marketer = await visit.newVisitor({ viewport: { width: 1280, height: 1000 } })
  await openConsole(marketer.page, visit.demo, `/console/zones/${name}?as=json`)
  const source = marketer.page.getByRole('textbox', { name: /\(JSON\)$/ })
  return {
    ...marketer,
    source,
    replace: async (text: string, by: string) => source.fill((await source.inputValue()).replaceAll(text, by)),
    press: (button: string) => marketer.page.getByRole('button', { name: button }).click(),
    seenBy: (audience: string) => marketer.page.frameLocator(`iframe[title="Zone for: ${audience}"]`),
  }
}

async function openShop() {
  const { page } = await visit.newVisitor()
  await page.goto(visit.demo.origins.shop)
  const headline = page.locator('rewards-zone').getByRole('heading').first()
  return { headline: () => headline.textContent(), reload: () => page.reload() }
}

describe('a marketer', () => {
  test('sees a draft as shoppers will, and publishes it', async () => {
    const { replace, press, seenBy, page, complaints } = await openZone('share_experience')
    await replace('Give 20, get 20', 'Sow 20, reap 20')
    await press('Save draft')
    await page.getByRole('status').filter({ hasText: 'saved as a draft' }).waitFor()
    await seenBy('Everybody').getByRole('heading', { name: 'Sow 20, reap 20' }).waitFor()
    await page.getByText('locale: fr', { exact: true }).click()
    await seenBy('locale: fr').getByRole('heading', { name: 'Offrez 20 $, recevez 20 $' }).waitFor()
    const shop = await openShop()
    expect(await shop.headline()).toBe('Give 20, get 20')

    await press('Publish')
    await page.getByRole('status').filter({ hasText: 'is live' }).waitFor()
    await shop.reload()
    expect(await shop.headline()).toBe('Sow 20, reap 20')
    expect(complaints).toEqual([])
  })

  test('sees where the JSON is broken, and keeps the typed text', async () => {
    const { source, press, page } = await openZone('terms')
    await source.fill('{\n  "creatives": [\n')
    await press('Publish')
    const errors = page.getByRole('alert').filter({ hasText: 'line 3, column 1: expected a value or ]' })
    await errors.waitFor()
    expect(await source.inputValue()).toBe('{\n  "creatives": [\n')
    // The browser moves the focus when it has drawn the page.
    await expect.poll(() => errors.evaluate(element => element === document.activeElement)).toBe(true)
  })

  test('sees content without a widget as it is', async () => {
    const { seenBy, complaints } = await openZone('terms')
    await seenBy('Everybody').getByText('One reward for each friend').waitFor()
    expect(complaints).toEqual([])
  })
})

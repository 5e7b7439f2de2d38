import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { SOON } from '../../soon.js'
import { fillZones } from '../widgets/zone-content.js'
import { useNextApp } from './next-app.js'

const app = useNextApp()

const html = async (path: string) => (await fetch(app.origin + path)).text()

/** Opens nothing yet. Warnings, such as those of a hydration that fails, count as complaints. */
async function newVisitor() {
  const visitor = await app.visit.newVisitor()
  visitor.page.on('console', message => {
    if (message.type() === 'warning') visitor.complaints.push(message.text())
  })
  return visitor
}

const level = (page: Page, name: string) => page.getByText(`You are ${name}.`).waitFor()

test('the server renders a zone with its settings, and an anonymous consumer', async () => {
  const zone = /<rewards-zone [^>]*>/.exec(await html('/'))?.[0].replaceAll('&quot;', '"')
  expect(zone).toContain('name="share_experience"')
  expect(zone).toContain('data="{"labels":"refer"}"')
  expect(zone).toContain('messages="{"your_link":"Your invitation"}"')
  expect(zone).toContain('defer-hydration')
  expect((await html('/account')).replaceAll('<!-- -->', '')).toContain('You are anonymous.  Loading …')
})

test('a zone keeps its settings, and the HTML of the server, when the page is hydrated', async () => {
  const { page, complaints } = await newVisitor()
  const link = 'https://shop.brand.localhost/s/ada'
  const content = { widget: 'share', shareable: { code: 'ada', link }, capture: {} }
  const asked = await fillZones(page, app.visit.demo, { share_experience: content })
  // The element of the server's HTML, before any script has run.
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const zone = document.querySelector('rewards-zone')
      if (!zone) return
      observer.disconnect()
      Object.assign(globalThis, { zoneOfServer: zone })
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto(app.origin)
  // The widget asks for an email address, in a field that it adds to the element.
  await page.locator('rewards-zone input').waitFor()
  const zone = page.locator('rewards-zone')
  expect(await zone.evaluate(element => element === Reflect.get(globalThis, 'zoneOfServer'))).toBe(true)
  expect(await zone.evaluate(element => Reflect.get(element, 'messages'))).toEqual({ your_link: 'Your invitation' })
  expect(await zone.getAttribute('defer-hydration')).toBeNull()
  expect(asked).toEqual([{ event_name: 'share_experience', data: { labels: 'refer', locale: 'en' } }])
  expect(complaints).toEqual([])
})

test('a component follows the consumer across routes and reloads, and the server never knows them', async () => {
  const { page, complaints } = await newVisitor()
  await page.goto(app.origin)
  await page.getByRole('textbox', { name: 'Your invitation' }).waitFor()
  await page.getByRole('link', { name: 'Account' }).click()
  await level(page, 'anonymous')
  await page.getByRole('button', { name: 'I am Ada' }).click()
  await level(page, 'identified')
  await page.getByText('Your id is ada-lovelace.').waitFor()
  await page.goBack()
  await page.getByRole('textbox', { name: 'Your invitation' }).waitFor()
  await page.goto(`${app.origin}/account`)
  await level(page, 'identified')
  expect(await html('/account')).not.toContain('identified')
  await page.getByText('Your id is ada-lovelace.').waitFor()
  await page.getByRole('button', { name: 'Log out' }).click()
  await level(page, 'anonymous')
  await expect.poll(() => page.getByText('ada-lovelace').count(), SOON).toBe(0)
  expect(complaints).toEqual([])
})

import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { SOON } from '../../soon.js'
import { openBarePage } from '../bare-page.js'
import { useDemo } from '../demo.js'
import { fillZones } from './zone-content.js'

const visit = useDemo()

const OFFER = { widget: 'offer', headline: '$20 off', coupon_code: 'ADA-20', continue_url: 'https://shop.example/' }
const CTA = { widget: 'cta', text: 'Invite a friend', opens: { zone: 'share_experience' } }

/** What the browsers inside of other apps leave out, each of them something else. */
function leaveOut() {
  Reflect.deleteProperty(Navigator.prototype, 'share')
  Reflect.deleteProperty(Navigator.prototype, 'clipboard')
  Reflect.deleteProperty(window, 'open')
}

/** What is selected in the field that has the focus. */
const selected = (page: Page) =>
  page.evaluate(() => {
    let element = document.activeElement
    while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement
    const { value, selectionStart, selectionEnd } = element as HTMLInputElement
    return value.slice(selectionStart ?? 0, selectionEnd ?? 0)
  })

test('a browser without share sheet, clipboard and windows still copies by hand and opens links', async () => {
  const { page, context, complaints } = await visit.newVisitor({ viewport: { width: 390, height: 844 } })
  await context.addInitScript(leaveOut)
  await context.route('https://wa.me/**', route => route.fulfill({ contentType: 'text/html', body: '' }))
  await fillZones(page, visit.demo, { welcome_offer: OFFER, cta: CTA })
  await openBarePage(page, visit.demo, {
    body: ['share_experience', 'welcome_offer', 'cta']
      .map(zone => `<rewards-zone name="${zone}"></rewards-zone>`)
      .join(''),
  })
  const share = page.locator('rewards-zone[name=share_experience]').first()
  const link = share.getByRole('textbox', { name: 'Your link' })
  await link.waitFor()
  expect(await page.evaluate(() => ['share' in navigator, 'clipboard' in navigator, 'open' in window])).toEqual([
    false,
    false,
    false,
  ])
  expect(await share.getByRole('button', { name: 'Share', exact: true }).count()).toBe(0)

  const cannot = 'We couldn’t copy it. The text is selected so you can copy it yourself.'
  await share.getByRole('button', { name: 'Copy' }).click()
  await share.getByRole('status').filter({ hasText: cannot }).waitFor()
  expect(await selected(page)).toBe(await link.inputValue())
  const offer = page.locator('rewards-zone[name=welcome_offer]')
  await offer.getByRole('button', { name: 'Copy' }).click()
  await offer.getByRole('status').filter({ hasText: cannot }).waitFor()
  expect(await selected(page)).toBe('ADA-20')

  const [tab] = await Promise.all([context.waitForEvent('page'), share.getByRole('link', { name: 'WhatsApp' }).click()])
  await tab.waitForURL('https://wa.me/**')
  const told = () => visit.demo.platform.db.query(`select channel from shares`)
  // What could not be copied is no share.
  await expect.poll(told, SOON).toEqual([{ channel: 'whatsapp' }])
  // What is then copied by hand is one.
  await share.getByRole('button', { name: 'Copy' }).click()
  await expect.poll(() => selected(page), SOON).toBe(await link.inputValue())
  await page.keyboard.press('Control+C')
  await expect.poll(told, SOON).toContainEqual({ channel: 'copy' })
  await share.getByRole('button', { name: 'QR code' }).click()
  await share.getByRole('img', { name: 'QR code for your link' }).waitFor()

  await page.getByRole('button', { name: 'Invite a friend' }).click()
  await page.getByRole('dialog', { name: 'Invite a friend' }).getByRole('textbox', { name: 'Your link' }).waitFor()
  expect(complaints).toEqual([])
})

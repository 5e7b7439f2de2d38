import { describe, expect, test } from 'vitest'
import type { ScriptRewards } from '../../../src/api.js'
import { SOON } from '../../soon.js'
import { openBarePage } from '../bare-page.js'
import { useDemo } from '../demo.js'
import { type Content, fillZones } from './zone-content.js'

const visit = useDemo()

const OFFER = {
  widget: 'offer',
  headline: '$20 off your first order',
  advocate: { first_name: 'Ada' },
  reward_text: 'Ada thinks you will like it here.',
  coupon_code: 'ADA-20',
  reveal: 'email',
  expires_at: '2099-03-01T12:00:00Z',
  continue_url: 'https://shop.example/?utm=ada',
}

const ZONE = '<rewards-zone name="welcome_offer"></rewards-zone>'

async function open(offer: Content, body = ZONE) {
  const visitor = await visit.newVisitor({ permissions: ['clipboard-read', 'clipboard-write'] })
  await fillZones(visitor.page, visit.demo, { welcome_offer: offer })
  await openBarePage(visitor.page, visit.demo, { body })
  return visitor
}

describe('an offer for an email address', () => {
  test('is revealed after an email address is entered, in a field that the browser can fill in', async () => {
    const { page, complaints } = await open(OFFER, `<form>${ZONE}</form>`)
    const field = page.getByRole('textbox', { name: 'Your email address' })
    await field.waitFor()
    // A form of the page around the zone neither sends nor checks the field.
    expect(await page.evaluate(() => document.forms[0]!.elements.length)).toBe(0)
    expect(await page.getByText('ADA-20').count()).toBe(0)
    // In the page itself, where password managers look.
    const inPage = await page.evaluate(() =>
      document.querySelector('rewards-zone > input')?.getAttribute('autocomplete'),
    )
    expect(inPage).toBe('email')

    await field.press('Enter')
    await page.getByRole('status').filter({ hasText: 'Enter a valid email address.' }).waitFor()
    await field.fill('grace@example.com')
    await field.press('Enter')
    await expect.poll(() => page.getByRole('textbox', { name: 'Your code' }).inputValue(), SOON).toBe('ADA-20')
    expect(await page.evaluate(() => (window.rewards as ScriptRewards).consumer.level)).toBe('identified')
    expect(await page.locator('rewards-zone > input').count()).toBe(0)
    expect(complaints).toEqual([])
  })
})

describe('an offer for everybody', () => {
  test('copies its code, and takes it to the shop', async () => {
    const { page, complaints } = await open({ ...OFFER, reveal: 'always' })
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('ADA-20')
    const onward = page.getByRole('link', { name: 'Start shopping' })
    expect(await onward.getAttribute('href')).toBe('https://shop.example/?utm=ada&coupon_code=ADA-20')
    await page.getByText('Valid until March 1, 2099').waitFor()
    expect(complaints).toEqual([])
  })
})

import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { ScriptRewards } from '../../../src/api.js'
import { SOON } from '../../soon.js'
import { openBarePage } from '../bare-page.js'
import { useDemo } from '../demo.js'
import { closeDialog } from './close-dialog.js'
import { focused, tabThrough } from './focused.js'
import { type Content, fillZones } from './zone-content.js'

// By keyboard alone: from here on nothing is clicked.

const visit = useDemo()

const SHARE = {
  widget: 'share',
  headline: 'Give 20, get 20',
  how_it_works: ['Share your link.', 'Wait.'],
  channels: ['copy', 'email', 'whatsapp', 'qr'],
  messages: { default: 'Have $20:' },
  shareable: { code: 'ada', link: 'https://brand.com/s/ada' },
  links: { terms_url: 'https://brand.com/terms' },
}

/** A page with the first of these zones, once it is drawn, and a button below it. */
async function open(zones: Record<string, Content>, email?: string) {
  const visitor = await visit.newVisitor({
    viewport: { width: 800, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const { page } = visitor
  await fillZones(page, visit.demo, zones)
  await openBarePage(page, visit.demo)
  await page.evaluate(
    async ([name, address]) => {
      if (address) await (window.rewards as ScriptRewards).identify({ email: address })
      document.body.append(Object.assign(document.createElement('rewards-zone'), { name }))
      document.body.append(Object.assign(document.createElement('button'), { textContent: 'Of the page' }))
    },
    [Object.keys(zones)[0], email] as const,
  )
  const zone = page.locator('rewards-zone').first()
  await zone.getByRole('button').first().waitFor()
  return { ...visitor, zone }
}

/** What the region of a zone says that is heard without the focus. */
const said = (within: Locator) =>
  within.getByRole('status').evaluateAll(regions => regions.map(({ textContent }) => textContent).filter(Boolean))

/** What a screen reader is told of it, without where its links lead, which is another place in each run. */
const tree = async (within: Locator) =>
  (await within.ariaSnapshot()).replace(/:\n *- \/url: .*/g, '').replace(/https?:\S+/g, '(an address)')

describe('sharing by keyboard', () => {
  test('copies, opens panels, types, sends and saves, and never loses the focus', async () => {
    const { page, complaints, zone } = await open({ share: { ...SHARE, shareable: undefined } }, 'liz@example.com')
    await zone.getByRole('button', { name: 'Email' }).waitFor()
    expect(await tree(zone)).toMatchInlineSnapshot(`
      "- heading "Give 20, get 20" [level=2]
      - list:
        - listitem: Share your link.
        - listitem: Wait.
      - text: Your link
      - textbox "Your link": (an address)
      - button "Copy"
      - status
      - button "Email"
      - link "WhatsApp"
      - button "QR code"
      - button "Edit message"
      - paragraph:
        - link "Terms""
    `)
    expect(await tabThrough(page, 8)).toEqual([
      'Your link',
      'Copy',
      'Email',
      'WhatsApp',
      'QR code',
      'Edit message',
      'Terms',
      'Of the page',
    ])

    await tabThrough(page, 6, 'Shift+Tab')
    await page.evaluate(() => {
      const shares: string[] = []
      Reflect.set(window, 'shares', shares)
      document.addEventListener('rewards:action', ({ detail }) => shares.push(detail.action))
    })
    // A key that is held is pressed again and again.
    for (let presses = 0; presses < 4; presses++) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await expect.poll(() => said(zone), SOON).toEqual(['Copied'])
    expect(await page.evaluate(() => Reflect.get(window, 'shares'))).toEqual(['share'])
    expect(await focused(page)).toBe('Copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('partner_share_id')

    // Tab may be held, too.
    for (let presses = 0; presses < 4; presses++) await page.keyboard.down('Tab')
    await page.keyboard.up('Tab')
    await page.keyboard.press('Space')
    await zone.getByRole('textbox', { name: 'Your message' }).waitFor()
    expect(await focused(page)).toBe('Edit message')
    expect(await tabThrough(page, 1)).toEqual(['Your message'])
    await page.keyboard.press('End')
    await page.keyboard.type(' dear Bob')

    await tabThrough(page, 4, 'Shift+Tab')
    expect(await focused(page)).toBe('Email')
    await page.keyboard.press('Enter')
    await zone.getByRole('textbox', { name: 'Subject' }).waitFor()
    expect(await zone.getByRole('button', { expanded: true }).allTextContents()).toEqual(['Email'])
    expect(await tree(zone.locator('form'))).toMatchInlineSnapshot(`
      "- text: Your friends’ email addresses
      - textbox "Your friends’ email addresses"
      - text: Separate multiple addresses with commas. Subject
      - textbox "Subject"
      - text: Message
      - textbox "Message": "Have $20: dear Bob"
      - text: Your link will be added at the end.
      - status
      - button "Send"
      - link "Use my email app""
    `)
    await tabThrough(page, 4)
    expect(await focused(page)).toBe('Your friends’ email addresses')
    await page.keyboard.type('bob')
    await page.keyboard.press('Enter')
    await expect.poll(() => said(zone), SOON).toEqual(['bob isn’t a valid email address.'])
    expect(await focused(page)).toBe('Your friends’ email addresses')
    await page.keyboard.type('@example.com')
    expect(await tabThrough(page, 3)).toEqual(['Subject', 'Message', 'Send'])
    await page.keyboard.press('Space')
    await expect.poll(() => said(zone), SOON).toEqual(['Your email is on its way to 1 friend.'])
    expect(await focused(page)).toBe('Send')

    await tabThrough(page, 5, 'Shift+Tab')
    expect(await focused(page)).toBe('QR code')
    await page.keyboard.press('Enter')
    await zone.getByRole('img', { name: 'QR code for your link' }).waitFor()
    expect(await tree(zone.locator('[part~=qr]'))).toMatchInlineSnapshot(`
      "- img "QR code for your link"
      - text: Let a friend scan this code, or print it.
      - button "Save as PNG"
      - button "Save as SVG""
    `)
    expect(await tabThrough(page, 2)).toEqual(['Edit message', 'Save as PNG'])
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    expect(download.suggestedFilename()).toBe('qr.png')
    expect(await focused(page)).toBe('Save as PNG')
    expect(complaints).toEqual([])
  })

  test('asks for an email address first, and continues where the link appears', async () => {
    const { page, complaints, zone } = await open({
      share: { ...SHARE, capture: { opt_in: 'Send me news' } },
    })
    expect(await tree(zone)).toMatchInlineSnapshot(`
      "- heading "Give 20, get 20" [level=2]
      - list:
        - listitem: Share your link.
        - listitem: Wait.
      - textbox "Your email address"
      - button "Get my link"
      - checkbox "Send me news"
      - text: Send me news
      - status
      - paragraph:
        - link "Terms""
    `)
    expect(await tabThrough(page, 3)).toEqual(['Your email address', 'Get my link', 'Send me news'])
    await page.keyboard.press('Space')
    await tabThrough(page, 1, 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => said(zone), SOON).toEqual(['Enter a valid email address.'])
    expect(await focused(page)).toBe('Your email address')
    await page.keyboard.type('amy@example.com')
    await page.keyboard.press('Enter')
    await zone.getByRole('textbox', { name: 'Your link' }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('rewards-zone')
    expect(await tabThrough(page, 2)).toEqual(['Your link', 'Copy'])
    expect(complaints).toEqual([])
  })
})

describe('a cta by keyboard', () => {
  const CTA = { widget: 'cta', text: 'Give $20, get $20', opens: { zone: 'share' } }

  test.each([
    ['banner', 'Enter'],
    ['button', 'Space'],
  ])('that is a %s opens its dialog by %s, which keeps the focus until Escape', async (style, key) => {
    const { page, complaints, zone } = await open({ cta: { ...CTA, style }, share: SHARE })
    expect(await tabThrough(page, 1)).toEqual(['Give $20, get $20'])
    await page.keyboard.press(key)
    await zone.getByRole('textbox', { name: 'Your link' }).waitFor()
    expect(await focused(page)).toBe('Close')
    if (style === 'banner')
      expect(await tree(zone)).toMatchInlineSnapshot(`
      "- button "Give $20, get $20"
      - dialog "Give $20, get $20":
        - button "Close"
        - heading "Give 20, get 20" [level=2]
        - list:
          - listitem: Share your link.
          - listitem: Wait.
        - text: Your link
        - textbox "Your link": (an address)
        - button "Copy"
        - status
        - link "Email"
        - link "WhatsApp"
        - button "QR code"
        - button "Edit message"
        - paragraph:
          - link "Terms""
    `)
    const inside = await tabThrough(page, 5)
    expect(inside).toEqual(['Your link', 'Copy', 'Email', 'WhatsApp', 'QR code'])
    await closeDialog(page)
    await zone.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('Give $20, get $20')
    // By its own button, too.
    await page.keyboard.press(key)
    await zone.getByRole('dialog').waitFor()
    expect(await focused(page)).toBe('Close')
    await page.keyboard.press(key)
    await zone.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('Give $20, get $20')
    expect(complaints).toEqual([])
  })

  test('that is an overlay opens, shrinks and closes, and leaves the focus in its place', async () => {
    const overlay = { ...CTA, style: 'overlay', minimized_text: '$20 for you' }
    const { page, complaints, zone } = await open({ overlay, share: SHARE })
    expect(await tree(zone)).toMatchInlineSnapshot(`
      "- complementary "Give $20, get $20":
        - paragraph: Give $20, get $20
        - button "Learn more"
        - button "Dismiss""
    `)
    expect(await tabThrough(page, 1)).toEqual(['Learn more'])
    await page.keyboard.press('Enter')
    await zone.getByRole('textbox', { name: 'Your link' }).waitFor()
    await closeDialog(page)
    await zone.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('Learn more')

    expect(await tabThrough(page, 1)).toEqual(['Dismiss'])
    await page.keyboard.press('Enter')
    await zone.getByRole('button', { name: '$20 for you' }).waitFor()
    expect(await focused(page)).toBe('$20 for you')
    expect(await tree(zone)).toMatchInlineSnapshot(`
      "- complementary "Give $20, get $20":
        - button "$20 for you"
        - button "Dismiss""
    `)
    expect(await tabThrough(page, 1)).toEqual(['Dismiss'])
    await page.keyboard.press('Space')
    await zone.getByRole('button').first().waitFor({ state: 'detached' })
    // Nothing of it is left but its place in the page.
    expect(await focused(page)).toBe('div')
    expect(await tabThrough(page, 1)).toEqual(['Of the page'])
    expect(complaints).toEqual([])
  })
})

describe('an offer by keyboard', () => {
  test('is revealed, announced, copied and read', async () => {
    const { page, complaints, zone } = await open({
      offer: {
        widget: 'offer',
        headline: '$20 off your first order',
        advocate: { first_name: 'Ada' },
        coupon_code: 'ADA-20',
        reveal: 'email',
        rules: ['One for each household.'],
        continue_url: 'https://shop.example/',
      },
    })
    expect(await tree(zone)).toMatchInlineSnapshot(`
      "- paragraph: From Ada
      - heading "$20 off your first order" [level=2]
      - textbox "Your email address"
      - button "Show my code"
      - status
      - status
      - group: Terms"
    `)
    expect(await tabThrough(page, 3)).toEqual(['Your email address', 'Show my code', 'Terms'])
    await page.keyboard.press('Space')
    await zone.getByText('One for each household.').waitFor()
    await tabThrough(page, 2, 'Shift+Tab')
    await page.keyboard.type('joe@example.com')
    await tabThrough(page, 1)
    await page.keyboard.press('Space')
    await expect.poll(() => said(zone), SOON).toEqual(['Your code ADA-20'])
    expect(await tree(zone)).toMatchInlineSnapshot(`
      "- paragraph: From Ada
      - heading "$20 off your first order" [level=2]
      - text: Your code
      - textbox "Your code": ADA-20
      - button "Copy"
      - status
      - status: Your code ADA-20
      - link "Start shopping"
      - group:
        - text: Terms
        - list:
          - listitem: One for each household."
    `)
    expect(await tabThrough(page, 2)).toEqual(['Your code', 'Copy'])
    await page.keyboard.press('Enter')
    await expect.poll(() => said(zone), SOON).toContain('Copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('ADA-20')
    expect(await tabThrough(page, 2)).toEqual(['Start shopping', 'Terms'])
    expect(complaints).toEqual([])
  })
})

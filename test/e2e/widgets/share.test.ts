import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { ScriptRewards } from '../../../src/api.js'
import { mailsTo } from '../../mails.js'
import { SOON } from '../../soon.js'
import { openBarePage } from '../bare-page.js'
import { useDemo, type Visitor } from '../demo.js'
import { scan } from './scan.js'
import { type Content, fillZones } from './zone-content.js'

const visit = useDemo()

const SHARE = {
  widget: 'share',
  channels: ['copy', 'native', 'email', 'sms', 'whatsapp', 'facebook', 'x', 'linkedin', 'qr'],
  messages: { default: 'Have $20:', email: { subject: 'For you', message: 'Take $20' } },
}

/** What the page hears, and the share sheet, which Chromium has none of without a screen: it does as `window.sheet` says. */
const LISTEN = `window.actions = []
  document.addEventListener('rewards:action', ({ detail: { zone, ...action } }) => actions.push(action))
  window.sheet = () => {}
  window.sheets = []
  navigator.share = async content => { sheets.push(content); sheet() }`

/** Mail and messages open apps, which there are none of here: the address is written down instead. */
const NO_APPS = `window.apps = []
  document.addEventListener('click', event => {
    const link = event.composedPath()[0].closest('a:not([target])')
    if (!link) return
    event.preventDefault()
    apps.push(link.href)
  })`

/** Somebody on a page under the strict policy, with what the zone holds; known by their address, if they have one. */
async function open(content: Content, email?: string): Promise<Visitor> {
  const visitor = await visit.newVisitor({ permissions: ['clipboard-read', 'clipboard-write'] })
  const { page, context } = visitor
  await context.route(/^https:/, route => route.fulfill({ contentType: 'text/html', body: '' }))
  await fillZones(page, visit.demo, { share_experience: content })
  await openBarePage(page, visit.demo, { before: `${LISTEN}; ${NO_APPS}` })
  await page.evaluate(async address => {
    if (address) await (window.rewards as ScriptRewards).identify({ email: address })
    document.body.append(Object.assign(document.createElement('rewards-zone'), { name: 'share_experience' }))
  }, email)
  return visitor
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const read = <T>(page: Page, name: string) => page.evaluate(key => Reflect.get(window, key) as T, name)

/** The person’s own link, once it is there. */
async function ownLink(page: Page) {
  await expect.poll(() => field(page, 'Your link').inputValue(), SOON).toMatch(/^http/)
  return field(page, 'Your link').inputValue()
}

interface Share {
  channel: string
  partner_share_id: string
  code: string
}

const sharesOf = (email: string) =>
  visit.demo.platform.db.query<Share>(
    `select channel, partner_share_id, shares.code from shares join persons using (person_id) where email = $1
     order by channel`,
    [email],
  )

/** The id of a share in what has left the page. */
const idIn = (text: string) => /partner_share_id=([\w-]+)/.exec(decodeURIComponent(text))?.[1]

describe('each channel', () => {
  test('uses the person’s own link, with the id that the platform gets', async () => {
    const email = 'ida@example.com'
    const { page, context, complaints } = await open(SHARE, email)
    const own = await ownLink(page)
    const left: Record<string, string> = {}

    await button(page, 'Copy').click()
    await button(page, 'Copied').waitFor()
    left.copy = await page.evaluate(() => navigator.clipboard.readText())
    await button(page, 'Share').click()
    await page.getByRole('status').filter({ hasText: 'Shared' }).waitFor()
    const [sheet] = await read<{ text: string; url: string }[]>(page, 'sheets')
    expect(sheet!.text).toBe('Have $20:')
    left.native = sheet!.url
    for (const [channel, name] of Object.entries({
      whatsapp: 'WhatsApp',
      facebook: 'Facebook',
      x: 'X',
      linkedin: 'LinkedIn',
    })) {
      const [tab] = await Promise.all([context.waitForEvent('page'), link(page, name).click()])
      await tab.waitForURL(/^https/)
      expect(await tab.evaluate(() => [opener, document.referrer])).toEqual([null, ''])
      left[channel] = tab.url()
      await tab.close()
    }
    await link(page, 'Text message').click()
    await button(page, 'Email').click()
    await link(page, 'Use my email app').click()
    const [sms, mail] = await read<[string, string]>(page, 'apps')
    expect([sms, mail].map(address => new URL(address).protocol)).toEqual(['sms:', 'mailto:'])
    Object.assign(left, { sms, email: mail })
    await button(page, 'QR code').click()
    left.qr = await scan(page, await page.getByRole('img', { name: 'QR code for your link' }).screenshot(), 'image/png')

    await expect.poll(async () => (await sharesOf(email)).length, SOON).toBe(9)
    const code = own.split('/').at(-1)
    const told = Object.entries(left).map(([channel, text]) => ({ channel, partner_share_id: idIn(text), code }))
    expect(await sharesOf(email)).toEqual(told.sort((a, b) => (a.channel < b.channel ? -1 : 1)))
    for (const text of Object.values(left)) expect(decodeURIComponent(text)).toContain(own)
    expect(new Set(told.map(({ partner_share_id }) => partner_share_id)).size).toBe(9)

    const outcomes = (await read<{ channel: string; outcome: string }[]>(page, 'actions')).map(
      ({ channel, outcome }) => `${channel} ${outcome}`,
    )
    // What becomes of a mail window, or of a code that was shown, nobody knows.
    expect(outcomes).toEqual([
      'copy handed_off',
      'native shared',
      'whatsapp handed_off',
      'facebook handed_off',
      'x handed_off',
      'linkedin handed_off',
      'sms handed_off',
      'email handed_off',
      'qr handed_off',
    ])
    expect(complaints).toEqual([])
  })

  test.each([
    ['by itself', SHARE],
    ['in a stack', { widget: 'stack', items: [SHARE] }],
  ])('%s gets the link within the click, because Safari accepts no later moment', async (_, content) => {
    const { page } = await open(content, 'uma@example.com')
    await ownLink(page)
    const code = () =>
      page.evaluate(() => performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/share.js'))?.name)
    await expect.poll(code, SOON).toBeTruthy()
    // Not only fetched, but run.
    await page.evaluate(`import('${await code()}').then(() => {})`)
    const called = await page.evaluate(() => {
      const calls: string[] = []
      const { clipboard } = navigator
      const write = clipboard.writeText.bind(clipboard)
      clipboard.writeText = text => {
        calls.push('clipboard')
        return write(text)
      }
      navigator.share = async () => void calls.push('sheet')
      const buttonsIn = (root: ParentNode): HTMLElement[] =>
        [...root.querySelectorAll<HTMLElement>('*')].flatMap(element =>
          element.shadowRoot ? buttonsIn(element.shadowRoot) : element.localName === 'button' ? [element] : [],
        )
      const buttons = buttonsIn(document)
      const click = (name: string) => buttons.find(({ textContent }) => textContent === name)!.click()
      click('Copy')
      click('Share')
      // No promise has been settled in between: that takes an end of this function.
      return calls
    })
    expect(called).toEqual(['clipboard', 'sheet'])
  })

  test('carries the person’s own text, and the link once', async () => {
    const { page, complaints } = await open(SHARE, 'eve@example.com')
    const own = await ownLink(page)
    await button(page, 'Edit message').click()
    await field(page, 'Your message').fill('Dear Bob & Cy, “plants” #1')
    const texts = await page.evaluate(() =>
      [...document.querySelector('rewards-zone')!.shadowRoot!.querySelectorAll('a')].map(({ href }) => {
        const { searchParams } = new URL(href)
        return searchParams.get('text') ?? searchParams.get('body') ?? ''
      }),
    )
    const carrying = texts.filter(Boolean)
    expect(carrying).toHaveLength(3)
    for (const text of carrying) expect(text.split(own)).toHaveLength(2)
    const words = 'Dear Bob & Cy, “plants” #1'
    const [whatsApp, ...others] = [...carrying].sort((a, b) => b.indexOf(words) - a.indexOf(words))
    for (const text of others) expect(text.startsWith(`${words} ${own}?partner_share_id=`)).toBe(true)
    // Only then the chat shows the picture of the card.
    expect(whatsApp!.startsWith(`${own}?partner_share_id=`)).toBe(true)
    expect(whatsApp!.endsWith(`\n${words}`)).toBe(true)
    await button(page, 'Share').click()
    await expect
      .poll(() => read<{ text: string }[]>(page, 'sheets'), SOON)
      .toMatchObject([{ text: 'Dear Bob & Cy, “plants” #1' }])
    await button(page, 'Email').click()
    expect(await field(page, 'Message').inputValue()).toBe('Dear Bob & Cy, “plants” #1')
    expect(complaints).toEqual([])
  })
})

describe('the browser’s share sheet', () => {
  test('is no share when it is dismissed, and reports a failure', async () => {
    const email = 'max@example.com'
    const { page, complaints } = await open(SHARE, email)
    await ownLink(page)
    const status = page.getByRole('status').first()
    for (const [error, outcome, words] of [
      ['AbortError', 'canceled', ''],
      ['NotAllowedError', 'failed', 'We couldn’t share it. Try again.'],
      ['', 'shared', 'Shared'],
    ]) {
      await page.evaluate(name => {
        Reflect.set(window, 'actions', [])
        Reflect.set(window, 'sheet', () => {
          if (name) throw new DOMException('', name)
        })
      }, error)
      await button(page, 'Share').click()
      await expect.poll(() => read(page, 'actions'), SOON).toMatchObject([{ channel: 'native', outcome }])
      await expect.poll(() => status.textContent(), SOON).toBe(words)
    }
    await expect.poll(async () => (await sharesOf(email)).length, SOON).toBe(1)
    expect(complaints).toEqual([])
  })
})

describe('the QR code', () => {
  test('is saved as a bitmap and as a vector image, and a camera reads the same link in all three', async () => {
    const { page, complaints } = await open(SHARE, 'kim@example.com')
    const own = await ownLink(page)
    await button(page, 'QR code').click()
    const code = page.getByRole('img', { name: 'QR code for your link' })
    const shown = await scan(page, await code.screenshot(), 'image/png')
    // Dark on light, also in dark colors.
    await page.emulateMedia({ colorScheme: 'dark' })
    const colors = await code.evaluate(svg => [...svg.children].map(part => getComputedStyle(part).fill))
    expect(colors).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)'])
    expect(shown).toBe(`${own}?partner_share_id=${idIn(shown)}`)
    for (const [name, file, type] of [
      ['Save as PNG', 'qr.png', 'image/png'],
      ['Save as SVG', 'qr.svg', 'image/svg+xml'],
    ] as const) {
      const [download] = await Promise.all([page.waitForEvent('download'), button(page, name).click()])
      expect(download.suggestedFilename()).toBe(file)
      expect(await scan(page, await readFile(await download.path()), type)).toBe(shown)
    }
    expect(complaints).toEqual([])
  })
})

describe('an email through the program', () => {
  test('goes to each friend with the person’s own text, and each rejection is explained', async () => {
    const { page, complaints } = await open(SHARE, 'zoe@example.com')
    const own = await ownLink(page)
    await button(page, 'Email').click()
    const to = field(page, 'Your friends’ email addresses')
    const send = button(page, 'Send')
    const status = page.locator('#status [role=status]')
    async function isRefused(recipients: string, words: string) {
      await to.fill(recipients)
      await send.click()
      await expect.poll(() => status.textContent(), SOON).toBe(words)
      expect(await to.inputValue()).toBe(recipients)
    }
    await isRefused('', 'Who should we send it to?')
    await isRefused('bob@example.com, bob', 'bob isn’t a valid email address.')
    await isRefused(
      Array.from({ length: 101 }, (_, n) => `${n}@x.example`).join(),
      'Enter up to 100 email addresses at a time.',
    )
    expect(complaints).toEqual([])
    // One that only the platform knows to be none.
    await isRefused('bob@example.com, b..b@example.com', 'b..b@example.com isn’t a valid email address.')
    await page.route('**/email/share/batch', route => route.abort())
    await isRefused('bob@example.com', 'We couldn’t send your email. Try again.')
    await page.unroute('**/email/share/batch')
    expect(await mailsTo(visit.demo.platform, 'bob@example.com')).toEqual([])

    await to.fill('Bob <bob@example.com>; cy@example.com, bob@example.com')
    await field(page, 'Subject').fill('Plants')
    await field(page, 'Message').fill('Dear both,')
    await send.click()
    await expect.poll(() => status.textContent(), SOON).toBe('Your email is on its way to 2 friends.')
    for (const friend of ['bob@example.com', 'cy@example.com']) {
      const [mail, ...more] = await mailsTo(visit.demo.platform, friend)
      expect(more).toEqual([])
      expect(mail).toMatchObject({
        subject: 'Plants',
        body: `Dear both,\n${own}?partner_share_id=${mail!.mail_id}`,
      })
    }
    const outcomes = (await read<{ outcome: string }[]>(page, 'actions')).map(({ outcome }) => outcome)
    expect(outcomes).toEqual(['failed', 'failed', 'handed_off'])
  })
})

describe('a person who is not known', () => {
  test('enters an email address and accepts the terms, and then has a link', async () => {
    const email = 'nia@example.com'
    const { page, complaints } = await open({ ...SHARE, capture: { opt_in: 'Send me news' } })
    await page.getByRole('checkbox', { name: 'Send me news' }).check()
    await field(page, 'Your email address').fill(email)
    await button(page, 'Get my link').click()
    const own = await ownLink(page)
    const events = await visit.demo.platform.db.query(
      `select data from events join persons using (person_id) where email = $1 and event_name = 'identify'`,
      [email],
    )
    expect(events).toMatchObject([{ data: { email, opt_in: true } }])
    const [shareable] = await visit.demo.platform.db.query<{ code: string }>(
      'select code from shareables join persons using (person_id) where email = $1',
      [email],
    )
    expect(own).toBe(`${visit.demo.origins.program}/s/${shareable!.code}`)
    expect(complaints).toEqual([])
  })
})

describe('on a product page', () => {
  test('the copied link leads a friend to that product', async () => {
    const { page, complaints } = await visit.newVisitor({ permissions: ['clipboard-read', 'clipboard-write'] })
    const product = `${visit.demo.origins.shop}/products/ash-stool`
    await page.goto(product)
    await button(page, 'Copy').click()
    await button(page, 'Copied').waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    const friend = await visit.newVisitor()
    await friend.page.goto(copied)
    expect(friend.page.url().split(/[?#]/)[0]).toBe(product)
    const clicks = await visit.demo.platform.db.query('select from clicks where partner_share_id = $1', [idIn(copied)])
    expect(clicks).toHaveLength(1)
    expect([...complaints, ...friend.complaints]).toEqual([])
  })
})

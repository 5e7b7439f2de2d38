import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { openBarePage } from '../bare-page.js'
import { useDemo } from '../demo.js'
import { countShifts, shiftOf } from '../layout-shift.js'
import { fillZones } from './zone-content.js'

const visit = useDemo()
const ZONE = '<rewards-zone name="share_experience"></rewards-zone>'

const NOTE_VIEWS = `document.addEventListener('rewards:viewed', () => (window.viewed = true))`

/** Waits until the zone stands and its height is observed, which is before it counts as viewed. */
async function shown(page: Page) {
  await page.getByRole('textbox', { name: 'Your link' }).waitFor()
  await page.waitForFunction(() => Reflect.get(globalThis, 'viewed'))
}

describe('an element', () => {
  test('shows a newly identified person their content in place, and keeps what they are typing', async () => {
    const { page, complaints } = await visit.newVisitor()
    await openBarePage(page, visit.demo, { body: ZONE })
    const field = page.getByRole('textbox', { name: 'Your link' })
    await field.waitFor()
    await page.getByRole('button', { name: 'Edit message' }).click()
    const message = page.getByRole('textbox', { name: 'Your message' })
    await message.fill('Dear Bob')
    await page.evaluate(() => {
      const root = document.querySelector('rewards-zone')!.shadowRoot!
      Object.assign(globalThis, { skeletons: 0, headline: root.querySelector('h2') })
      new MutationObserver(() => {
        if (root.querySelector('[part~=skeleton]')) Reflect.set(globalThis, 'skeletons', 1)
      }).observe(root, { childList: true, subtree: true })
      return (Reflect.get(globalThis, 'rewards') as { identify(claims: object): unknown }).identify({
        email: 'ida@example.com',
      })
    })
    await page.getByRole('button', { name: 'Email' }).waitFor()
    expect(await message.inputValue()).toBe('Dear Bob')
    expect(await message.evaluate(node => node === (node.getRootNode() as ShadowRoot).activeElement)).toBe(true)
    expect(await page.evaluate(() => Reflect.get(globalThis, 'skeletons'))).toBe(0)
    expect(
      await page.evaluate(
        () =>
          Reflect.get(globalThis, 'headline') ===
          document.querySelector('rewards-zone')!.shadowRoot!.querySelector('h2'),
      ),
    ).toBe(true)
    expect(complaints).toEqual([])
  })

  test('moves nothing on the next visit: its place has the height it had', async () => {
    const { page, complaints } = await visit.newVisitor({ viewport: { width: 800, height: 1400 } })
    await page.addInitScript(countShifts(1))
    await page.addInitScript(NOTE_VIEWS)
    const body = `${ZONE}<p>What stands below</p>`
    await openBarePage(page, visit.demo, { body })
    await shown(page)
    const first = await shiftOf(page)
    await page.reload()
    await shown(page)
    const second = await shiftOf(page)
    console.info(`layout shift: first visit ${first.toFixed(4)}, next visit ${second.toFixed(4)}`)
    expect(first).toBeLessThanOrEqual(0.02)
    expect(second).toBe(0)
    // Left for another zone, it is remembered by its own name.
    const kept = () =>
      page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.startsWith('rewards-zone')))
    const before = await kept()
    await page.locator('rewards-zone').evaluate(zone => zone.setAttribute('name', 'no_such_zone'))
    await page.getByRole('textbox', { name: 'Your link' }).waitFor({ state: 'detached' })
    expect(await kept()).toEqual(before)
    expect(complaints).toEqual([])
  })

  test('reserves its height until it has loaded, and no longer', async () => {
    const { page, complaints } = await visit.newVisitor()
    const reserved = `const sheet = new CSSStyleSheet()
      sheet.replaceSync('rewards-zone { --rewards-min-height: 4000px }')
      document.adoptedStyleSheets = [sheet]
      document.addEventListener('loadstart', ({ target }) => (window.before = target.offsetHeight), true)`
    await openBarePage(page, visit.demo, { body: ZONE, before: reserved })
    await page.getByRole('textbox', { name: 'Your link' }).waitFor()
    const after = await page.locator('rewards-zone').evaluate((zone: HTMLElement) => zone.offsetHeight)
    expect(await page.evaluate(() => Reflect.get(globalThis, 'before'))).toBe(4000)
    expect(after).toBeGreaterThan(100)
    expect(after).toBeLessThan(2000)
    expect(complaints).toEqual([])
  })

  test('stores its height if that is allowed, and otherwise erases what it has stored', async () => {
    const { page } = await visit.newVisitor()
    await page.addInitScript(NOTE_VIEWS)
    /** How many heights are stored once a page that may store this was left. */
    const heightsAfter = async (consent: string) => {
      await openBarePage(page, visit.demo, { body: ZONE, attributes: `data-consent="${consent}"` })
      await shown(page)
      await page.goto(`${visit.demo.origins.shop}/strict`)
      return page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('rewards-zone')).length)
    }
    for (const consent of ['denied', 'unset']) {
      expect(await heightsAfter('granted')).toBe(1)
      expect([consent, await heightsAfter(consent)]).toEqual([consent, 0])
    }
  })
})

test('a zone higher than two windows counts as viewed once it fills half of the window, however slowly it comes', async () => {
  const { page, complaints } = await visit.newVisitor({ viewport: { width: 800, height: 150 } })
  await page.addInitScript(`${NOTE_VIEWS}
    window.watched = []
    const { observe } = IntersectionObserver.prototype
    IntersectionObserver.prototype.observe = function (target) {
      watched.push(target.localName)
      observe.call(this, target)
    }`)
  await openBarePage(page, visit.demo, { body: '<div id="below"></div>' })
  await page.evaluate(() => {
    const below = document.getElementById('below')!
    below.style.paddingTop = '3000px'
    below.append(Object.assign(document.createElement('rewards-zone'), { name: 'share_experience' }))
  })
  await page.waitForFunction(() => Reflect.get(globalThis, 'watched').includes('rewards-zone'))
  const zone = page.locator('rewards-zone')
  expect(await zone.evaluate((zone: HTMLElement) => zone.offsetHeight)).toBeGreaterThan(2 * 150)
  const show = (pixels: number) =>
    zone.evaluate(async (zone, pixels) => {
      scrollBy(0, zone.getBoundingClientRect().top - innerHeight + pixels)
      // The browser tells of it after it has drawn the page.
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame)
    }, pixels)
  await show(20)
  await show(140)
  await page.waitForFunction(() => Reflect.get(globalThis, 'viewed'))
  expect(complaints).toEqual([])
})

describe('in Arabic', () => {
  test('an element is mirrored, and its link is not, until the page changes its language', async () => {
    const { page, complaints } = await visit.newVisitor({ viewport: { width: 320, height: 700 } })
    await openBarePage(page, visit.demo, { body: `<section lang="ar">${ZONE}</section>` })
    const copy = page.getByRole('button', { name: 'نسخ' })
    await copy.waitFor()
    const field = page.getByRole('textbox', { name: 'رابطك' })
    expect(await copy.evaluate(node => getComputedStyle(node).direction)).toBe('rtl')
    expect(await field.evaluate(node => getComputedStyle(node).direction)).toBe('ltr')
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    await page
      .locator('[lang=ar]')
      .first()
      .evaluate(section => section.setAttribute('lang', 'fr'))
    const copyInFrench = page.getByRole('button', { name: 'Copier' })
    await copyInFrench.waitFor()
    expect(await copyInFrench.evaluate(node => getComputedStyle(node).direction)).toBe('ltr')
    expect(complaints).toEqual([])
  })
})

test('in Persian, an English text is set from left to right, and a box has the color scheme of the theme', async () => {
  const { page, complaints } = await visit.newVisitor()
  const capture = { email: true, opt_in: 'Send me news.' }
  await fillZones(page, visit.demo, { asking: { widget: 'share', capture } })
  await openBarePage(page, visit.demo, {
    body: `<section lang="fa" dir="rtl"><rewards-zone name="asking" theme='{ "scheme": "dark" }'></rewards-zone></section>`,
  })
  const box = page.getByRole('checkbox')
  await box.waitFor()
  expect(await box.evaluate(node => getComputedStyle(node).colorScheme)).toBe('dark')
  const isStopBehind = await page.locator('rewards-zone').evaluate(zone => {
    const walker = document.createTreeWalker(zone.shadowRoot!, NodeFilter.SHOW_TEXT)
    let text = walker.nextNode() as Text
    while (!/^[A-Z].*\.$/.test(text.data)) text = walker.nextNode() as Text
    const edgeOf = (start: number) => {
      const range = new Range()
      range.setStart(text, start)
      range.setEnd(text, start + 1)
      return range.getBoundingClientRect()
    }
    const [first, stop] = [edgeOf(0), edgeOf(text.length - 1)]
    return stop.top > first.top || stop.left > first.left
  })
  expect(isStopBehind).toBe(true)

  // The scheme of the theme goes before that of the page and the system. Without one, the system decides.
  const [onLight, onDark] = ['rgb(27, 27, 31)', 'rgb(242, 242, 245)']
  const text = () => page.locator('[part=zone]').evaluate(node => getComputedStyle(node).color)
  const giveTheme = (theme: object) =>
    page.locator('rewards-zone').evaluate((zone, theme) => void Object.assign(zone, { theme }), theme)
  expect(await text()).toBe(onDark)
  await giveTheme({})
  await expect.poll(text).toBe(onLight)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await text()).toBe(onDark)
  await giveTheme({ scheme: 'light' })
  await expect.poll(text).toBe(onLight)
  await page.evaluate(() => Object.assign(document.documentElement.style, { colorScheme: 'dark' }))
  expect(await box.evaluate(node => getComputedStyle(node).colorScheme)).toBe('light')
  expect(complaints).toEqual([])
})

test('fields and scroll bars have the color scheme of the theme, and without one that of the system', async () => {
  const { page, complaints } = await visit.newVisitor({ viewport: { width: 390, height: 500 } })
  await fillZones(page, visit.demo, {
    opener: { widget: 'cta', style: 'button', text: 'Invite', opens: { zone: 'sharing' } },
    sharing: {
      widget: 'share',
      channels: ['copy', 'sms'],
      shareable: { code: 'ada', link: 'https://brand.com/s/ada' },
    },
  })
  await openBarePage(page, visit.demo, {
    body: `<rewards-zone name="opener" theme='{ "scheme": "dark" }'></rewards-zone>`,
  })
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByRole('button', { name: 'Edit message' }).click()
  const parts = [page.locator('[part=dialog-body]'), page.getByLabel('Your message'), page.getByLabel('Your link')]
  await parts[1]!.waitFor()
  const schemes = () => Promise.all(parts.map(part => part.evaluate(node => getComputedStyle(node).colorScheme)))
  expect(await schemes()).toEqual(['dark', 'dark', 'dark'])
  const giveTheme = (theme: object) =>
    page.locator('rewards-zone[name=opener]').evaluate((zone, theme) => void Object.assign(zone, { theme }), theme)
  await giveTheme({ scheme: 'light' })
  await expect.poll(schemes).toEqual(['light', 'light', 'light'])
  await giveTheme({})
  await expect.poll(schemes).toEqual(['light dark', 'light dark', 'light dark'])
  expect(complaints).toEqual([])
})

test.each([
  'rgb(0 0 0',
  "'Exo",
  'red /*',
  'red) and (color: red',
])('a value of the theme that does not end takes in no other: %s', async value => {
  const { page } = await visit.newVisitor()
  await fillZones(page, visit.demo, { asking: { widget: 'offer', headline: 'Welcome' } })
  const theme = JSON.stringify({ accent: value, font: value, text: '#123456' }).replaceAll("'", '&#39;')
  await openBarePage(page, visit.demo, { body: `<rewards-zone name="asking" theme='${theme}'></rewards-zone>` })
  const title = page.getByRole('heading', { name: 'Welcome' })
  await title.waitFor()
  expect(await title.evaluate(node => getComputedStyle(node).getPropertyValue('--rewards-text').trim())).toBe('#123456')
})

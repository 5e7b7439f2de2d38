import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { ScriptRewards } from '../../../src/api.js'
import { launchChromium } from '../../chromium.js'
import { SOON } from '../../soon.js'
import { heard, LISTEN, openBarePage } from '../bare-page.js'
import { useDemo } from '../demo.js'
import { fillZones } from './zone-content.js'

const visit = useDemo()
const ZONE = '<rewards-zone name="share_experience"></rewards-zone>'

const link = (page: Page) => page.getByRole('textbox', { name: 'Your link' })

/** How often the program was asked for zones since the log had `start` entries. */
const zonesAsked = (start: number) =>
  visit.demo.requests.slice(start).filter(({ method, url }) => method === 'POST' && url.endsWith('/zones')).length

describe('an element in a page', () => {
  test('keeps what was set before it was defined, keeps its content when it is moved, and reloads with another name', async () => {
    const { page, complaints } = await visit.newVisitor()
    const asked = await fillZones(page, visit.demo, {
      first: { widget: 'offer', headline: 'The first' },
      second: { widget: 'offer', headline: 'The second' },
    })
    await openBarePage(page, visit.demo, {
      // Made before the script can have come, as a framework does with an element it does not know yet.
      before: `window.zone = Object.assign(document.createElement('rewards-zone'), { name: 'first', data: { sku: 'fern' }, theme: { accent: 'rgb(1, 2, 3)' } })
        window.life = []
        for (const type of ['loadstart', 'load', 'error']) zone.addEventListener(type, () => life.push(type + ' ' + zone.name))
        addEventListener('DOMContentLoaded', () => document.body.append(zone))`,
    })
    await page.getByRole('heading', { name: 'The first' }).waitFor()
    expect(asked).toMatchObject([{ event_name: 'first', data: { sku: 'fern' } }])
    expect(
      await page
        .locator('rewards-zone')
        .evaluate(zone => getComputedStyle(zone).getPropertyValue('--rewards-accent').trim()),
    ).toBe('rgb(1, 2, 3)')

    const same = await page.evaluate(async () => {
      const zone = document.querySelector('rewards-zone')!
      const heading = zone.shadowRoot!.querySelector('h2')
      const aside = document.body.appendChild(document.createElement('aside'))
      aside.append(zone)
      // Into another tree, and by the way that Chromium has for a move.
      aside.attachShadow({ mode: 'open' }).append(zone)
      document.body.prepend(zone)
      Reflect.get(document.body, 'moveBefore')?.call(document.body, zone, null)
      await new Promise(requestAnimationFrame)
      return zone.shadowRoot!.querySelector('h2') === heading
    })
    expect(same).toBe(true)
    expect(asked).toHaveLength(1)

    await page.locator('rewards-zone').evaluate(zone => zone.setAttribute('name', 'second'))
    await page.getByRole('heading', { name: 'The second' }).waitFor()
    expect(await page.evaluate(() => Reflect.get(window, 'life'))).toEqual([
      'loadstart first',
      'load first',
      'loadstart second',
      'load second',
    ])
    expect(complaints).toEqual([])
  })

  test('that is removed while it loads aborts silently, and loads when it is back', async () => {
    const { page, complaints } = await visit.newVisitor()
    await openBarePage(page, visit.demo, { before: LISTEN })
    // The one that brings the first token goes on: it is for all that come after it.
    await page.waitForFunction(() => Reflect.get(globalThis, 'rewards')?.zone)
    await page.evaluate(() => Reflect.get(globalThis, 'rewards').zone('terms'))
    await page.route(`${visit.demo.origins.program}/zones`, () => {})
    const failed = page.waitForEvent('requestfailed')
    const started = page.waitForRequest(/\/zones$/)
    await page.evaluate(() => {
      const zone = Object.assign(document.createElement('rewards-zone'), { name: 'share_experience' })
      Reflect.set(window, 'zone', zone)
      document.body.append(zone)
    })
    await started
    await page.evaluate(() => Reflect.get(window, 'zone').remove())
    expect((await failed).failure()?.errorText).toBe('net::ERR_ABORTED')
    await page.unroute(`${visit.demo.origins.program}/zones`)
    await page.evaluate(() => document.body.append(Reflect.get(window, 'zone')))
    await link(page).waitFor()
    expect(await page.evaluate(() => Reflect.get(window, 'heard'))).toEqual([])
    expect(complaints).toEqual([])
  })

  test('with loading="lazy" requests its zone when a person comes near', async () => {
    const { page, complaints } = await visit.newVisitor()
    const asked = await fillZones(page, visit.demo, {
      near: { widget: 'offer', headline: 'In time' },
      far: { widget: 'offer', headline: 'At last' },
      boxless: { widget: 'offer', headline: 'Without a box' },
      hidden: { widget: 'offer', headline: 'No longer hidden' },
      closed: { widget: 'offer', headline: 'No longer closed' },
    })
    await openBarePage(page, visit.demo, {
      before: `addEventListener('DOMContentLoaded', () => {
        document.querySelector('main').style.paddingTop = '5000px'
        document.querySelector('[name=boxless]').style.display = 'contents'
        Object.assign(document.querySelector('aside').style, { position: 'absolute', top: 'calc(100vh + 150px)' })
        document.body.append(Object.assign(document.createElement('rewards-zone'), { name: 'terms' }))
      })`,
      body: `<main>
          <rewards-zone name="far" loading="lazy"></rewards-zone>
          <p><rewards-zone name="boxless" loading="lazy"></rewards-zone></p>
        </main>
        <div hidden><rewards-zone name="hidden" loading="lazy"></rewards-zone></div>
        <rewards-zone name="closed" loading="lazy" hidden></rewards-zone>
        <aside><rewards-zone name="near" loading="lazy"></rewards-zone></aside>`,
    })
    await expect.poll(() => asked.length, SOON).toBe(2)
    const names = () => asked.map(({ event_name }) => event_name)
    expect(names().toSorted()).toEqual(['near', 'terms'])
    await page.locator('rewards-zone[name=far]').evaluate(zone => zone.scrollIntoView())
    await page.getByRole('heading', { name: 'At last' }).waitFor()
    await page.getByRole('heading', { name: 'Without a box' }).waitFor()
    expect(names().slice(2).toSorted()).toEqual(['boxless', 'far'])
    await page.locator('div[hidden]').evaluate(parent => parent.removeAttribute('hidden'))
    await page.getByRole('heading', { name: 'No longer hidden' }).waitFor()
    expect(names().slice(4)).toEqual(['hidden'])
    await page.locator('rewards-zone[hidden]').evaluate(zone => zone.removeAttribute('hidden'))
    await page.getByRole('heading', { name: 'No longer closed' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('that is moved into a frame shows nothing and says so once, and shows its content when it is back', async () => {
    const { page, complaints } = await visit.newVisitor()
    await openBarePage(page, visit.demo, { before: LISTEN, body: ZONE })
    await link(page).waitFor()
    const frame = await page.evaluateHandle(async () => {
      const zone = document.querySelector('rewards-zone')!
      const frame = document.body.appendChild(document.createElement('iframe'))
      frame.contentDocument!.body.append(zone)
      return frame
    })
    await expect.poll(() => heard(page), SOON).toEqual(['invalid_argument'])
    const isEmpty = () =>
      frame.evaluate(
        ({ contentDocument }) => contentDocument!.querySelector('rewards-zone')!.shadowRoot!.childElementCount === 0,
      )
    expect(await isEmpty()).toBe(true)
    await frame.evaluate(({ contentDocument }) =>
      document.body.prepend(contentDocument!.querySelector('rewards-zone')!),
    )
    await link(page).waitFor()
    expect(await heard(page)).toEqual(['invalid_argument'])
    expect(complaints).toEqual([])
  })

  test('is not needed if the page has defined an element of this name: nothing is loaded for it', async () => {
    const { page, complaints } = await visit.newVisitor()
    const fetched: string[] = []
    page.on('request', request => fetched.push(request.url()))
    await openBarePage(page, visit.demo, {
      before: `customElements.define('rewards-zone', class extends HTMLElement { connectedCallback() { this.append('Of the page') } })`,
      body: ZONE,
    })
    await page.waitForFunction(() => Reflect.get(globalThis, 'rewards')?.zone)
    expect(await page.locator('rewards-zone').innerText()).toBe('Of the page')
    await page.evaluate(async () => {
      const rewards = Reflect.get(globalThis, 'rewards')
      rewards.mount('body', 'terms')
      await rewards.zone('terms')
    })
    expect(fetched.filter(url => url.endsWith('/zones'))).toHaveLength(1)
    expect(fetched.filter(url => url.endsWith('/widgets.js'))).toEqual([])
    expect(complaints).toEqual([])
  })

  test('has one runtime if the script is on the page twice, in the language of the script tag', async () => {
    const { page, complaints } = await visit.newVisitor()
    const start = visit.demo.requests.length
    await openBarePage(page, visit.demo, { body: ZONE, scripts: 2, attributes: 'data-locale="fr"' })
    await page.getByRole('textbox', { name: 'Votre lien' }).waitFor()
    await page.getByRole('heading', { name: 'Offrez 20 $' }).waitFor()
    expect(zonesAsked(start)).toBe(1)
    expect(complaints).toEqual([])
  })
})

test('an element in a page from the back/forward cache is unchanged, and follows a person identified meanwhile', async () => {
  const browser = await launchChromium({ ignoreDefaultArgs: ['--disable-back-forward-cache'] })
  try {
    const context = await browser.newContext()
    context.setDefaultTimeout(SOON.timeout)
    const page = await context.newPage()
    await openBarePage(page, visit.demo, { body: ZONE })
    await link(page).waitFor()
    await page.evaluate(() => {
      addEventListener('pageshow', ({ persisted }) => Reflect.set(window, 'persisted', persisted))
      Reflect.set(window, 'heading', document.querySelector('rewards-zone')!.shadowRoot!.querySelector('h2'))
    })
    const start = visit.demo.requests.length
    await page.goto(`${visit.demo.origins.otherShop}/no-such-page`)
    await page.goBack({ waitUntil: 'commit' })
    await expect.poll(() => page.evaluate(() => Reflect.get(window, 'persisted')), SOON).toBe(true)
    expect(
      await page.evaluate(
        () =>
          document.querySelector('rewards-zone')!.shadowRoot!.querySelector('h2') === Reflect.get(window, 'heading'),
      ),
    ).toBe(true)
    expect(zonesAsked(start)).toBe(0)

    // The next page of the shop learns who it is.
    await page.goto(`${visit.demo.origins.shop}/checkout`)
    await page.waitForFunction(() => 'identify' in (window.rewards ?? {}))
    await page.evaluate(() => (window.rewards as ScriptRewards).identify({ email: 'iris@example.com' }))
    await page.goBack({ waitUntil: 'commit' })
    await page.getByRole('button', { name: 'Email' }).waitFor()
  } finally {
    await browser.close()
  }
})

import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { ScriptRewards } from '../../../src/api.js'
import { SOON } from '../../soon.js'
import { openBarePage } from '../bare-page.js'
import { useDemo } from '../demo.js'
import { closeDialog } from './close-dialog.js'
import { focused } from './focused.js'
import { type Content, fillZones } from './zone-content.js'

const visit = useDemo()

const CTA = {
  widget: 'cta',
  style: 'banner',
  text: 'Give $20, get $20',
  minimized_text: '$20 for you',
  opens: { zone: 'share_experience' },
}

/** Before the page’s first byte: which zones have been seen, in order. */
const NOTE_VIEWS = `window.viewed = []
  document.addEventListener('rewards:viewed', ({ detail }) => viewed.push(detail.zone))`
const viewed = (page: Page) => page.evaluate(() => Reflect.get(window, 'viewed') as string[])

/** A page under the strict policy, with what the zone `cta` holds. */
async function open(body: string, cta: Content = CTA, viewport = { width: 800, height: 600 }, attributes = '') {
  const visitor = await visit.newVisitor({ viewport })
  const asked = await fillZones(visitor.page, visit.demo, { cta, banner: CTA })
  await openBarePage(visitor.page, visit.demo, { body, before: NOTE_VIEWS, attributes })
  return { ...visitor, asked }
}

const ZONE = '<rewards-zone name="cta"></rewards-zone>'
const banner = (page: Page) => page.getByRole('button', { name: 'Give $20, get $20' })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Give $20, get $20' })

/** Where it lies in the window, rounded. */
const edges = (place: Locator) =>
  place.evaluate(element => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const [x, y, x2, y2] = [left, top, right, bottom].map(Math.round)
    return { left: x!, top: y!, right: x2!, bottom: y2! }
  })

/** Once it has arrived. */
const still = (place: Locator) =>
  place.evaluate(element => Promise.all(element.getAnimations().map(({ finished }) => finished)))

async function openDialog(page: Page) {
  await banner(page).click()
  await dialog(page).getByRole('textbox', { name: 'Your link' }).waitFor()
}

describe('the dialog of a cta', () => {
  test('shows its zone above everything in the page, and leaves no scroll lock', async () => {
    const wall = '<div popover="manual" id="wall">A wall</div>'
    const { page, complaints } = await open(`${ZONE}${wall}<p>Below</p>`)
    await openDialog(page)
    const top = await page.evaluate(() => {
      const wall = document.getElementById('wall')!
      Object.assign(wall.style, { position: 'fixed', inset: '0', zIndex: '2147483647', display: 'block' })
      return document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.localName
    })
    expect(top).toBe('rewards-zone')
    const styled = await page.evaluate(() =>
      [document.body, document.documentElement].map(({ style }) => style.cssText),
    )
    expect(styled).toEqual(['', ''])
    await closeDialog(page)
    await dialog(page).waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  })

  test('keeps the focus while it is open, and returns it', async () => {
    const { page, complaints } = await open(`${ZONE}<button>Of the page</button>`)
    await banner(page).waitFor()
    await page.keyboard.press('Tab')
    expect(await focused(page)).toBe('Give $20, get $20')
    await page.keyboard.press('Enter')
    await dialog(page).getByRole('textbox', { name: 'Your link' }).waitFor()
    const visited = new Set<unknown>()
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press('Tab')
      visited.add(await focused(page))
    }
    expect([...visited]).toContain('Close')
    expect([...visited]).not.toContain('Of the page')
    await closeDialog(page)
    await dialog(page).waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('Give $20, get $20')
    expect(complaints).toEqual([])
  })

  test('leaves the focus where the visitor moves it as soon as it is closed', async () => {
    const { page } = await open(`${ZONE}<button>Of the page</button>`)
    await openDialog(page)
    await page.locator('rewards-zone[name=cta]').evaluate(async node => {
      const dialog = node.shadowRoot!.querySelector('dialog')!
      const closed = new Promise(resolve => dialog.addEventListener('close', resolve))
      dialog.close()
      // The event `close` comes in a task of its own.
      document.querySelector<HTMLElement>('button')!.focus()
      await closed
      await new Promise(requestAnimationFrame)
    })
    expect(await focused(page)).toBe('Of the page')
  })

  test('closes with a click outside, but not with a press that began inside', async () => {
    const { page } = await open(ZONE)
    await openDialog(page)
    const { x, y } = (await dialog(page).getByRole('textbox', { name: 'Your link' }).boundingBox())!
    await page.mouse.move(x + 20, y + 10)
    await page.mouse.down()
    await page.mouse.move(5, 590)
    await page.mouse.up()
    expect(await dialog(page).isVisible()).toBe(true)
    // The second click of a double click does not close what the first has opened.
    await expect
      .poll(async () => {
        await page.mouse.click(5, 590)
        return dialog(page).count()
      }, SOON)
      .toBe(0)
    expect(await focused(page)).toBe('Give $20, get $20')
  })

  test('stays modal when its zone is moved, and waits for a zone that is removed', async () => {
    const { page, complaints } = await open(ZONE)
    await openDialog(page)
    const zone = page.locator('rewards-zone[name=cta]')
    const isModal = (node: Element) => node.shadowRoot!.querySelector('dialog:modal') !== null
    await zone.evaluate(async node => {
      document.body.append(document.createElement('hr'), node)
      await new Promise(requestAnimationFrame)
    })
    expect(await zone.evaluate(isModal)).toBe(true)
    await closeDialog(page)
    await dialog(page).waitFor({ state: 'detached' })

    await zone.evaluate(async node => {
      node.shadowRoot!.querySelector('button')!.click()
      node.remove()
      // It opens in a task after the click.
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
      document.body.append(node)
    })
    await dialog(page).getByRole('textbox', { name: 'Your link' }).waitFor()
    expect(await zone.evaluate(isModal)).toBe(true)
    expect(complaints).toEqual([])
  })

  test('closes alone with Escape where it opens in a dialog of the page', async () => {
    const { page, complaints } = await open(`<dialog id="outer">${ZONE}</dialog>`)
    await page.evaluate(() => {
      const outer = document.querySelector('dialog')!
      outer.addEventListener('close', () => Reflect.get(window, 'viewed').push('closed'))
      outer.showModal()
    })
    await openDialog(page)
    await closeDialog(page)
    await dialog(page).waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.querySelector('dialog')!.open)).toBe(true)
    expect(await viewed(page)).not.toContain('closed')
    await page.keyboard.press('Escape')
    await expect.poll(() => viewed(page), SOON).toContain('closed')
    expect(complaints).toEqual([])
  })

  test('whose zone is empty can be read and closed in a window of 390 px', async () => {
    const opensNothing = { ...CTA, opens: { zone: 'no_such_zone' } }
    const { page, complaints } = await open(ZONE, opensNothing, { width: 390, height: 844 })
    await banner(page).click()
    const text = dialog(page).getByText('We couldn’t load this content.')
    await text.waitFor()
    await still(dialog(page))
    const close = dialog(page).getByRole('button', { name: 'Close' })
    const [sheet, line, button] = await Promise.all([dialog(page), text, close].map(edges))
    // A sheet as wide as the window, at its bottom, with both in it.
    expect(sheet).toMatchObject({ left: 0, right: 390, bottom: 844 })
    for (const { left, top, right, bottom } of [line!, button!]) {
      expect(left).toBeGreaterThanOrEqual(0)
      expect(right).toBeLessThanOrEqual(390)
      expect(top).toBeGreaterThanOrEqual(sheet!.top)
      expect(bottom).toBeLessThanOrEqual(844)
      expect(bottom - top).toBeGreaterThan(10)
    }
    await close.click()
    await dialog(page).waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
  })

  test('fits a window of 320 px, and scrolls by itself', async () => {
    const { page, complaints } = await open(ZONE, CTA, { width: 320, height: 400 })
    await openDialog(page)
    const { x, width, height } = (await dialog(page).boundingBox())!
    expect([x, width]).toEqual([0, 320])
    expect(height).toBeLessThanOrEqual(400)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    const close = dialog(page).getByRole('button', { name: 'Close' })
    expect(await close.evaluate(button => button.matches(':focus'))).toBe(true)
    const last = dialog(page).getByRole('link', { name: 'WhatsApp' })
    await page.mouse.move(160, 300)
    await page.mouse.wheel(0, 5_000)
    await expect.poll(async () => (await last.boundingBox())!.y, SOON).toBeLessThan(400)
    // Both are inside of the window at the same time.
    for (const control of [last, close]) {
      const box = (await control.boundingBox())!
      expect(box.y).toBeGreaterThanOrEqual(0)
      expect(box.y + box.height).toBeLessThanOrEqual(400)
    }
    // Opened again, its content can scroll from the beginning.
    await page.keyboard.press('Escape')
    await banner(page).click()
    await expect.poll(() => close.evaluate(button => button.matches(':focus')), SOON).toBe(true)
    expect(complaints).toEqual([])
  })
})

describe('a cta that the page draws', () => {
  test('inside the element opens like the widget’s own', async () => {
    const { page, complaints } = await open('<rewards-zone name="cta"><a href="/refer">Invite</a></rewards-zone>')
    // Until then the link is a link: a click leads to its own address.
    await page.locator('[name=cta] [part=zone][aria-busy=false]').waitFor()
    await page.getByRole('link', { name: 'Invite' }).click()
    await dialog(page).getByRole('textbox', { name: 'Your link' }).waitFor()
    expect(page.url()).toMatch(/\/bare$/)
    await closeDialog(page)
    await dialog(page).waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('Invite')

    // Where the page has drawn it anew meanwhile, what had the focus is gone: it stays in its place.
    await page.getByRole('link', { name: 'Invite' }).click()
    await dialog(page).waitFor()
    await page.locator('rewards-zone[name=cta]').evaluate(zone => zone.replaceChildren())
    await closeDialog(page)
    await dialog(page).waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('cta')
    // Then the widget has its own button, until the page brings another.
    await banner(page).waitFor()
    await page.locator('rewards-zone[name=cta]').evaluate(zone => {
      zone.append(Object.assign(document.createElement('a'), { href: '/refer', textContent: 'Refer' }))
    })
    await banner(page).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'Refer' }).click()
    await dialog(page).waitFor()
    expect(complaints).toEqual([])
  })

  test('as the button where the zone is mounted keeps its look, and its click opens the zone in the page’s colors', async () => {
    const { page, complaints, asked } = await open('<form action="/gone"><button id="invite">Invite</button></form>')
    const before = await page.locator('#invite').boundingBox()
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('rewards-zone { --rewards-accent: rgb(1, 2, 3) }')
      document.adoptedStyleSheets = [sheet]
      const heights = new Set<number>()
      Reflect.set(window, 'heights', heights)
      new ResizeObserver(([entry]) => heights.add(entry!.target.clientHeight)).observe(
        document.getElementById('invite')!,
      )
      window.rewards?.push(runtime => runtime.mount('#invite', 'cta'))
    })
    await expect.poll(() => asked.length, SOON).toBe(1)
    await expect
      .poll(() => page.locator('#invite rewards-zone [part=zone]').getAttribute('aria-busy'), SOON)
      .toBe('false')
    expect(await page.locator('#invite').boundingBox()).toEqual(before)
    expect(await page.evaluate(() => Reflect.get(window, 'heights').size)).toBe(1)
    await page.locator('#invite').click()
    await dialog(page).getByRole('textbox', { name: 'Your link' }).waitFor()
    const copy = dialog(page).getByRole('button', { name: 'Copy' })
    expect(await copy.evaluate(node => getComputedStyle(node).backgroundColor)).toBe('rgb(1, 2, 3)')
    expect(page.url()).toMatch(/\/bare$/)
    await closeDialog(page)
    await dialog(page).waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('Invite')
    expect(complaints).toEqual([])
  })

  test('offers another try by the page’s own button', async () => {
    const { page, asked } = await open('<button id="invite">Invite</button>')
    await page.route('**/zones', route => route.abort())
    await page.evaluate(
      () =>
        new Promise(resolve => {
          const { element } = (window.rewards as ScriptRewards).mount('#invite', 'cta')
          const next = (type: string) =>
            new Promise(heard => element.addEventListener(type, () => heard(type), { once: true }))
          Reflect.set(window, 'loaded', next('load'))
          next('error').then(resolve)
        }),
    )
    expect(await page.locator('#invite').ariaSnapshot()).toBe('- button "Invite"')
    await page.unroute('**/zones')
    await page.locator('#invite').click()
    await page.evaluate(() => Reflect.get(window, 'loaded'))
    expect(asked).toHaveLength(1)
    await page.locator('#invite').click()
    await dialog(page).getByRole('textbox', { name: 'Your link' }).waitFor()
  })
})

describe('an overlay', () => {
  const OVERLAY = { ...CTA, style: 'overlay' }

  test('lies in the corner above the page, moves nothing, and remembers that it was dismissed', async () => {
    const { page, complaints } = await open(`${ZONE}<p>Text</p>`, OVERLAY)
    await page.getByRole('button', { name: 'Learn more' }).waitFor()
    const inCorner = await page.evaluate(() => document.elementFromPoint(innerWidth - 60, innerHeight - 50)?.localName)
    expect(inCorner).toBe('rewards-zone')
    // A modal dialog of the page covers it.
    const behindDialog = await page.evaluate(() => {
      const dialog = document.body.appendChild(document.createElement('dialog'))
      dialog.showModal()
      const hit = document.elementFromPoint(innerWidth - 60, innerHeight - 50)?.localName
      dialog.remove()
      return hit
    })
    expect(behindDialog).toBe('dialog')
    // The host moves the zone.
    await page.locator('rewards-zone').evaluate(zone => document.body.append(zone))
    const isOnTop = () => page.locator('[part~=overlay]').evaluate(card => card.matches(':popover-open'))
    await expect.poll(isOnTop).toBe(true)
    // What the visitor does elsewhere does not dismiss it.
    await page.getByText('Text').click()
    await page.keyboard.press('Escape')
    expect(await isOnTop()).toBe(true)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByRole('button', { name: '$20 for you' }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: '$20 for you' }).waitFor()
    expect(await page.getByRole('button', { name: 'Learn more' }).count()).toBe(0)
    await page.getByRole('button', { name: '$20 for you' }).click()
    await dialog(page).getByRole('textbox', { name: 'Your link' }).waitFor()
    expect(complaints).toEqual([])
  })

  test('is not printed over the text of the page', async () => {
    const { page } = await open(`${ZONE}<p>Text</p>`, OVERLAY)
    await page.getByRole('button', { name: 'Learn more' }).waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('[part~=overlay]').isVisible()).toBe(false)
    expect(await page.getByText('Text').isVisible()).toBe(true)
  })

  test('comes after its delay, unless its element is gone by then', async () => {
    const { page, context, complaints } = await visit.newVisitor()
    await context.clock.install()
    const overlay = { ...OVERLAY, delay_ms: 60 * 60_000 }
    await fillZones(page, visit.demo, { cta: overlay, gone: overlay })
    await openBarePage(page, visit.demo, { body: `${ZONE}<rewards-zone name="gone"></rewards-zone>` })
    await expect.poll(() => page.locator('[part=zone][aria-busy=false]').count(), SOON).toBe(2)
    await page.locator('[name=gone]').evaluate(zone => zone.remove())
    const cards = page.getByRole('button', { name: 'Learn more' })
    await page.clock.fastForward('50:00')
    expect(await cards.count()).toBe(0)
    await page.clock.fastForward('10:00')
    await cards.waitFor()
    expect(complaints).toEqual([])
  })

  test('remembers nothing if nothing may be stored', async () => {
    const { page } = await open(ZONE, OVERLAY, undefined, 'data-consent="denied"')
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByRole('button', { name: '$20 for you' }).waitFor()
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('dismissed')
    await page.reload()
    await page.getByRole('button', { name: 'Learn more' }).waitFor()
  })

  test('counts as viewed where it lies, wherever its element is, and not once it is gone', async () => {
    const { page, complaints } = await open('<div id="below"></div>', OVERLAY)
    await page.evaluate(() => {
      const below = document.getElementById('below')!
      below.style.paddingTop = '3000px'
      below.append(Object.assign(document.createElement('rewards-zone'), { name: 'cta' }))
    })
    await expect.poll(() => viewed(page), SOON).toEqual(['cta'])
    for (const left of ['$20 for you', 'Learn more']) {
      await page.getByRole('button', { name: 'Dismiss' }).click()
      await page.getByRole('button', { name: left }).waitFor({ state: left === '$20 for you' ? 'visible' : 'detached' })
    }
    await page.reload()
    // In the window from the first moment on, and before the one that is waited for.
    await page.evaluate(() => {
      for (const name of ['cta', 'banner'])
        document.body.append(Object.assign(document.createElement('rewards-zone'), { name }))
    })
    await expect.poll(() => viewed(page), SOON).toEqual(['banner'])
    expect(complaints).toEqual([])
  })

  test('avoids the insets of the device or the app, like its dialog', async () => {
    const { page, complaints } = await open(ZONE, OVERLAY)
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet()
      const insets = { top: 50, right: 40, bottom: 60, left: 100 }
      const sides = Object.entries(insets).map(([side, width]) => `--rewards-inset-${side}:${width}px`)
      sheet.replaceSync(`:root{${sides.join(';')}}`)
      document.adoptedStyleSheets = [sheet]
    })
    const more = page.getByRole('button', { name: 'Learn more' })
    await more.waitFor()
    const card = page.locator('[part~=overlay]')
    await still(card)
    expect(await edges(card)).toMatchObject({ right: 800 - 40, bottom: 600 - 60 })
    await page.evaluate(() => Object.assign(document.documentElement, { dir: 'rtl' }))
    expect(await edges(card)).toMatchObject({ left: 100, bottom: 600 - 60 })

    await more.click()
    const link = dialog(page).getByRole('textbox', { name: 'Your link' })
    await link.waitFor()
    await still(dialog(page))
    expect(await edges(dialog(page))).toMatchObject({ left: 100, right: 800 - 40 })
    await page.setViewportSize({ width: 500, height: 400 })
    // A sheet, down to the edge, with its content above what is kept.
    expect(await edges(dialog(page))).toMatchObject({ left: 0, top: 50 + 16, right: 500, bottom: 400 })
    const body = page.locator('[part=dialog-body]')
    await body.evaluate(element => element.scrollTo(0, element.scrollHeight))
    const last = await edges(dialog(page).locator('[part=channels]'))
    expect(last.bottom).toBeLessThanOrEqual(400 - 60)
    expect(last.left).toBeGreaterThanOrEqual(100)
    expect(last.right).toBeLessThanOrEqual(500 - 40)
    expect(complaints).toEqual([])
  })
})

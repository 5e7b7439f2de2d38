import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { axeViolations } from '../../axe.js'
import { SOON } from '../../soon.js'
import { openBarePage } from '../bare-page.js'
import { useDemo } from '../demo.js'
import { closeDialog } from './close-dialog.js'
import { focused, tabThrough } from './focused.js'
import { type Content, fillZones } from './zone-content.js'

const visit = useDemo()

const offer = (headline: string) => ({ widget: 'offer', headline, coupon_code: 'FRIEND20' })
const item = (tab: string) => ({ title: tab, tab, opens: { zone: `in_${tab}` } })
const PANEL = { widget: 'panel', headline: 'Your perks', items: [item('Earn'), item('Rewards'), item('Friends')] }
const REWARDS = ['2026-03-01', '2026-03-02', '2026-03-03'].map(created_at => ({ state: 'SENT', created_at }))

/** The panel at the end of a page that is longer than the window, with a link as its last line. */
const PAGE = `<main><h1>A shop</h1><p><a id="link" href="#rewards=Friends">Your friends</a></p>${'<p>A line</p>'.repeat(40)}
  <p><a id="last" href="/imprint">Imprint</a></p></main><rewards-zone name="panel"></rewards-zone>`

interface Options {
  content?: Content
  others?: Record<string, Content>
  body?: string
  size?: { width: number; height: number }
  attributes?: string
}

async function open({
  content = PANEL,
  others = {},
  body = PAGE,
  size = { width: 800, height: 600 },
  attributes,
}: Options = {}) {
  const visitor = await visit.newVisitor({ viewport: size, reducedMotion: 'reduce' })
  const inner = Object.fromEntries(PANEL.items.map(({ tab }) => [`in_${tab}`, offer(`About ${tab}`)]))
  const asked = await fillZones(visitor.page, visit.demo, { panel: content, ...inner, ...others })
  const show = () => openBarePage(visitor.page, visit.demo, { body, ...(attributes && { attributes }) })
  await show()
  return { ...visitor, show, zones: () => asked.map(({ event_name }) => event_name).filter(name => name !== 'panel') }
}

const launcher = (page: Page) => page.getByRole('button', { name: /^Your rewards/ }).first()
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Your perks' })
const tab = (page: Page, name: string) => dialog(page).getByRole('tab', { name })
const isClosed = (page: Page) => dialog(page).waitFor({ state: 'hidden' })

async function openPanel(page: Page) {
  await launcher(page).click()
  await dialog(page).getByText('About').first().waitFor()
}

/** Style sheets of the page, under a policy that allows no others. */
const style = (page: Page, css: string) =>
  page.evaluate(css => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [sheet]
  }, css)

const boxOf = async (page: Page, selector: string) => (await page.locator(selector).boundingBox())!

describe('a panel', () => {
  test('keeps the focus while it is open, moves it through its tabs, and returns it', async () => {
    const { page, complaints, zones } = await open()
    await launcher(page).focus()
    await page.keyboard.press('Enter')
    await dialog(page).getByText('About Earn').waitFor()
    expect(await focused(page)).toBe('Close')
    const places = await tabThrough(page, 2)
    expect(places[0]).toBe('Earn')
    await tab(page, 'Earn').focus()
    await page.keyboard.press('ArrowRight')
    expect([await focused(page), zones()]).toEqual(['Rewards', ['in_Earn']])
    await page.keyboard.press('Space')
    await dialog(page).getByText('About Rewards').waitFor()
    expect(await dialog(page).getByText('About Earn').isVisible()).toBe(false)
    const inside = new Set<string>()
    for (let presses = 0; presses < 8; presses++) {
      await page.keyboard.press('Tab')
      inside.add(await focused(page))
    }
    expect([...inside]).toContain('Close')
    expect([...inside]).not.toContain('Your friends')
    await closeDialog(page)
    await isClosed(page)
    expect(await focused(page)).toMatch(/^Your rewards/)
    expect(complaints).toEqual([])
  })

  test('stands in the other corner from right to left, where the arrow keys are mirrored', async () => {
    const { page } = await open()
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
    await launcher(page).waitFor()
    expect((await boxOf(page, '[part~=launcher]')).x).toBe(16)
    await openPanel(page)
    expect((await boxOf(page, '[part=dialog]')).x).toBe(16)
    const [first, second] = [(await tab(page, 'Earn').boundingBox())!, (await tab(page, 'Rewards').boundingBox())!]
    expect(second.x).toBeLessThan(first.x)
    await tab(page, 'Earn').focus()
    await page.keyboard.press('ArrowLeft')
    expect(await focused(page)).toBe('Rewards')
    await page.keyboard.press('ArrowRight')
    expect(await focused(page)).toBe('Earn')
  })

  test('covers nothing at the end of the page, and nothing that has the focus', async () => {
    const { page } = await open()
    await launcher(page).waitFor()
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    const [last, button] = [await boxOf(page, '#last'), await boxOf(page, '[part~=launcher]')]
    expect(last.y + last.height).toBeLessThanOrEqual(button.y)
    // A link behind the launcher.
    await style(page, `#link { position: fixed; right: 60px; bottom: 30px; font: 10px serif }`)
    const isShown = () => page.locator('[part~=launcher]').isVisible()
    await page.locator('#link').focus()
    await expect.poll(isShown, SOON).toBe(false)
    await page.locator('#last').focus()
    await expect.poll(isShown, SOON).toBe(true)
  })

  test('stays above a bar of the page, and above an overlay of a cta', async () => {
    const overlay = { widget: 'cta', style: 'overlay', text: 'Give 20', opens: { zone: 'in_Earn' } }
    const { page } = await open({ others: { overlay }, body: `${PAGE}<rewards-zone name="overlay"></rewards-zone>` })
    await style(page, ':root { --rewards-overlay-offset: 60px }')
    await page.getByRole('button', { name: 'Learn more' }).waitFor()
    await launcher(page).waitFor()
    const boxes = await Promise.all(['[part~=launcher]', '[part~=expanded]'].map(part => boxOf(page, part)))
    const [lower, upper] = boxes.sort((one, other) => other.y - one.y)
    expect(Math.round(lower!.y + lower!.height)).toBe(600 - 16 - 60)
    expect(upper!.y + upper!.height).toBeLessThan(lower!.y)
  })

  test.each(['start', 'end'])('leaves room for another one in its corner: %s', async corner => {
    const second = { ...PANEL, corner, text: 'More perks' }
    const { page } = await open({
      content: { ...PANEL, corner },
      others: { second },
      body: `${PAGE}<rewards-zone name="second"></rewards-zone>`,
    })
    const launchers = [launcher(page), page.getByRole('button', { name: 'More perks' })]
    const boxes = await Promise.all(launchers.map(async each => (await each.boundingBox())!))
    const [upper, lower] = boxes.toSorted((one, other) => one.y - other.y)
    expect(upper!.y + upper!.height).toBeLessThan(lower!.y)
    expect(upper!.x < 400).toBe(corner === 'start')
    // Each can be clicked.
    for (const each of launchers) {
      await each.click()
      await page.locator('dialog[open]').waitFor()
      await closeDialog(page)
    }
  })

  test('takes no space on paper', async () => {
    const { page } = await open()
    await launcher(page).waitFor()
    const height = () => page.locator('rewards-zone').evaluate(zone => zone.getBoundingClientRect().height)
    expect(await height()).toBeGreaterThan(50)
    await page.emulateMedia({ media: 'print' })
    expect(await height()).toBe(0)
    expect(await launcher(page).isVisible()).toBe(false)
  })

  test('begins each tab at its top', async () => {
    const long = (headline: string) => ({
      widget: 'share',
      headline,
      how_it_works: Array.from({ length: 20 }, (_, at) => `Step ${at}`),
    })
    const { page } = await open({
      others: { in_Earn: long('About Earn'), in_Rewards: long('About Rewards') },
      size: { width: 320, height: 560 },
    })
    await openPanel(page)
    const body = page.locator('[part=dialog-body]')
    const top = () => body.evaluate(({ scrollTop }) => scrollTop)
    for (const name of ['Rewards', 'Earn', 'Rewards']) {
      await body.evaluate(element => element.scrollTo(0, 300))
      expect(await top()).toBeGreaterThan(50)
      await tab(page, name).click()
      await dialog(page).getByText(`About ${name}`).waitFor()
      expect(await top()).toBe(0)
    }
  })

  test('is a sheet in a window of 320 px, whose tabs stay in view', async () => {
    const items = [...PANEL.items, { ...item('Earn'), title: 'A rather long title of a tab', tab: 'long' }]
    const long = { ...offer('About Earn'), rules: Array.from({ length: 20 }, () => 'One rule of many.') }
    const { page, complaints } = await open({
      content: { ...PANEL, items },
      others: { in_Earn: long },
      size: { width: 320, height: 560 },
    })
    await openPanel(page)
    expect(await boxOf(page, '[part=dialog]')).toMatchObject({ x: 0, width: 320 })
    const body = page.locator('[part=dialog-body]')
    expect(await body.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await body.evaluate(element => element.scrollTo(0, element.scrollHeight))
    const head = await boxOf(page, '[part=tabs]')
    expect(head.y).toBeGreaterThanOrEqual((await boxOf(page, '[part=dialog]')).y)
    await tab(page, 'Friends').click()
    await dialog(page).getByText('About Friends').waitFor()
    expect(complaints).toEqual([])
  })

  test('reports that its own content and that of each opened zone was viewed', async () => {
    const { page } = await open()
    await page.evaluate(() => {
      const viewed: string[] = []
      Object.assign(window, { viewed })
      document.addEventListener('rewards:viewed', event => viewed.push((event as CustomEvent).detail.zone))
    })
    const viewed = () => page.evaluate(() => Reflect.get(window, 'viewed') as string[])
    await expect.poll(viewed, SOON).toEqual(['panel'])
    await openPanel(page)
    await expect.poll(viewed, SOON).toEqual(['panel', 'in_Earn'])
    await tab(page, 'Friends').click()
    await expect.poll(viewed, SOON).toEqual(['panel', 'in_Earn', 'in_Friends'])
  })
})

describe('a link to a panel', () => {
  test('opens its tab, on the page and when the page loads, and the browser goes back as usual', async () => {
    const { page, complaints, zones } = await open()
    await launcher(page).waitFor()
    const length = await page.evaluate(() => history.length)
    await page.locator('#link').click()
    await dialog(page).getByText('About Friends').waitFor()
    expect(zones()).toEqual(['in_Friends'])
    expect(await page.evaluate(() => [location.hash, history.length])).toEqual(['#rewards=Friends', length + 1])
    // The widget learns a moment after the dialog has disappeared that it is closed.
    await page.evaluate(
      () =>
        new Promise(resolve => {
          document.addEventListener('rewards:action', resolve, { once: true })
          history.back()
        }),
    )
    await isClosed(page)
    await page.evaluate(() => history.forward())
    await dialog(page).getByText('About Friends').waitFor()
    await closeDialog(page)
    await isClosed(page)
    // Nothing of the address has changed, and the same link opens it once more.
    expect(await page.evaluate(() => [location.hash, history.length])).toEqual(['#rewards=Friends', length + 1])
    await page.locator('#link').click()
    await dialog(page).waitFor()
    await closeDialog(page)
    expect(await focused(page)).toBe('Your friends')
    await page.reload()
    await dialog(page).getByText('About Friends').waitFor()
    expect(complaints).toEqual([])
  })

  test('leaves the page usable while the part with the panel is hidden', async () => {
    const { page } = await open({
      body: `<p><a id="link" href="#rewards=Friends">Your friends</a></p>
        <div id="part"><rewards-zone name="panel"></rewards-zone></div><button>Buy</button>`,
    })
    await launcher(page).waitFor()
    const part = page.locator('#part')
    await part.evaluate(element => element.setAttribute('hidden', ''))
    await page.locator('#link').click()
    await page.getByRole('button', { name: 'Buy' }).click()
    await page.evaluate(() => new Promise(resolve => setTimeout(resolve)))
    expect(await page.locator('dialog[open]').count()).toBe(0)
    await part.evaluate(element => element.removeAttribute('hidden'))
    await page.locator('#link').click()
    await dialog(page).getByText('About Friends').waitFor()
  })

  test('opens the panel that the page shows, once it hides the first', async () => {
    const second = { ...PANEL, headline: 'Your perks on a phone' }
    const body = `<a id="link" href="#rewards=Friends">Your friends</a><div id="first"><rewards-zone name="panel"></rewards-zone></div>`
    const { page } = await open({ others: { second }, body })
    await launcher(page).waitFor()
    await page.locator('#link').click()
    await dialog(page).getByText('About Friends').waitFor()
    await closeDialog(page)
    await page.evaluate(() => {
      document.body.append(Object.assign(document.createElement('rewards-zone'), { name: 'second' }))
      document.querySelector<HTMLElement>('#first')!.hidden = true
    })
    await launcher(page).waitFor()
    await page.locator('#link').click()
    await page.getByRole('dialog', { name: 'Your perks on a phone' }).getByText('About Friends').waitFor()
  })

  test('in a button of the page closes when the visitor goes back', async () => {
    const { page } = await open({
      body: `<a id="link" href="#rewards=Friends">Your friends</a><button id="perks">Perks <rewards-zone name="panel"></rewards-zone></button>`,
    })
    await page.locator('rewards-zone [part=zone][aria-busy=false]').waitFor({ state: 'attached' })
    await page.locator('#link').click()
    await dialog(page).getByText('About Friends').waitFor()
    await page.evaluate(() => history.back())
    await isClosed(page)
  })

  test('with hostile text opens the first tab, and runs nothing', async () => {
    const { page, complaints } = await open()
    await launcher(page).waitFor()
    for (const text of ['<img src=x onerror=pwned=1>', '"]*{}', '%', '%E0%A4%A', '__proto__', 'x'.repeat(50_000)]) {
      await page.evaluate(text => {
        location.hash = `rewards=${text}`
      }, text)
      await dialog(page).getByText('About Earn').waitFor()
      await closeDialog(page)
      await isClosed(page)
    }
    expect(await page.evaluate(() => [Reflect.get(window, 'pwned'), Reflect.get({}, 'pwned')])).toEqual([
      undefined,
      undefined,
    ])
    expect(complaints).toEqual([])
  })
})

describe('what a panel remembers on the next page', () => {
  const withRewards = { ...PANEL, rewards: REWARDS }
  const allowed = { content: withRewards, attributes: 'data-consent="granted"' }
  const badge = (page: Page) => page.locator('[part=badge]')
  const stored = (page: Page) => page.evaluate(() => localStorage.getItem('rewards:dismissed:panel panel'))
  /** The token brings the storage with it. */
  const mayStore = (page: Page) => expect.poll(() => page.evaluate(() => document.cookie), SOON).not.toBe('')

  test('is its tab and the rewards that were seen, where storage is allowed', async () => {
    const { page, show } = await open(allowed)
    await mayStore(page)
    expect(await badge(page).innerText()).toBe('3')
    await openPanel(page)
    await tab(page, 'Friends').click()
    await expect.poll(() => stored(page), SOON).toMatch(/ Friends$/)
    await show()
    await openPanel(page)
    expect(await tab(page, 'Friends').getAttribute('aria-selected')).toBe('true')
    expect(await badge(page).count()).toBe(0)
  })

  test('is that its launcher was dismissed, until consent is withdrawn', async () => {
    const { page, show } = await open(allowed)
    await mayStore(page)
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect.poll(() => stored(page), SOON).toMatch(/\|gone$/)
    await show()
    await page.locator('rewards-zone [part=zone][aria-busy=false]').waitFor({ state: 'attached' })
    expect(await launcher(page).count()).toBe(0)
    await page.locator('#link').click()
    await dialog(page).getByText('About Friends').waitFor()
    await closeDialog(page)
    await page.evaluate(() => window.rewards?.push(rewards => rewards.setConsent('denied')))
    await expect.poll(() => stored(page), SOON).toBeNull()
    await show()
    await launcher(page).waitFor()
  })

  test('is nothing where storage is not allowed', async () => {
    const { page, show } = await open({ ...allowed, attributes: 'data-consent="denied"' })
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await launcher(page).waitFor({ state: 'detached' })
    expect(await stored(page)).toBeNull()
    await show()
    await launcher(page).waitFor()
  })
})

test('the front page of the shop has a panel with the zones of the program', async () => {
  const { page, complaints } = await visit.newVisitor()
  await page.goto(`${visit.demo.origins.shop}/#rewards=rewards`)
  const panel = page.getByRole('dialog', { name: 'Juniper rewards' })
  await panel.getByRole('heading', { name: 'Confirm it’s you' }).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await panel.getByRole('tab', { name: 'Earn' }).click()
  await panel.getByRole('heading', { name: 'Give 20, get 20' }).waitFor()
  await closeDialog(page)
  expect(await axeViolations(page)).toEqual([])
  expect(complaints).toEqual([])
})

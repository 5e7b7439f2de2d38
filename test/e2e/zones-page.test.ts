import { describe, expect, test } from 'vitest'
import { useDemo } from './demo.js'
import { openConsole } from './open-console.js'

const visit = useDemo()

/** Opens a zone as its marketer, in one of its editors. */
async function openZone(name: string, editor: 'form' | 'json' = 'json') {
  const marketer = await visit.newVisitor({ viewport: { width: 1280, height: 1000 } })
  await openConsole(marketer.page, visit.demo, `/console/zones/${name}?as=${editor}`)
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

  test('sees the draft in a form while they type, before it is saved', async () => {
    const { page, seenBy, complaints } = await openZone('share_experience', 'form')
    const frame = seenBy('Everybody')
    const headline = page.getByRole('textbox', { name: 'Headline' })
    await headline.fill('')
    await headline.pressSequentially('Plant <b>20</b>')
    await frame.getByRole('heading', { name: 'Plant <b>20</b>' }).waitFor()
    expect(await frame.locator('rewards-zone').count()).toBe(1)

    await page.getByLabel('Language').selectOption('Arabic')
    await page.getByLabel('Colors').selectOption('Dark')
    await page.getByRole('radio', { name: 'Phone' }).check()
    await frame.locator('html[lang="ar"][dir="rtl"][data-scheme="dark"]').waitFor()
    expect(await frame.locator('html').evaluate(() => document.documentElement.clientWidth)).toBe(320)
    await page.getByLabel('Language').selectOption('German')
    await page.getByLabel('Right to left').check()
    await frame.locator('html[lang="de"][dir="rtl"]').waitFor()

    await page.reload()
    expect(await headline.inputValue()).not.toContain('Plant')
    expect(complaints).toEqual([])
  })

  test('reads that the preview could not be loaded when the session has ended, and sees it again with a session', async () => {
    const { page, seenBy } = await openZone('share_experience', 'form')
    const headline = page.getByRole('textbox', { name: 'Headline' })
    const cookies = await page.context().cookies()
    await page.context().clearCookies()
    await headline.fill('Without a session')
    await page.getByText('The preview could not be loaded.').waitFor()
    await page.context().addCookies(cookies)
    await headline.fill('With a session')
    await seenBy('Everybody').getByRole('heading', { name: 'With a session' }).waitFor()
  })

  test('changes the width of the preview without a request', async () => {
    const { page, seenBy } = await openZone('share_experience', 'form')
    const posts: string[] = []
    page.on('request', request => request.method() === 'POST' && posts.push(new URL(request.url()).pathname))
    await page.getByRole('radio', { name: 'Phone' }).check()
    await page.getByLabel('Language').selectOption('Arabic')
    await seenBy('Everybody').locator('html[lang="ar"]').waitFor()
    expect(posts.filter(path => path.startsWith('/console/'))).toHaveLength(1)
  })

  test('sees the fields of a widget when they choose it, and keeps the focus', async () => {
    const { page, seenBy, complaints } = await openZone('fresh_zone', 'form')
    await page.getByRole('link', { name: 'New creative' }).click()
    const widget = page.getByLabel('Widget')
    await widget.focus()
    await widget.selectOption('verify')
    await page.getByRole('textbox', { name: 'Headline' }).fill('Hello')
    await seenBy('Everybody').getByRole('heading', { name: 'Hello' }).waitFor()
    await widget.focus()
    await widget.selectOption('offer')
    await page.getByRole('textbox', { name: 'Reward text' }).waitFor()
    expect(await widget.evaluate(element => element === document.activeElement)).toBe(true)
    await page.getByRole('textbox', { name: 'Reward text' }).fill('20 off')
    await seenBy('Everybody').getByText('20 off').waitFor()
    expect(complaints).toEqual([])
  })

  test('adds rows to a list, and its groups stay open', async () => {
    const { page, complaints } = await openZone('rows', 'form')
    await page.getByLabel('Widget').selectOption('journey')
    const goals = page.getByText('Goals', { exact: true })
    await goals.click()
    await page.getByText('Goals 1', { exact: true }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('First')
    await page.getByRole('button', { name: 'Add: Goals' }).press('Enter')
    const second = page.locator('[name="content.goals.1.title"]')
    await expect.poll(() => second.evaluate(field => field === document.activeElement)).toBe(true)
    await page.getByText('Goals 1: First', { exact: true }).waitFor()
    expect(await page.locator('[name="content.goals.0.title"]').isVisible()).toBe(true)
    await second.fill('Second')
    await page.getByText('JSON of this creative').click()
    await page.locator('#creative-json').getByText('"Second"').waitFor()
    expect(complaints).toEqual([])
  })

  test('sees the draft of the JSON while they type, and the last good one while it has an error', async () => {
    const { source, replace, page, seenBy } = await openZone('share_experience')
    await replace('Give 20, get 20', 'Sow 20, reap 20')
    await seenBy('Everybody').getByRole('heading', { name: 'Sow 20, reap 20' }).waitFor()
    await source.press('End')
    await source.pressSequentially('}')
    await page.getByText('The JSON has an error').waitFor()
    await seenBy('Everybody').getByRole('heading', { name: 'Sow 20, reap 20' }).waitFor()
  })

  test('sorts the creatives by keyboard and by dragging, and saves the order', async () => {
    const { page, press, complaints } = await openZone('share_experience', 'form')
    const order = () =>
      page.getByRole('navigation', { name: 'Creatives' }).getByRole('listitem').getByRole('link').allInnerTexts()
    const [first, second, third] = await order()
    const down = page.getByRole('button', { name: `Move down: ${first}` })
    await down.press('Enter')
    expect(await order()).toEqual([second, first, third])
    expect(await down.evaluate(element => element === document.activeElement)).toBe(true)
    await page
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: third!, exact: true }) })
      .dragTo(page.getByRole('listitem').filter({ has: page.getByRole('link', { name: second!, exact: true }) }), {
        targetPosition: { x: 4, y: 2 },
      })
    await expect.poll(order).toEqual([third, second, first])
    await page.getByText('The new order is saved with this form.').waitFor()
    await press('Save draft')
    await page.getByRole('status').filter({ hasText: 'saved as a draft' }).waitFor()
    expect(await order()).toEqual([third, second, first])
    expect(complaints).toEqual([])
  })

  test('drags selected text of the list as text', async () => {
    const { page, complaints } = await openZone('share_experience', 'form')
    const link = page.getByRole('navigation', { name: 'Creatives' }).getByRole('link').first()
    await link.evaluate(({ firstChild }) => {
      firstChild!.dispatchEvent(new DragEvent('dragstart', { bubbles: true, dataTransfer: new DataTransfer() }))
    })
    // The next answer of the page comes after its errors.
    await page.getByLabel('Language').selectOption('Arabic')
    await page.frameLocator('iframe').first().locator('html[lang="ar"]').waitFor()
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

  test('sees the picture of a hero on the pages of the brand, and plays its video', async () => {
    const { source, seenBy, page, complaints } = await openZone('home_hero')
    const picture = seenBy('Everybody').locator('img')
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)

    const asked: string[] = []
    await page.route('**/film.webm', route => {
      asked.push(new URL(route.request().url()).host)
      return route.fulfill({ status: 404 })
    })
    for (const host of ['https://media.brand.example', visit.demo.origins.shop]) {
      const video = { url: `${host}/film.webm` }
      await source.fill(JSON.stringify({ creatives: [{ content: { widget: 'hero', headline: host, video } }] }))
      await seenBy('Everybody').getByRole('heading', { name: host }).waitFor()
      await seenBy('Everybody')
        .locator('video')
        .evaluate((film: HTMLVideoElement) => void film.play().catch(() => {}))
      await expect.poll(() => asked.at(-1)).toBe(new URL(host).host)
    }
    expect(complaints.filter(text => !text.includes('404'))).toEqual([])
  })

  test('sees content without a widget as it is', async () => {
    const { seenBy, complaints } = await openZone('terms')
    await seenBy('Everybody').getByText('One reward for each friend').waitFor()
    expect(complaints).toEqual([])
  })
})

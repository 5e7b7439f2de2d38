// What a visitor sees of zones on pages that are written by hand, in each browser.

import { beforeAll, describe, expect, test } from 'vitest'
import { SOON } from '../../soon.js'
import { publish } from '../../widgets/published.js'
import { useChromium } from '../chromium.js'
import { useDemo } from '../demo.js'
import { useFirefox } from '../firefox.js'
import type { Tab } from '../tab.js'
import { useWebKit } from '../webkit.js'

const CTA = { widget: 'cta', style: 'banner', text: 'Give $20, get $20', opens: { zone: 'share_experience' } }

/** The pages of the test, by path. */
const pages = new Map<string, string>()
const visit = useDemo({
  https: true,
  wrapSite: site => request => {
    const page = pages.get(new URL(request.url).pathname)
    return page ? new Response(page, { headers: { 'content-type': 'text/html' } }) : site(request)
  },
})

beforeAll(async () => {
  const { platform } = visit.demo
  await publish(platform, 'seen_banner', CTA)
  await publish(platform, 'seen_nowhere', { ...CTA, opens: { zone: 'no_such_zone' } })
  await publish(platform, 'seen_slot', { ...CTA, opens: { zone: 'seen_of_the_page' } })
  await publish(platform, 'seen_of_the_page', { headline: 'Ours' })
})

/** Opens a page with this body. `window.heard` collects the messages of the runtime's errors. */
async function open(tab: Tab, body: string) {
  const path = `/seen/${pages.size}`
  pages.set(
    path,
    `<!doctype html><html lang="en"><title>Seen</title><script>window.heard = []; window.rewards = [];
     rewards.push(r => r.addEventListener('error', ({ detail }) => heard.push(detail.message)))</script>
     <script async src="${visit.demo.origins.program}/rewards.js"></script><body>\n${body}\n</body></html>`,
  )
  await tab.open(`${visit.demo.origins.shop}${path}`)
}

/** The size of what matches in the zone of that name. Zeros if there is nothing. */
const sizeOf = async (tab: Tab, zone: string, selector: string) =>
  (await tab.evaluate(`(() => {
    const found = document.querySelector('rewards-zone[name=${zone}]').shadowRoot?.querySelector('${selector}')
    const { width = 0, height = 0 } = found?.getBoundingClientRect() ?? {}
    return [width, height]
  })()`)) as [width: number, height: number]

const inZone = (zone: string, selector: string) =>
  `document.querySelector('rewards-zone[name=${zone}]').shadowRoot.querySelector('${selector}')`

/** Presses the banner of a cta, once it is there. */
async function press(tab: Tab, zone: string) {
  await expect.poll(() => sizeOf(tab, zone, '[part=banner]').then(([, height]) => height), SOON).toBeGreaterThan(40)
  await tab.evaluate(`(banner => { banner.focus(); banner.click() })(${inZone(zone, '[part=banner]')})`)
}

/** `window.actions` collects what the visitor does from now on. */
const collectActions = (tab: Tab) =>
  tab.evaluate(
    `(window.actions = [], document.addEventListener('rewards:action', ({ detail }) => actions.push(detail.action)), 0)`,
  )

const heard = (tab: Tab) => tab.evaluate('heard')

describe.each([
  ['Chromium', useChromium],
  ['Firefox', useFirefox],
  ['WebKit', useWebKit],
] as const)('in %s', (_, useBrowser) => {
  const newTab = useBrowser()

  test.each([
    ['line breaks', '\n\n'],
    ['text', 'Loading'],
    ['a comment and a script', '\n<!-- here --><script>0</script>\n'],
  ])('a cta whose element contains %s has a button', async (_, content) => {
    const tab = await newTab()
    await open(tab, `<p>Above</p><rewards-zone name="seen_banner">${content}</rewards-zone><p>Below</p>`)
    await expect
      .poll(() => sizeOf(tab, 'seen_banner', '[part=banner]').then(([, height]) => height), SOON)
      .toBeGreaterThan(40)
  })

  test('a page that is written with <rewards-zone /> stays readable, and the mistake is reported', async () => {
    const tab = await newTab()
    await open(tab, '<rewards-zone name="seen_banner" />\n<p>First</p>\n<p><a id="link" href="#there">Second</a></p>')
    await expect
      .poll(() => sizeOf(tab, 'seen_banner', '[part=banner]').then(([, height]) => height), SOON)
      .toBeGreaterThan(40)
    await expect
      .poll(() => heard(tab), SOON)
      .toEqual([
        'Zone "seen_banner": its element contains the rest of the page, because HTML reads <rewards-zone /> as a start tag. Write <rewards-zone name="seen_banner"></rewards-zone>',
      ])
    expect(
      await tab.evaluate(`[...document.querySelectorAll('p')].map(({ offsetHeight }) => offsetHeight > 0)`),
    ).toEqual([true, true])
    // The rest of the page is no button.
    await tab.evaluate(`document.querySelector('#link').click()`)
    expect(await tab.evaluate('location.hash')).toBe('#there')
    expect(await sizeOf(tab, 'seen_banner', 'dialog')).toEqual([0, 0])
  })

  test('the rest of such a page is readable, too, if the zone is empty', async () => {
    const tab = await newTab()
    await open(tab, '<rewards-zone name="no_such_zone" />\n<p>First</p>\n<p>Second</p>')
    await expect.poll(() => heard(tab), SOON).toHaveLength(1)
    expect(await tab.evaluate(`document.querySelector('p').offsetHeight > 0`)).toBe(true)
  })

  test.each(['', '#12', 'none', 5])('a theme whose accent is %j leaves the main button its color', async accent => {
    const tab = await newTab()
    const theme = JSON.stringify({ accent, text: '', radius: 6, minHeight: 40 })
    await open(tab, `<rewards-zone name="seen_banner" theme='${theme}'></rewards-zone>`)
    await expect
      .poll(() => sizeOf(tab, 'seen_banner', '[part=banner]').then(([, height]) => height), SOON)
      .toBeGreaterThan(40)
    const look = `(({ backgroundColor, borderTopLeftRadius }) => [backgroundColor, borderTopLeftRadius])(
      getComputedStyle(document.querySelector('rewards-zone').shadowRoot.querySelector('[part=banner]')))`
    expect(await tab.evaluate(look)).toEqual(['rgb(68, 102, 232)', '6px'])
    // An empty value is not set.
    const problem = `Zone "seen_banner": theme.accent must be a color; got ${accent === 5 ? 'a value of type number' : `"${accent}"`}`
    await expect.poll(() => heard(tab), SOON).toEqual(accent ? [problem] : [])
  })

  test.each([
    'seen_nowhere',
    'seen_slot',
  ])('the dialog of %s, whose zone is empty, says so and can be closed', async name => {
    const tab = await newTab()
    await open(tab, `<rewards-zone name="${name}"></rewards-zone>`)
    await press(tab, name)
    await expect.poll(() => sizeOf(tab, name, '[part=empty]').then(([, height]) => height), SOON).toBeGreaterThan(10)
    expect(await tab.evaluate(`${inZone(name, '[part=empty]')}.textContent`)).toBe('We couldn’t load this content.')
    const isOnTop = `(() => {
      const close = ${inZone(name, '[part=close]')}, { left, top, width, height } = close.getBoundingClientRect()
      const dialog = close.closest('dialog').getBoundingClientRect()
      return [close.getRootNode().elementFromPoint(left + width / 2, top + height / 2) === close ||
        close.contains(close.getRootNode().elementFromPoint(left + width / 2, top + height / 2)), dialog.height >= height]
    })()`
    expect(await tab.evaluate(isOnTop)).toEqual([true, true])
    await tab.evaluate(`${inZone(name, '[part=close]')}.click()`)
    await expect.poll(() => tab.evaluate(`${inZone(name, 'dialog')}.open`), SOON).toBe(false)
  })

  test.each([
    'ltr',
    'rtl',
  ])('the text of an empty dialog is beside its close button, on a page that is %s', async dir => {
    const tab = await newTab()
    const messages = JSON.stringify({ failed: 'Long '.repeat(200) })
    await open(tab, `<div dir="${dir}"><rewards-zone name="seen_nowhere" messages='${messages}'></rewards-zone></div>`)
    await press(tab, 'seen_nowhere')
    await expect
      .poll(() => sizeOf(tab, 'seen_nowhere', '[part=empty]').then(([, height]) => height), SOON)
      .toBeGreaterThan(10)
    const overlaps = `(() => {
      const text = document.createRange()
      text.selectNodeContents(${inZone('seen_nowhere', '[part=empty]')})
      const { left, right, bottom, top } = ${inZone('seen_nowhere', '[part=close]')}.getBoundingClientRect()
      return [...text.getClientRects()].some(line => line.left < right && line.right > left && line.top < bottom && line.bottom > top)
    })()`
    expect(await tab.evaluate(overlaps)).toBe(false)
  })

  test('a double click on a cta opens its dialog, which stays open, and counts once', async () => {
    const tab = await newTab()
    await open(tab, '<rewards-zone name="seen_banner"></rewards-zone>')
    await expect
      .poll(() => sizeOf(tab, 'seen_banner', '[part=banner]').then(([, height]) => height), SOON)
      .toBeGreaterThan(40)
    await collectActions(tab)
    const [x, y] = (await tab.evaluate(
      `(({ left, top }) => [left + 20, top + 20])(${inZone('seen_banner', '[part=banner]')}.getBoundingClientRect())`,
    )) as [number, number]
    // The second click hits what is above the banner as soon as the dialog is open.
    await tab.evaluate(`void (window.clickedTwice = new Promise(resolve => {
      const clickAgain = () => {
        const dialog = ${inZone('seen_banner', 'dialog')}
        if (!dialog?.open) return requestAnimationFrame(clickAgain)
        for (const type of ['pointerdown', 'click']) dialog.dispatchEvent(new PointerEvent(type, { bubbles: true, composed: true }))
        ${inZone('seen_banner', '[part=banner]')}.click()
        resolve(true)
      }
      clickAgain()
    }))`)
    await tab.click(x, y)
    expect(await tab.evaluate('clickedTwice')).toBe(true)
    expect(await tab.evaluate(`${inZone('seen_banner', 'dialog')}.open`)).toBe(true)
    expect(await tab.evaluate('actions')).toEqual(['open'])
    // Later, a click outside closes it.
    await expect
      .poll(async () => {
        await tab.evaluate(`(dialog => {
          for (const type of ['pointerdown', 'click']) dialog.dispatchEvent(new PointerEvent(type, { bubbles: true, composed: true }))
        })(${inZone('seen_banner', 'dialog')})`)
        return tab.evaluate(`${inZone('seen_banner', 'dialog')}.open`)
      }, SOON)
      .toBe(false)
  })

  test.each([
    ['the page changes its data', `document.querySelector('rewards-zone').data = { sku: 'fern' }`],
    ['the person logs out', 'rewards.logout()'],
  ])('an open dialog is closed when %s: the focus stays in the zone, and the page is told', async (_, change) => {
    const tab = await newTab()
    await open(tab, '<rewards-zone name="seen_banner"></rewards-zone>')
    await tab.evaluate(
      `new Promise(resolve => { rewards.push(resolve) }).then(() => rewards.identify({ email: 'seen-' + Math.random() + '@example.com' })).then(() => 0)`,
    )
    await press(tab, 'seen_banner')
    await expect.poll(() => tab.evaluate(`${inZone('seen_banner', 'dialog')}?.open`), SOON).toBe(true)
    await collectActions(tab)
    await tab.evaluate(`Promise.resolve(${change}).then(() => 0)`)
    await expect.poll(() => tab.evaluate(`Boolean(${inZone('seen_banner', 'dialog')})`), SOON).toBe(false)
    expect(await tab.evaluate('actions')).toEqual(['close'])
    await expect.poll(() => tab.evaluate('document.activeElement.localName'), SOON).toBe('rewards-zone')
  })
})

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
})

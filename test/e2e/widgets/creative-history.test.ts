import { describe, expect, test } from 'vitest'
import { addVersion } from '../../../demo/platform/campaign/campaign-version.js'
import { demo as program } from '../../../demo/platform/index.js'
import { SOON } from '../../soon.js'
import { useChromium } from '../chromium.js'
import { useDemo } from '../demo.js'
import { useFirefox } from '../firefox.js'
import type { Tab } from '../tab.js'
import { useWebKit } from '../webkit.js'

const FIRST = '/history/first'
const PAGE = '/history/page'

const visit = useDemo({
  https: true,
  wrapSite: site => request => {
    const { pathname } = new URL(request.url)
    return pathname.startsWith('/history/')
      ? new Response(pageOf(pathname), { headers: { 'content-type': 'text/html' } })
      : site(request)
  },
})

/** The page with the creative collects what the creative says. */
const pageOf = (pathname: string) =>
  `<!doctype html><html lang="en"><title>History</title>` +
  (pathname === FIRST
    ? '<p>First</p>'
    : `<script>heard = []; addEventListener('message', ({ data }) => heard.push(data))</script>
       <script async src="${visit.demo.origins.program}/rewards.js"></script><rewards-zone name="moving"></rewards-zone>`)

/** Opens a page, and then one with the creative. */
async function open(tab: Tab, html: string) {
  const { origins, platform } = visit.demo
  await addVersion(platform, {
    zones: { moving: JSON.stringify({ creatives: [{ type: 'html', content: html }] }) },
    editorId: program.marketerId,
    message: 'For a test',
    publish: true,
    at: new Date(),
  })
  await tab.open(`${origins.shop}${FIRST}`)
  await tab.open(`${origins.shop}${PAGE}`)
}

const pathOf = (tab: Tab) => tab.evaluate('location.pathname')

/** What a creative runs, and says when it has. */
const MOVES = `<script>
  history.back()
  history.go(-1)
  history.forward()
  top.postMessage('has called', '*')
</script>`

const inFrame = `<iframe srcdoc="${MOVES.replaceAll('"', '&quot;')}"></iframe>`

/** Resolves when the creative has made its calls, and the browser has answered many requests of the page since. */
async function settle(tab: Tab) {
  await expect.poll(() => tab.evaluate(`globalThis.heard?.includes('has called') ?? true`), SOON).toBe(true)
  await tab.evaluate(`(async () => {
    for (let requests = 0; requests < 20; requests++) await fetch('${FIRST}', { cache: 'no-store' })
  })()`)
}

describe.each([
  ['Chromium', useChromium()],
  ['Firefox', useFirefox()],
  ['WebKit', useWebKit()],
])('in %s', (browser, newTab) => {
  test('a creative that calls history.back() leaves the page where it is', async () => {
    const tab = await newTab()
    await open(tab, MOVES)
    await settle(tab)
    expect(await pathOf(tab)).toBe(PAGE)
  })

  // SECURITY.md says what is true here. Once this fails in Firefox, it can say less.
  if (browser === 'Firefox')
    test('a creative can move the page in its history by a frame of its own', async () => {
      const tab = await newTab()
      await open(tab, inFrame)
      await expect.poll(() => pathOf(tab), SOON).toBe(FIRST)
    })
  else
    test('a creative cannot move the page in its history by a frame of its own either', async () => {
      const tab = await newTab()
      await open(tab, inFrame)
      await settle(tab)
      expect(await pathOf(tab)).toBe(PAGE)
    })
})

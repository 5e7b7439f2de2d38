import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Rewards } from '../../src/index.js'
import { bundleToScript } from '../bundle.js'
import { heard, LISTEN, openBarePage, strictPolicy } from './bare-page.js'
import { useDemo } from './demo.js'
import { countShifts, shiftOf } from './layout-shift.js'

const visit = useDemo()
const root = join(import.meta.dirname, '../..')

const README = 'README.md'
const QUICK_START = 'docs/quick-start.md'
const INSTALLATION = 'docs/installation.md'
const MOVING = 'docs/moving.md'

/** The program domains on the pages: that of a brand, and that of `npm start`. */
const PROGRAM_DOMAINS = /https:\/\/share\.brand\.com|http:\/\/share\.brand\.localhost:4400/g

/** The code blocks of one language on a page, in order, with the program domain of the demo. */
const blocks = (page: string, language: string) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(
    ([, code]) => code!.replaceAll(PROGRAM_DOMAINS, visit.demo.origins.program),
  )

/** The markup for a page that has a program. */
const programBlocks = (page: string) => blocks(page, 'html').filter(code => !code.includes('demo='))

/** A code block as one script, bundled as an app. */
async function bundleBlock(name: string, code: string) {
  const folder = join(root, 'node_modules/.cache/readme')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, name), code)
  try {
    return await bundleToScript(join(folder, name))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A constructed style sheet passes the strict policy. */
const STYLE = `const sheet = new CSSStyleSheet()
  document.adoptedStyleSheets = [sheet]`

const purchases = async () => {
  const rows = await visit.demo.platform.db.query("select count(*)::int as n from events where event_name = 'purchase'")
  return rows[0]!.n as number
}

describe('the code in the documentation', () => {
  test.each([README, QUICK_START, INSTALLATION])('works as script tags: %s', async file => {
    const before = await purchases()
    const { page, complaints } = await visit.newVisitor()
    const printed: string[] = []
    page.on('console', message => printed.push(message.text()))
    const html = programBlocks(file).join('\n').replaceAll('<script', '<script nonce="bare"')
    await openBarePage(page, visit.demo, { before: LISTEN, body: html, scripts: 0 })
    await page.getByRole('textbox', { name: 'Your link' }).waitFor()
    await expect.poll(purchases).toBe(before + 1)
    // The page about the queue prints the id of the event.
    const id = expect.stringMatching(/^[0-9a-f]{8,}/)
    if (html.includes('console.log')) await expect.poll(() => printed).toContainEqual(id)
    expect(complaints).toEqual([])
  })

  test.each([README, QUICK_START])('shows a demo without a program, by tag and from npm: %s', async file => {
    const demo = blocks(file, 'html').find(code => code.includes('demo='))!
    const app = await bundleBlock('demo.js', blocks(file, 'js')[0]!)
    for (const body of [
      demo.replaceAll('<script', '<script nonce="bare"'),
      `<script type="module" nonce="bare">${app}</script>`,
    ]) {
      const { page, complaints } = await visit.newVisitor()
      const start = visit.demo.requests.length
      await openBarePage(page, visit.demo, { before: LISTEN, body, scripts: 0 })
      await page.getByRole('textbox', { name: 'Your link' }).waitFor()
      const sent = visit.demo.requests.slice(start).map(({ url }) => new URL(url).pathname)
      expect(sent.filter(path => !path.endsWith('.js'))).toEqual([])
      expect(complaints).toEqual([])
    }
  })

  test('runs under the Content Security Policy of the page about security', () => {
    const policy = strictPolicy('https://share.brand.com', '…').replaceAll('; ', ';')
    const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
    expect(page.replaceAll(/;\s+/g, ';')).toContain(policy)
  })

  test('takes over the calls of a queue with createZone()', async () => {
    const before = await purchases()
    const { page, complaints } = await visit.newVisitor()
    const adapter = blocks(MOVING, 'html').find(code => code.includes('createZone'))!
    const old = "window.brand = { q: [['createZone', [{ name: 'share_experience', element_id: 'share' }]]] }"
    const later = "brand.createZone({ name: 'purchase', data: { cart_value: 48 } })"
    await openBarePage(page, visit.demo, {
      before: LISTEN,
      body: `<div id="share"></div><script>${old}</script>${adapter}<script>${later}</script>`.replaceAll(
        '<script',
        '<script nonce="bare"',
      ),
    })
    await page.locator('#share').getByRole('textbox', { name: 'Your link' }).waitFor()
    await expect.poll(purchases).toBe(before + 1)
    expect(await heard(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  test('reserves the place of a zone: nothing moves when the script and the zone arrive', async () => {
    const shiftUnder = async (css: string) => {
      const { page } = await visit.newVisitor({ viewport: { width: 800, height: 900 } })
      await page.route('**/rewards.js', async route => {
        await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length)
        await route.continue()
      })
      await openBarePage(page, visit.demo, {
        before: `${countShifts(0)}; ${STYLE}; sheet.replaceSync(\`${css}\`)`,
        body: `<rewards-zone name="share_experience"></rewards-zone>${'<p>What stands below</p>'.repeat(30)}`,
      })
      await page.getByRole('button', { name: 'QR code' }).waitFor()
      const shift = await shiftOf(page)
      console.info(`layout shift ${css ? 'with' : 'without'} a place kept: ${shift.toFixed(4)}`)
      return shift
    }
    expect(await shiftUnder('')).toBeGreaterThan(0.05)
    expect(await shiftUnder(blocks('docs/widgets.md', 'css').join('\n'))).toBeLessThanOrEqual(0.02)
  })

  test('hides what surrounds a zone without content', async () => {
    const { page, complaints } = await visit.newVisitor()
    const listen = blocks('docs/widgets.md', 'js').join('\n')
    await openBarePage(page, visit.demo, {
      before: `${LISTEN} rewards.push(rewards => { ${listen.replaceAll('share_experience', 'no_such_zone')} })`,
      body: '<h2 class="invite">Invite friends</h2><rewards-zone name="no_such_zone"></rewards-zone>',
    })
    await page.locator('.invite').waitFor({ state: 'hidden' })
    expect(await heard(page)).toEqual([])
    expect(complaints).toEqual([])
  })

  test.each([
    README,
    QUICK_START,
  ])('works from npm with Vite, and beside the script tag without loading the widgets twice: %s', async file => {
    const before = await purchases()
    // The first block is for the npm package, others are for frameworks.
    const code = await bundleBlock('main.ts', blocks(file, 'ts')[0]!)
    const { page, complaints } = await visit.newVisitor()
    const start = visit.demo.requests.length
    // The page in the README uses the element, that in the quick start calls mount().
    const zone = file === README ? '<rewards-zone name="share_experience"></rewards-zone>' : '<div id="app"></div>'
    const script = `<script defer nonce="bare" src="${visit.demo.origins.program}/rewards.js"></script>`
    await openBarePage(page, visit.demo, {
      scripts: 0,
      body: `${zone}<script type="module" nonce="bare">${code}</script>${script}`,
    })
    await page.getByRole('textbox', { name: 'Your link' }).waitFor()
    await expect.poll(purchases).toBe(before + 1)
    // The script tag is one more door to the same runtime. What it fetched with its start is there before the answer to a call through it.
    await page.evaluate(
      () => new Promise(resolve => Reflect.get(globalThis, 'rewards').push((r: Rewards) => resolve(r.zone('terms')))),
    )
    const fetched = visit.demo.requests.slice(start).map(({ url }) => new URL(url).pathname)
    expect(fetched).toContain('/rewards.js')
    expect(fetched.filter(path => path.endsWith('/widgets.js'))).toEqual([])
    expect(complaints).toEqual([])
  })
})

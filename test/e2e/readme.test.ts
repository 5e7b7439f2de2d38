import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Rewards } from '../../src/index.js'
import { bundleToScript } from '../bundle.js'
import { heard, LISTEN, openBarePage } from './bare-page.js'
import { useDemo } from './demo.js'
import { countShifts, shiftOf } from './layout-shift.js'

const visit = useDemo()
const root = join(import.meta.dirname, '../..')

const README = 'README.md'
const GETTING_STARTED = 'docs/getting-started.md'

/** The code blocks of one language on a page, in order, with the program domain of the demo. */
const blocks = (page: string, language: string) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(
    ([, code]) => code!.replaceAll('https://share.brand.com', visit.demo.origins.program),
  )

/** A constructed style sheet passes the strict policy. */
const STYLE = `const sheet = new CSSStyleSheet()
  document.adoptedStyleSheets = [sheet]`

const purchases = async () => {
  const rows = await visit.demo.platform.db.query("select count(*)::int as n from events where event_name = 'purchase'")
  return rows[0]!.n as number
}

describe('the code in the documentation', () => {
  test.each([README, GETTING_STARTED])('works as script tags: %s', async file => {
    const before = await purchases()
    const { page, complaints } = await visit.newVisitor()
    const printed: string[] = []
    page.on('console', message => printed.push(message.text()))
    const html = blocks(file, 'html').join('\n').replaceAll('<script', '<script nonce="bare"')
    await openBarePage(page, visit.demo, { before: LISTEN, body: html, scripts: 0 })
    await page.getByRole('textbox', { name: 'Your link' }).waitFor()
    await expect.poll(purchases).toBe(before + 1)
    // The page about the queue prints the id of the event.
    const id = expect.stringMatching(/^[0-9a-f]{8,}/)
    if (html.includes('console.log')) await expect.poll(() => printed).toContainEqual(id)
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
    [README, '{}'],
    [GETTING_STARTED, '{ data, profile }'],
  ])('works from npm with Vite, and beside the script tag without loading the widgets twice: %s', async (file, results) => {
    const before = await purchases()
    const folder = join(root, 'node_modules/.cache/readme')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'main.ts'), `${blocks(file, 'ts').join('\n')}\nObject.assign(globalThis, ${results})`)
    const code = await bundleToScript(join(folder, 'main.ts'))
    rmSync(folder, { recursive: true })
    const { page, complaints } = await visit.newVisitor()
    const start = visit.demo.requests.length
    const zone = '<rewards-zone name="share_experience"></rewards-zone>'
    const script = `<script defer nonce="bare" src="${visit.demo.origins.program}/rewards.js"></script>`
    await openBarePage(page, visit.demo, {
      scripts: 0,
      body: `${zone}<script type="module" nonce="bare">${code}</script>${script}`,
    })
    await page.getByRole('textbox', { name: 'Your link' }).waitFor()
    await expect.poll(purchases).toBe(before + 1)
    if (file === GETTING_STARTED)
      await expect
        .poll(() =>
          page.evaluate(() => [Reflect.get(globalThis, 'data')?.widget, Reflect.get(globalThis, 'profile')?.id]),
        )
        .toEqual(['share', expect.any(String)])
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

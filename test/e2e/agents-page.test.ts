// The code in AGENTS.md.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test, vi } from 'vitest'
import { demo as seeded } from '../../demo/platform/setup/seed.js'
import { seedZones } from '../../demo/platform/setup/seed-zones/index.js'
import { bundleToScript } from '../bundle.js'
import { SOON } from '../soon.js'
import { LISTEN, openBarePage } from './bare-page.js'
import { useDemo } from './demo.js'

const visit = useDemo()
const page = readFileSync('AGENTS.md', 'utf8')
const folder = join(import.meta.dirname, '../../node_modules/.cache/agents-page')

/** The blocks of a task, with the program domain of the demo. */
function blocksOf(task: number): Record<string, string> {
  const [, section = ''] = new RegExp(`^## ${task}\\. .*?\\n(.*?)(?=^## )`, 'ms').exec(page) ?? []
  const blocks = [...section.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
  const { program } = visit.demo.origins
  return Object.fromEntries(
    blocks.map(([, language, code]) => [language!, code!.replaceAll('https://share.brand.com', program)]),
  )
}

/** Writes a block into a file of the project, which finds the packages that it imports. */
async function withFile<T>(name: string, code: string, use: (path: string) => Promise<T>): Promise<T> {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, name)
  writeFileSync(path, code)
  try {
    return await use(path)
  } finally {
    rmSync(path)
  }
}

/** Opens a page with the code of a task: its markup, or its module bundled as an app. */
async function openTask(task: number, { before = '' } = {}) {
  const { html, ts, tsx } = blocksOf(task)
  const code = html ? '' : await withFile(`task-${task}.tsx`, (ts ?? tsx)!, bundleToScript)
  const module = `<script type="module" nonce="bare">${code.replaceAll('</script', '<\\/script')}</script>`
  const body = html
    ? html.replaceAll('<script', '<script nonce="bare"')
    : `<div id="app"></div><div id="root"></div><button id="accept"></button><button id="reject"></button>${module}`
  const visitor = await visit.newVisitor()
  await openBarePage(visitor.page, visit.demo, { before: `${LISTEN} ${before}`, body, scripts: 0 })
  return visitor
}

const eventsNamed = async (name: string) =>
  (await visit.demo.platform.db.query('select data from events where event_name = $1', [name])).map(({ data }) => data)

const link = 'Your link'

describe('the task of AGENTS.md', () => {
  test('1 shows a demo, and 3 a zone from npm', async () => {
    for (const task of [1, 3]) {
      const { page, complaints } = await openTask(task)
      await page.getByRole('textbox', { name: link }).waitFor()
      expect(complaints).toEqual([])
    }
  })

  test('2 shows a zone and tracks a purchase', async () => {
    const { page, complaints } = await openTask(2)
    await page.getByRole('textbox', { name: link }).waitFor()
    await expect
      .poll(() => eventsNamed('purchase'))
      .toContainEqual(expect.objectContaining({ partner_event_id: 'J-1906' }))
    expect(complaints).toEqual([])
  })

  test('4 shows a zone and the consumer in React', async () => {
    const { page, complaints } = await openTask(4)
    await page.getByRole('textbox', { name: link }).waitFor()
    await page.getByText('You are anonymous').waitFor()
    expect(complaints).toEqual([])
  })

  test('5 proves a customer with a JWT of the backend', async () => {
    const { kid, secret } = seeded.jwtKey
    vi.stubEnv('REWARDS_KEY_ID', kid)
    vi.stubEnv('REWARDS_KEY_SECRET', secret)
    const jwt = await withFile('sign.mjs', blocksOf(5).js!, async path => {
      const { signRewardsJwt } = await import(/* @vite-ignore */ pathToFileURL(path).href)
      return signRewardsJwt('ada@example.com', 'customer-1')
    })
    // The policy of the page allows no request to its own host.
    const printed: string[] = []
    const { page } = await openTask(5, {
      before: `const send = window.fetch; window.fetch = (url, init) => url === '/rewards-jwt' ? Promise.resolve(new Response('${jwt}')) : send(url, init);
        window.printed = []; console.log = text => printed.push(text)`,
    })
    await expect
      .poll(
        async () =>
          printed.splice(0, Infinity, ...(await page.evaluate(() => Reflect.get(globalThis, 'printed')))) && printed,
      )
      .toHaveLength(2)
    expect(printed[0]).toBe('verified')
  })

  test('6 tracks a form', async () => {
    const { page } = await openTask(6)
    // The browser leaves the page when the answer to the form arrives.
    await page.route('**/thanks?*', async route => {
      await expect.poll(() => eventsNamed('newsletter'), SOON).toHaveLength(1)
      await route.fulfill({ body: 'Thank you' })
    })
    await page.waitForFunction(() => typeof Reflect.get(globalThis, 'rewards')?.track === 'function')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await page.getByText('Thank you').waitFor()
    expect(await eventsNamed('newsletter')).toMatchObject([{ email: 'grace@example.com' }])
  })

  test('7 stores nothing before consent', async () => {
    const { page, context } = await openTask(7)
    const registered = () => page.evaluate(() => Symbol.for('rewards') in globalThis)
    await expect.poll(registered).toBe(true)
    expect(await context.cookies()).toEqual([])
    await page.locator('#accept').dispatchEvent('click')
    const isAllowed = () => page.evaluate(() => Reflect.get(globalThis, Symbol.for('rewards')).storage.isAllowed)
    expect(await isAllowed()).toBe(true)
    await page.locator('#reject').dispatchEvent('click')
    expect(await isAllowed()).toBe(false)
  })

  test('8 draws a widget of the page’s own, which copies the link', async () => {
    const { page, context } = await openTask(8)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: /Give 20, get 20: copy https?:/ }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    await expect.poll(() => eventsNamed('share')).toContainEqual(expect.objectContaining({ 'share.channel': 'copy' }))
  })

  test('9 changes colors and texts', async () => {
    const { page, complaints } = await openTask(9)
    const button = page.getByRole('button', { name: 'Copy my link' })
    await button.waitFor()
    expect(await button.evaluate(element => getComputedStyle(element).backgroundColor)).toBe('rgb(11, 107, 58)')
    expect(complaints).toEqual([])
  })
})

test('the zones of the local platform have the widgets that AGENTS.md names', () => {
  const rows = [...page.matchAll(/^\| (`\w+`(?:, `\w+`)*) \| `([\w-]+)` \|$/gm)]
  expect(rows.length).toBeGreaterThan(5)
  for (const [, names, widget] of rows)
    for (const name of names!.replaceAll('`', '').split(', '))
      expect(JSON.stringify(seedZones[name]), name).toContain(`"widget":"${widget}"`)
})

test('the local platform takes the event of the backend', async () => {
  const [, url, body] = /curl -X POST (\S+) .*-d '(.*)'/.exec(page)!
  const { pathname } = new URL(url!)
  const response = await visit.demo.platform.fetch(
    new Request(visit.demo.origins.server + pathname, {
      method: 'POST',
      headers: { authorization: `Bearer ${seeded.serverToken}`, 'content-type': 'application/json' },
      body: body!,
    }),
  )
  expect(response.status, await response.clone().text()).toBe(200)
  expect(await eventsNamed('purchase')).toContainEqual(expect.objectContaining({ partner_conversion_id: 'J-1907' }))
})

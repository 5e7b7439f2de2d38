import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Platform } from '../../demo/platform/index.js'
import { type Listener, type Site, serve } from '../../demo/platform/serve.js'
import { SOON } from '../soon.js'
import { startPlatform } from '../start-platform.js'
import { useContexts } from './use-contexts.js'

const STORE = 'store.brand.localhost'
const PROGRAM = 'share.brand.localhost'

/** Never answers what goes to the program domain, while it is told so: its parts too, or its calls alone. */
const WORKER = `
  let hangs = ''
  addEventListener('install', () => skipWaiting())
  addEventListener('activate', event => event.waitUntil(clients.claim()))
  addEventListener('message', event => { hangs = event.data; event.ports[0].postMessage('heard') })
  addEventListener('fetch', event => {
    if (event.request.mode === 'navigate' || !hangs) return
    const { host, pathname } = new URL(event.request.url)
    if (host.startsWith('${PROGRAM}') && (hangs === 'all' ? pathname !== '/rewards.js' : !pathname.endsWith('.js')))
      event.respondWith(new Promise(() => {}))
  })`

const sites = new Map<string, Site>()
let listener: Listener
let platform: Platform
const newContext = useContexts()

const originOf = (host: string) => `http://${host}:${listener.port}`

function store(request: Request): Response {
  const { pathname } = new URL(request.url)
  if (pathname === '/worker.js') return new Response(WORKER, { headers: { 'content-type': 'text/javascript' } })
  const page = `<!doctype html><html lang="en"><title>Store</title><body>
    <script>rewards = []; codes = []
      rewards.push(r => r.addEventListener('error', ({ detail }) => codes.push(detail.code + ': ' + detail.message)))</script>
    <script src="${originOf(PROGRAM)}/rewards.js" data-consent="granted"></script>`
  return new Response(page, { headers: { 'content-type': 'text/html' } })
}

beforeAll(async () => {
  listener = await serve({ port: 0, sites })
  platform = await startPlatform({
    programOrigin: originOf(PROGRAM),
    allowedOrigins: [originOf(STORE)],
    bundle: 'dist',
  })
  sites.set(STORE, async request => store(request))
  sites.set(PROGRAM, platform.fetch)
})

afterAll(async () => {
  await listener?.close()
  await platform?.close()
})

async function open(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto(originOf(STORE))
  await page.waitForFunction(() => Reflect.get(globalThis, 'rewards')?.track)
  return page
}

const hang = (page: Page, what: 'all' | 'calls' | '') =>
  page.evaluate(async what => {
    await navigator.serviceWorker.register('/worker.js')
    await navigator.serviceWorker.ready
    const worker = await new Promise<ServiceWorker>(resolve => {
      const look = () => navigator.serviceWorker.controller && resolve(navigator.serviceWorker.controller)
      navigator.serviceWorker.addEventListener('controllerchange', look)
      look()
    })
    const { port1, port2 } = new MessageChannel()
    const heard = new Promise(resolve => (port1.onmessage = resolve))
    worker.postMessage(what, [port2])
    await heard
  }, what)

type Call = [name: string, ...args: unknown[]]

/** Makes calls, and collects what they end with in `window.outcomes`: `resolved`, or a code. */
const begin = (page: Page, calls: Call[]) =>
  page.evaluate(calls => {
    const outcomes: Record<string, string> = {}
    Reflect.set(globalThis, 'outcomes', outcomes)
    for (const [name, ...args] of calls) {
      const verbs = name.split('.')
      const call = verbs.reduce((object, verb) => object[verb], Reflect.get(globalThis, 'rewards'))(...args)
      call.then(
        () => (outcomes[name] = 'resolved'),
        ({ name: type, code }: { name: string; code: string }) => (outcomes[name] = `${type} ${code}`),
      )
    }
  }, calls)

const outcomesOf = (page: Page) => page.evaluate(() => Reflect.get(globalThis, 'outcomes') as Record<string, string>)

/** The names of the locks that the tabs of the store hold, and wait for. */
const locks = (page: Page) =>
  page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query()
    return { held: held.map(({ name }) => name).sort(), pending: pending.map(({ name }) => name).sort() }
  })

const recorded = async (ids: string[]) => {
  const sql = 'select partner_event_id from events where partner_event_id = any($1)'
  const rows = await platform.db.query<{ partner_event_id: string }>(sql, [ids])
  return rows.map(row => row.partner_event_id).sort()
}

const track = (id: string): Call => ['track', 'purchase', {}, { id }]

/** Lets time go on in these tabs until `condition` holds. */
async function until(tabs: Page[], condition: () => Promise<void>) {
  await expect
    .poll(async () => {
      for (const tab of tabs) await tab.clock.runFor(2_000)
      return condition().then(
        () => 'holds',
        ({ message }: Error) => message,
      )
    }, SOON)
    .toBe('holds')
}

describe('a service worker that never answers', () => {
  test('makes each call time out, holds no lock, and loses no event of any tab', async () => {
    const context = await newContext()
    await context.clock.install()
    const page = await open(context)
    await hang(page, 'calls')
    const other = await open(context)
    const ids = [randomUUID(), randomUUID()].sort()
    const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6ImEifQ.c2ln'
    const calls: Call[] = [
      ['zone', 'terms'],
      ['identify', { email: `${randomUUID()}@example.com` }],
      ['verify', jwt],
      ['profile.get'],
      ['eventUrl', 'pixel'],
      ['requestVerificationEmail'],
      ['flush'],
    ]
    await begin(page, [...calls, track(ids[0]!)])
    await expect.poll(async () => (await locks(page)).held, SOON).toHaveLength(2)
    await begin(other, [['zone', 'terms'], track(ids[1]!)])

    const late = 'RewardsError timeout'
    // A call may set its timer only when the code that it needs has been loaded.
    await until([page], async () =>
      expect(await outcomesOf(page)).toEqual({
        ...Object.fromEntries(calls.map(([name]) => [name, late])),
        flush: 'resolved',
      }),
    )
    await expect.poll(async () => (await locks(page)).pending, SOON).not.toContain(`rewards:${originOf(PROGRAM)}:token`)
    await until([other], async () => expect(await outcomesOf(other)).toEqual({ zone: late }))

    await hang(page, '')
    await until([page, other], async () => {
      expect(await outcomesOf(page)).toHaveProperty('track', 'resolved')
      expect(await outcomesOf(other)).toHaveProperty('track', 'resolved')
    })
    expect(await recorded(ids)).toEqual(ids)
    await expect.poll(() => locks(page), SOON).toEqual({ held: [], pending: [] })
  })
})

test('a suspended tab that never releases its locks does not hold up other tabs', async () => {
  const context = await newContext()
  await context.clock.install()
  const page = await open(context)
  const name = `rewards:${originOf(PROGRAM)}`
  await page.evaluate(
    names => {
      for (const name of names) navigator.locks.request(name, () => new Promise(() => {}))
    },
    [name, `${name}:token`],
  )
  const other = await open(context)
  const ids = [randomUUID(), randomUUID()].sort()
  await begin(other, [['zone', 'terms'], ...ids.map(track)])
  await until([other], async () => expect(await recorded(ids)).toEqual(ids))
  expect(await outcomesOf(other)).toEqual({ zone: 'resolved', track: 'resolved' })
})

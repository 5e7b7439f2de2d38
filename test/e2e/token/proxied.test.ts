import { randomUUID } from 'node:crypto'
import { request as send } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Platform } from '../../../demo/platform/index.js'
import { type Listener, type Site, serve } from '../../../demo/platform/serve.js'
import { startPlatform } from '../../start-platform.js'
import { useContexts } from '../use-contexts.js'

const STORE = 'store.brand.localhost'
const PROGRAM = 'share.brand.localhost'
/** Another program, which the store has too. */
const CLUB = 'club.other.localhost'

const sites = new Map<string, Site>()
let listener: Listener
let platform: Platform
let club: Platform
const newContext = useContexts()
/** The script tag of the store's pages. */
let tag = ''

const originOf = (host: string) => `http://${host}:${listener.port}`

/** A proxy that lets everybody keep the answer to each read. */
const CARELESS = '/careless'

/** Where the store's own web server has a reverse proxy, and of which program domain. */
const PROXIES = { '/rewards': PROGRAM, '/shop/en/loyalty': PROGRAM, '/club': CLUB, [CARELESS]: PROGRAM }

async function store(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  for (const [path, host] of Object.entries(PROXIES))
    if (pathname.startsWith(`${path}/`)) {
      const answer = await forward(request, host, pathname.slice(path.length) + search)
      return path === CARELESS && request.method === 'GET' ? letKeep(answer) : answer
    }
  const page = `<!doctype html><html lang="en"><title>Store</title><body>
    <script>rewards = []; codes = []; texts = []
      rewards.push(r => r.addEventListener('error', ({ detail }) => { codes.push(detail.code); texts.push(detail.message) }))</script>${tag}`
  return pathname === '/'
    ? new Response(page, { headers: { 'content-type': 'text/html' } })
    : new Response('<h1>Not Found</h1>', { status: 404, headers: { 'content-type': 'text/html' } })
}

function letKeep(answer: Response): Response {
  answer.headers.set('cache-control', 'public, max-age=600')
  answer.headers.delete('vary')
  return answer
}

/** By HTTP, with the program's `Host` and everything else as it came. */
async function forward(request: Request, program: string, path: string): Promise<Response> {
  const { method } = request
  const body = Buffer.from(await request.arrayBuffer())
  return new Promise((resolve, reject) => {
    const headers = { ...Object.fromEntries(request.headers), host: `${program}:${listener.port}` }
    const upstream = send({ host: '127.0.0.1', port: listener.port, method, path, headers }, async answer => {
      const { statusCode: status = 502, rawHeaders } = answer
      const pairs = rawHeaders.flatMap((name, index) =>
        index % 2 ? [] : [[name, rawHeaders[index + 1]!] as [string, string]],
      )
      const kept = pairs.filter(([name]) => !/^(connection|keep-alive|transfer-encoding|content-length)$/i.test(name))
      const content = status === 204 || status === 304 ? null : await buffer(answer)
      resolve(new Response(content && new Uint8Array(content), { status, headers: kept }))
    })
    upstream.on('error', reject)
    upstream.end(body)
  })
}

const platformOf = (host: string) =>
  startPlatform({
    programOrigin: originOf(host),
    landingUrl: `${originOf(STORE)}/`,
    allowedOrigins: [originOf(STORE)],
    bundle: 'dist',
  })

beforeAll(async () => {
  listener = await serve({ port: 0, sites })
  platform = await platformOf(PROGRAM)
  club = await platformOf(CLUB)
  sites.set(STORE, store)
  sites.set(PROGRAM, platform.fetch)
  sites.set(CLUB, club.fetch)
})

afterAll(async () => {
  await listener?.close()
  await platform?.close()
  await club?.close()
})

const newVisitor = async (): Promise<Page> => (await newContext()).newPage()

/** Opens an address, and waits for the runtime of the page that it leads to. */
async function open(page: Page, address: string) {
  await page.goto(address)
  await page.waitForFunction(() => Reflect.get(globalThis, 'rewards')?.track)
}

const call = <T>(page: Page, name: string, ...args: unknown[]): Promise<T> =>
  page.evaluate(
    ({ name, args }) =>
      name.split('.').reduce((object, key) => object[key], Reflect.get(globalThis, 'rewards'))(...args),
    { name, args },
  ) as Promise<T>

const emailOf = (who: string) => `${who}-${Date.now()}@example.com`

/** The advocate's link: of the program's own host, as the platform mints it. */
async function advocateLink(email: string): Promise<string> {
  const page = await newVisitor()
  await open(page, originOf(STORE))
  await call(page, 'identify', { email })
  const { link } = await call<{ link: string }>(page, 'shareables.getOrCreate', { key: 'proxied' })
  expect(new URL(link).hostname).toBe(PROGRAM)
  return link
}

const referralsOf = (email: string) =>
  platform.db.query('select r.code from referrals r join persons p on p.person_id = r.advocate_id where p.email = $1', [
    email,
  ])

describe('behind a proxy that lets the browser keep the answers', () => {
  beforeAll(() => {
    tag = `<script src="${CARELESS}/rewards.js"></script>`
  })

  test('the profile is always that of the consumer on the page', async () => {
    const page = await newVisitor()
    await open(page, originOf(STORE))
    const ids = new Set<string>()
    for (const who of ['ann', 'bob']) {
      await call(page, 'identify', { email: emailOf(who) })
      ids.add((await call<{ id: string }>(page, 'profile.get')).id)
    }
    await call(page, 'logout')
    ids.add((await call<{ id: string }>(page, 'profile.get')).id)
    expect(ids.size).toBe(3)
  })
})

describe('behind a reverse proxy of the page’s own host', () => {
  beforeAll(() => {
    tag = '<script src="/rewards/rewards.js"></script>'
  })

  test('the script uses its folder as the program domain, and loads its modules and makes its calls there', async () => {
    const page = await newVisitor()
    await open(page, originOf(STORE))
    expect(await page.evaluate(() => Reflect.get(globalThis, 'rewards').domain)).toBe(`${originOf(STORE)}/rewards`)
    expect(await call(page, 'zone', 'share_experience')).toMatchObject({ data: { widget: 'share' } })
    expect(await page.evaluate(() => Reflect.get(globalThis, 'codes'))).toEqual([])
  })

  test.each([
    ['a friend', false],
    ['a friend who has been to the store before', true],
  ])('%s who follows a link of the program’s host and buys is one referral', async (_, knows) => {
    const advocate = emailOf('advocate')
    const link = await advocateLink(advocate)
    const page = await newVisitor()
    if (knows) {
      await open(page, originOf(STORE))
      await call(page, 'zone', 'share_experience')
    }
    await open(page, link)
    expect(new URL(page.url()).origin).toBe(originOf(STORE))
    expect(page.url()).not.toContain('access_token')
    await call(page, 'track', 'purchase', { email: emailOf('friend'), cart_value: 80 })
    expect(await referralsOf(advocate)).toHaveLength(1)
  })
})

test('a path that leads nowhere is reported with what to do about it', async () => {
  tag = '<script src="/rewards/rewards.js" data-domain="/elsewhere"></script>'
  const page = await newVisitor()
  await open(page, originOf(STORE))
  await call(page, 'zone', 'terms').catch(() => {})
  expect(await page.evaluate(() => Reflect.get(globalThis, 'texts'))).toEqual([
    expect.stringMatching(/\/elsewhere\/zones answered 404.*`domain`/),
  ])
})

test.each([
  ['a module', '<script type="module" src="/rewards/rewards.js"></script>'],
  ['async', '<script async src="/rewards/rewards.js"></script>'],
  ['deferred, with a query', '<script defer src="/rewards/rewards.js?v=3#x"></script>'],
  ['in a deeper folder', '<script src="/shop/en/loyalty/rewards.js"></script>'],
  [
    'put in by a tag manager',
    `<script>document.head.append(Object.assign(document.createElement('script'), { src: '/rewards/rewards.js' }))</script>`,
  ],
  ['twice', '<script src="/rewards/rewards.js"></script><script src="/rewards/rewards.js?again"></script>'],
  [
    'twice, once a module',
    '<script src="/rewards/rewards.js"></script><script type="module" src="/rewards/rewards.js"></script>',
  ],
])('the script finds the program domain and its modules: %s', async (_, given) => {
  tag = `${given}<rewards-zone name="share_experience"></rewards-zone>`
  const page = await newVisitor()
  await open(page, originOf(STORE))
  expect(await page.evaluate(() => Reflect.get(globalThis, 'rewards').domain)).toBe(
    originOf(STORE) + (given.includes('loyalty') ? '/shop/en/loyalty' : '/rewards'),
  )
  expect(await call(page, 'identify', { email: emailOf('ann') })).toMatchObject({ level: 'identified' })
  expect(await call(page, 'profile.get')).toHaveProperty('id')
  await page.waitForFunction(() => customElements.get('rewards-zone'))
  expect(await page.evaluate(() => Reflect.get(globalThis, 'texts'))).toEqual([])
})

test('two programs of one store have one consumer each, with the events tracked there', async () => {
  const page = await newVisitor()
  const programs = [
    { db: platform.db, path: '/rewards', ids: [] as string[], persons: new Set<string>() },
    { db: club.db, path: '/club', ids: [] as string[], persons: new Set<string>() },
  ]
  // The cookies of both have one name, one host and one path: each program gets the other's, and puts its own in its place.
  for (const { path, ids, persons } of [...programs, ...programs, ...programs]) {
    tag = `<script src="${path}/rewards.js"></script>`
    await open(page, originOf(STORE))
    if (!ids.length) await call(page, 'zone', 'terms')
    const id = randomUUID()
    ids.push(id)
    await call(page, 'track', 'purchase', {}, { id })
    persons.add((await call<{ id: string }>(page, 'profile.get')).id)
  }
  for (const { db, ids, persons } of programs) {
    const sql = 'select person_id from events where partner_event_id = any($1)'
    const rows = await db.query<{ person_id: string }>(sql, [ids])
    expect(rows).toHaveLength(3)
    expect([...new Set(rows.map(row => row.person_id))]).toEqual([...persons])
  }
})

import { beforeAll, describe, expect, test, vi } from 'vitest'
import { addVersion } from '../../../../demo/platform/campaign/campaign-version.js'
import { consoleSite } from '../../../../demo/platform/console/console-site.js'
import { bodyOf } from '../../../../demo/platform/consumer/mail.js'
import { demo } from '../../../../demo/platform/index.js'
import { SOON } from '../../../soon.js'
import { UNLIMITED } from '../../../start-platform.js'
import { addReward } from '../server/rewards/add-reward.js'
import { type Call, server, usePlatform } from '../use-platform.js'
import { cookieIn, fieldIn, signIn, useConsole } from './use-console.js'

// A proxy tells the addresses of the visitors.
const visit = usePlatform({ ...UNLIMITED, signInsPerMinute: 10 }, { trustProxy: true })
const user = useConsole(visit)

const send = (path: string, call: Call = {}) => visit.send(server + path, call)
const withCookie = (call: Call = {}): Call => ({ ...call, headers: { Cookie: user.cookie, ...call.headers } })

/** Every page and action of the console that needs a sign-in: `GET /console/tokens`. */
const routes = consoleSite()
  .routes.filter(({ method, path }) => method !== 'ALL' && !path.includes('*') && path !== '/sign-in')
  .map(({ method, path }) => ({ method, path: `/console${path}`.replace(/\/$/, '') }))

/** The ids in production that paths can contain. */
const ids: Record<string, string> = {
  campaign_id: demo.campaignId,
  version: '1',
  zone_name: 'product',
  creative: '0',
  person_id: 'ada-lovelace',
  kid: demo.jwtKey.kid,
  token_hash: '',
  reward_id: '',
  event_id: '',
  click_id: '',
  webhook_id: '',
  message_id: '',
  report_runner_id: '',
  job_id: 'fulfillment:of-production',
}
const filled = (path: string) => path.replace(/:(\w+)/g, (_, name: string) => ids[name]!)

beforeAll(async () => {
  ids.reward_id = await addReward(visit)
  await visit.send(`/s/${demo.ada.code}`)
  const [event] = await visit.rows<{ event_id: string }>('select event_id from rewards')
  const [click] = await visit.rows<{ click_id: string }>('select click_id from clicks')
  Object.assign(ids, event, click)
  const [token] = await visit.rows<{ token_hash: string }>(
    `select token_hash from tokens where type = 'MANAGED' and client_id = $1`,
    [demo.clientId],
  )
  ids.token_hash = token!.token_hash
  const backend = { token: demo.serverToken }
  // The host is private, so the platform does not connect to it.
  const json = { url: 'https://127.0.0.1/hook-of-production', event_types: ['reward.revoked'] }
  ids.webhook_id = (await (await send('/v6/webhooks', { ...backend, json })).json()).id
  const test = await send(`/v6/webhooks/${ids.webhook_id}/test`, { ...backend, json: {} })
  ids.message_id = (await test.json()).id
  // Its first attempt changes the webhook.
  const attempts = () => visit.rows('select 1 from webhooks where last_attempt is not null')
  await vi.waitUntil(async () => (await attempts()).length, SOON)
  await visit.rows(`update webhook_messages set state = 'DEAD'`)
  const report = { name: 'Of production', report_type: 'EVENTS' }
  ids.report_runner_id = (await (await send('/v7/report-runners', { ...backend, json: report })).json()).id
  await visit.rows(
    `insert into jobs (job_id, kind, client_id, lane, payload, run_at, created_at, failures, failure, died_at)
     values ($1, 'fulfillment', $2, 'of-production', 'null', now(), now(), 5, 'Failed in production', now())`,
    [ids.job_id, demo.clientId],
  )
})

const submit = (event_name: string, data: object) =>
  send('/v6/events', { token: demo.serverToken, json: { event_name, data } })

/** What the actions of the console change. */
const records = () =>
  Promise.all(
    [
      ...['tokens', 'signing_keys', 'allowed_origins', 'program_domains', 'rewards', 'webhooks', 'webhook_messages'],
      ...['report_runners', '(select * from jobs where died_at is not null) dead_jobs'],
      ...['campaign_versions', 'zones', 'console_sessions', 'clients', 'programs', 'replays'],
    ].map(table => visit.rows(`select * from ${table} order by 1, 2`)),
  )

test('the tests know an id for each parameter', () => {
  expect(routes.length).toBeGreaterThan(25)
  for (const { path } of routes) expect(filled(path)).not.toContain('undefined')
})

describe('a visitor who is not signed in', () => {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
  const paths = [...new Set(routes.map(({ path }) => path)), '/console/nothing', '/console/', '/console/SIGN-IN']
  const cookies = ['', 'console_session=', `console_session=${'x'.repeat(32)}`, 'console_session=%00']

  test.each(paths)('is only sent to the sign-in by %s', async path => {
    const before = await records()
    for (const method of methods)
      for (const Cookie of cookies) {
        const form = method === 'GET' || method === 'HEAD' ? undefined : { csrf: 'x', name: 'x', confirmed: 'yes' }
        const response = await send(filled(path), {
          method,
          origin: server,
          headers: { Cookie },
          ...(form && { form }),
        })
        if (method === 'POST') {
          expect([response.status, await response.text()]).toEqual([401, expect.stringContaining('You are signed out')])
          continue
        }
        expect([method, response.status, response.headers.get('Location')]).toEqual([
          method,
          303,
          expect.stringMatching(/^\/console\/sign-in(\?to=%2Fconsole[%\w.-]*)?$/),
        ])
        expect(await response.text()).toBe('')
      }
    expect(await records()).toEqual(before)
  })
})

describe('a form', () => {
  const actions = routes.filter(({ method }) => method === 'POST').map(({ path }) => path)
  const fields = {
    name: 'x',
    access: 'full',
    source: '{}',
    origin: 'https://x.example',
    confirmed: 'yes',
    change: 'cancel',
  }

  test.each(actions)('to %s needs the token of the session, and an origin of the console', async path => {
    const csrf = fieldIn(await user.read('/console'), 'csrf')
    const before = await records()
    const attempts: Call[] = [
      { origin: server, form: fields },
      { origin: server, form: { ...fields, csrf: '' } },
      { origin: server, form: { ...fields, csrf: csrf.slice(1) } },
      { origin: 'https://evil.example', form: { ...fields, csrf } },
      { origin: 'null', form: { ...fields, csrf } },
      { origin: server, text: `csrf=${csrf}` },
      { origin: server, json: { ...fields, csrf } },
    ]
    for (const attempt of attempts) expect((await send(filled(path), withCookie(attempt))).status).toBeOneOf([400, 403])
    expect(await records()).toEqual(before)
  })

  // Signing out and opening another tenant change no tenant.
  test.each(
    actions.filter(path => !['/console/sign-out', '/console/client'].includes(path)),
  )('to %s needs the tenant that the user has opened', async path => {
    const csrf = fieldIn(await user.read('/console'), 'csrf')
    const before = await records()
    for (const tenant of ['', demo.sandbox.clientId]) {
      const form = { ...fields, csrf, tenant }
      expect((await send(filled(path), withCookie({ origin: server, form }))).status).toBe(409)
    }
    expect(await records()).toEqual(before)
  })

  test('cannot choose another method', async () => {
    const before = await records()
    const csrf = fieldIn(await user.read('/console'), 'csrf')
    const form = { csrf, tenant: demo.clientId, _method: 'DELETE', method: 'DELETE' }
    const headers = { Cookie: user.cookie, 'X-HTTP-Method-Override': 'DELETE' }
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      for (const path of ['/console/tokens/x', '/console/docs', `/console/campaigns/${demo.campaignId}/versions/1`])
        expect((await send(path, { method, origin: server, headers, form })).status).toBe(404)
    expect(await records()).toEqual(before)
  })

  test('of a page that shows another tenant than the user has opened since then does nothing', async () => {
    const page = await user.read('/console/tokens')
    await user.send('/console/client', { client_id: demo.sandbox.clientId })
    const form = { csrf: fieldIn(page, 'csrf'), tenant: fieldIn(page, 'tenant'), name: 'Stale', access: 'full' }
    const response = await send('/console/tokens', withCookie({ origin: server, form }))
    expect([response.status, await response.text()]).toEqual([
      409,
      expect.stringContaining('You have opened Juniper (sandbox) in another tab'),
    ])
    expect(await visit.rows(`select 1 from tokens where name = 'Stale'`)).toEqual([])
    await user.send('/console/client', { client_id: demo.clientId })
  })

  test.each([
    ['/console/tokens', 2 * 1024 * 1024],
    ['/console/sign-in', 16 * 1024],
  ])('of %s can be as large as %i bytes', async (path, largest) => {
    const answer = async (bytes: number) => {
      const form = { email: 'a', password: 'b', name: 'x'.repeat(bytes - 'email=a&password=b&name='.length) }
      const response = await send(path, withCookie({ origin: server, form }))
      return [response.status, response.headers.get('Content-Type')]
    }
    expect(await answer(largest)).toEqual([expect.not.toBeOneOf([413]), 'text/html; charset=utf-8'])
    expect(await answer(largest + 1)).toEqual([413, 'text/html; charset=utf-8'])
  })
})

describe('a user of the sandbox', () => {
  beforeAll(() => user.send('/console/client', { client_id: demo.sandbox.clientId }))

  // The name of a zone is no id: each tenant can have a zone of that name.
  test.each(
    routes.filter(({ path }) => path.includes(':') && !path.includes(':zone_name')),
  )('finds nothing of production by $method $path', async route => {
    const before = await records()
    const path = filled(route.path)
    const form = {
      live: '1',
      message: '',
      parent: '1',
      newest: '1',
      source: '{}',
      action: 'publish',
      change: 'fulfilled',
    }
    const response = await (route.method === 'GET' ? user.open(path) : user.send(path, form))
    // Revoking what does not exist has no effect.
    if (!path.endsWith('/revoke') || route.method === 'GET') expect(response.status).toBeOneOf([400, 404])
    const page = (await response.text()).replace(path, '')
    for (const text of [demo.jwtKey.secret, 'advocate-20', demo.ada.email, 'Backend of the shop', 'hook-of-production'])
      expect(page).not.toContain(text)
    expect(await records()).toEqual(before)
  })

  test('finds nothing of production in a list', async () => {
    await submit('deletion_requested', { email: 'asks-of-production@example.com' })
    await visit.send('/s/code-of-production')
    const token = await visit.identified('asks-of-production@example.com')
    await visit.send('/v4/me/send-verification-email', { token, json: {} })
    const marks = RegExp(
      `[\\w-]*of-production|Of production|Failed in production|>${demo.jwtKey.kid}<|${ids.token_hash}|${ids.reward_id}"|(?:Earned|Open) \\([1-9]`,
    )
    const lists = routes.filter(({ method, path }) => method === 'GET' && !path.includes(':')).map(({ path }) => path)
    const pagesWithMarks = async () => {
      const found = []
      for (const path of lists) if (marks.test((await user.read(path)).replace(path, ''))) found.push(path)
      return found
    }
    expect(await pagesWithMarks()).toEqual([])
    await user.send('/console/client', { client_id: demo.clientId })
    const pages = [
      'keys',
      'mails',
      'people',
      'refusals',
      'reports',
      'requests',
      'rewards',
      'tokens',
      'webhooks',
      'work',
    ]
    expect(await pagesWithMarks()).toEqual(expect.arrayContaining(pages.map(page => `/console/${page}`)))
    await user.send('/console/client', { client_id: demo.sandbox.clientId })
  })

  test('cannot open the client of another account', async () => {
    await visit.rows(
      `insert into clients (client_id, account, name) values ('other', 'other', 'Other') on conflict do nothing`,
    )
    expect((await user.send('/console/client', { client_id: 'other' })).status).toBe(400)
    expect(await user.read('/console')).toContain('Juniper (sandbox)')
    await user.send('/console/client', { client_id: demo.clientId })
  })
})

describe('a session', () => {
  test('has a new secret after each sign-in, and the former one ends', async () => {
    const [planted, first] = ['console_session=planted-by-somebody-else-000000', cookieIn(await signIn(visit))]
    for (const cookie of [planted, first]) {
      const form = { ...demo.user, to: '' }
      const response = await send('/console/sign-in', { origin: server, headers: { Cookie: cookie }, form })
      expect(cookieIn(response)).not.toBe(cookie)
      expect((await send('/console', { headers: { Cookie: cookie } })).status).toBe(303)
    }
  })

  test('cannot be replaced by a cookie that a neighbouring host sets', async () => {
    expect(user.cookie).toMatch(/^__Host-console_session=/)
    const tossed = user.cookie.replace('__Host-', '')
    expect((await send('/console', { headers: { Cookie: tossed } })).status).toBe(303)
  })

  test('ends when its user may no longer change the program', async () => {
    const rights = (scopes: string) =>
      visit.rows('update users set scopes = $1::text[] where user_id = $2', [scopes, demo.marketerId])
    await rights('{USER_SUPPORT}')
    const refused = await user.open('/console/tokens')
    await rights('{CLIENT_ADMIN}')
    expect(refused.status).toBe(303)
    expect((await user.open('/console/tokens')).status).toBe(200)
  })

  test('starts although a visitor of another address has tried too often', async () => {
    const headers = { 'X-Forwarded-For': '192.0.2.1' }
    const attempt = () => send('/console/sign-in', { origin: server, headers, form: { ...demo.user, password: 'x' } })
    for (let count = 0; count < 10; count += 1) await attempt()
    expect((await attempt()).status).toBe(429)
    expect((await signIn(visit)).status).toBe(303)
  })

  test.each([
    '/console/../docs',
    '/console/%2e%2e/docs',
    '/console/.%2e/%2e./mails',
    '/console\\..\\docs',
    '/console/@evil.example',
    'console',
    'javascript:alert(1)',
    'https:/console/x',
    '/console/x\r\nSet-Cookie: a=b',
  ])('starts with a page of the console, not with %j', async to => {
    visit.now += 60_000
    const location = (await signIn(visit, { to })).headers.get('Location')!
    const { origin, pathname } = new URL(location, server)
    expect([origin, pathname]).toEqual([server, expect.stringMatching(/^\/console(\/|$)/)])
    expect(pathname).not.toContain('sign-in')
  })
})

test('every response stays out of caches and frames, and is what its type says', async () => {
  const responses = [
    await send('/console'),
    await send('/console/sign-in'),
    await signIn(visit),
    await signIn(visit, { password: 'wrong' }),
    await user.open('/console'),
    await user.open('/console/docs'),
    await user.open('/console/nothing'),
    await user.open(`/console/keys/${demo.jwtKey.kid}`),
    await user.send('/console/tokens', { name: 'Cached?', access: 'read' }),
    await user.send('/console/origins', { origin: 'https://cached.example' }),
  ]
  for (const { headers, status } of responses) {
    expect([status, headers.get('Cache-Control')]).toEqual([status, 'private, no-store'])
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(headers.get('Access-Control-Allow-Origin')).toBeNull()
    if (status !== 303) expect(headers.get('Content-Security-Policy')).toContain(`frame-ancestors 'none'`)
  }
})

describe('hostile content', () => {
  const HOSTILE = `"'><img src=x onerror=alert(1)></textarea></title><script>alert(1)</script>&lt;`

  test('is text on every page', async () => {
    const at = new Date(visit.now)
    const source = JSON.stringify({ name: HOSTILE, label: 'x' })
    const zones = { news: JSON.stringify({ creatives: [{ type: 'html', content: HOSTILE }] }) }
    const edit = { editorId: HOSTILE, message: HOSTILE, publish: true, at }
    const version = await addVersion(visit.platform, { program: source, zones, ...edit })
    await visit.rows('update tokens set name = $1 where type = $2', [HOSTILE, 'MANAGED'])
    await visit.rows('update signing_keys set audience = $1', [HOSTILE])
    await visit.rows('update rewards set reward_name = $1, partner_reward_id = $1', [HOSTILE])
    await visit.rows('update persons set email = $1 where person_id = $2', [HOSTILE, 'ada-lovelace'])
    await visit.rows('update users set email = $1 where user_id = $2', [HOSTILE, demo.marketerId])
    await visit.rows('update clients set name = $1 where client_id = $2', [HOSTILE, demo.clientId])
    const { db, secrets } = visit.platform
    const body = `${HOSTILE} https://x.example/${HOSTILE} javascript:alert(1)`
    await visit.rows(
      `insert into mails (mail_id, person_id, recipient, subject, body, status, created_at)
       values ('hostile', 'ada-lovelace', $1, $1, $2, 'SUCCEEDED', $3)`,
      [HOSTILE, await secrets.seal(db, bodyOf('hostile'), body), at],
    )
    ids.version = String(version)
    const query = encodeURIComponent(HOSTILE)
    const paths = routes
      .filter(({ method }) => method === 'GET')
      .flatMap(({ path }) => [
        filled(path),
        `${filled(path)}?done=${query}&state=${query}&origin=${query}&from=1&to=${version}`,
      ])
    let seen = 0
    for (const path of [...paths, `/console/${query}`, `/console/campaigns/${query}`, `/console/sign-in?to=${query}`]) {
      const page = await user.read(path)
      expect([path, /<img|<script(?! src="\/pages\/)|href="javascript/.exec(page)?.[0]]).toEqual([path, undefined])
      if (page.includes('&lt;img src=x')) seen += 1
    }
    expect(seen).toBeGreaterThan(20)
    const sent = [
      await user.send('/console/tokens', { name: HOSTILE.repeat(3), access: HOSTILE }),
      await user.send('/console/keys', { kid: HOSTILE, text: HOSTILE, audience: HOSTILE, source: HOSTILE }),
      await user.send('/console/origins', { origin: HOSTILE }),
      await user.send(`/console/campaigns/${demo.campaignId}/program`, {
        ...{ source: `{"name":${JSON.stringify(HOSTILE)},"x":${JSON.stringify(HOSTILE)}}`, message: HOSTILE },
        ...{ parent: '', newest: '', action: 'draft' },
      }),
      await signIn(visit, { email: `x${HOSTILE}`, to: HOSTILE }),
    ]
    for (const response of sent) {
      const page = await response.text()
      expect(page).toContain('&lt;img src=x')
      expect(page).not.toMatch(/<img|<script/)
    }
  })

  test.each([
    '%00',
    '%E0%A4%A',
    '%ED%A0%80',
    '%2e%2e',
    '%2F',
    `${'x'.repeat(10_000)}`,
    '__proto__',
  ])('in a path is not found: %.20s', async text => {
    for (const path of ['keys', 'rewards', 'campaigns', `campaigns/${demo.campaignId}/versions`, 'tokens'])
      expect((await user.open(`/console/${path}/${text}`)).status).toBeOneOf([400, 404])
  })

  test.each([
    ['/console/tokens', { name: 'a\0b', access: 'read' }],
    ['/console/keys', { kid: 'nul', source: 'secret', text: '', audience: 'a\0b' }],
    ['/console/client', { client_id: 'a\0b' }],
    [`/console/campaigns/${demo.campaignId}/program`, { source: '{"name":"a\0","label":"x"}', message: '\0' }],
    ['/console/zones/nul', { source: '{"creatives":[]}', message: '\0', action: 'draft', parent: '', newest: '' }],
  ])('in a form of %s is refused', async (path, fields) => {
    const form = { parent: '99999999999999999999', newest: '', action: 'publish', ...fields }
    expect((await user.send(path, form)).status).toBeOneOf([400, 409, 422])
  })

  test('is compared without a long search', async () => {
    const lines = (character: string) => Array.from({ length: 40_000 }, (_, index) => `${character}${index % 7}`)
    const program = (character: string) => lines(character).join('\n')
    const add = (source: string) =>
      addVersion(visit.platform, {
        program: source,
        editorId: 'x',
        message: '',
        publish: false,
        at: new Date(visit.now),
      })
    const [from, to] = [await add(program('a')), await add(program('b'))]
    const page = await user.read(`/console/campaigns/${demo.campaignId}/compare?from=${from}&to=${to}`)
    expect(page).toContain('40000 lines added, 40000 lines removed')
    expect(page.length).toBeLessThan(500_000)
    await visit.rows('delete from campaign_versions where version = any($1)', [[from, to]])
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { hashOf } from '../../../../demo/platform/store/id.js'
import { codeOf, program, server, shop, usePlatform } from '../use-platform.js'
import { useConsole } from './use-console.js'

const visit = usePlatform()
const user = useConsole(visit)

const BLOG = 'https://blog.example'
const add = (origin: string) => user.send('/console/origins', { origin })
/** Whether a page of the origin may read an answer that came with the cookie. */
const isAllowed = async (origin: string) => {
  const headers = { 'Access-Control-Request-Method': 'POST' }
  const response = await visit.send('/api/v6/events', { method: 'OPTIONS', origin, headers })
  return response.headers.get('Access-Control-Allow-Credentials') === 'true'
}

test('an added origin is allowed, and a removed one is refused', async () => {
  expect(await isAllowed(BLOG)).toBe(false)
  const added = await add(` ${BLOG}/ `)
  expect(await user.read(added.headers.get('Location')!)).toMatch(
    new RegExp(`role="status">The origin is allowed.*>${BLOG}<`, 's'),
  )
  expect(await isAllowed(BLOG)).toBe(true)
  const path = `/console/origins/remove?origin=${encodeURIComponent(BLOG)}`
  expect(await user.read(path)).toContain(`Remove ${BLOG}?`)
  const removed = await user.send('/console/origins/remove', { origin: BLOG })
  const without = await user.read(removed.headers.get('Location')!)
  expect(without).toContain('role="status">The origin is removed')
  expect(without).not.toContain(`>${BLOG}<`)
  expect(await isAllowed(BLOG)).toBe(false)
  expect((await user.open(path)).status).toBe(404)
})

test('an origin counts however it was written', async () => {
  await add('HTTPS://Blog.Example:443/')
  expect(await isAllowed(BLOG)).toBe(true)
  await user.send('/console/origins/remove', { origin: BLOG })
  expect(await isAllowed(BLOG)).toBe(false)
})

test('the name of a host can be as long as the DNS allows', async () => {
  const longest = `https://${`${'a'.repeat(62)}.`.repeat(4)}a`
  expect((await add(longest)).status).toBe(303)
  expect(await isAllowed(longest)).toBe(true)
  await user.send('/console/origins/remove', { origin: longest })
})

test('the program domain and the origins of the options cannot be removed', async () => {
  const page = await user.read('/console/origins')
  expect(page).toContain(`>${program}<`)
  expect(page).toContain(`>${shop}<`)
  expect(page).not.toContain('/console/origins/remove')
  await user.send('/console/origins/remove', { origin: shop })
  expect(await isAllowed(shop)).toBe(true)
})

test.each([
  ['', 'Enter an origin'],
  ['blog.example', 'Enter an origin'],
  [`${BLOG}/news`, 'Enter an origin'],
  ['javascript:alert(1)', 'Enter an origin'],
  ['wss://blog.example', 'Enter an origin'],
  ['https://*.blog.example', 'Enter an origin'],
  [`https://${'a'.repeat(3_000)}.example`, 'Enter an origin'],
  [`https://${`${'a'.repeat(62)}.`.repeat(4)}ab`, 'Enter an origin'],
  [shop, 'is allowed already'],
])('the form refuses %j, and shows it again', async (origin, message) => {
  const response = await add(origin)
  const page = await response.text()
  expect([response.status, page]).toEqual([422, expect.stringContaining(message)])
  expect(page).toContain(`value="${origin}"`)
})

describe('an origin that the sandbox allows', () => {
  const TEST_PAGE = 'https://evil.example'
  const SANDBOX_DOMAIN = 'https://test.brand.localhost'

  beforeAll(async () => {
    await user.send('/console/client', { client_id: demo.sandbox.clientId })
    await user.send('/console/domains', { origin: SANDBOX_DOMAIN })
    await add(TEST_PAGE)
  })

  test('is not trusted by production: neither credentials, nor the cookie, nor a redirect of the sign-in', async () => {
    expect(await isAllowed(TEST_PAGE)).toBe(false)
    const cookie = await visit.anonymous()
    const json = { event_name: 'forged', data: {} }
    expect(await codeOf(await visit.send('/events', { cookie, origin: TEST_PAGE, json }))).toBe('access_denied')
    const path = `${server}/openid-connect/authorize?redirect_uri=${encodeURIComponent(`${TEST_PAGE}/in`)}`
    expect((await visit.send(path)).status).toBe(400)
    await user.send('/console/client', { client_id: demo.clientId })
    expect(await user.read('/console/origins')).not.toContain(TEST_PAGE)
    await user.send('/console/client', { client_id: demo.sandbox.clientId })
  })

  test('is not trusted by another sandbox, and one of production not by the sandbox of another account', async () => {
    await visit.rows(
      `insert into clients (client_id, account, name, sandbox)
       select 'second', account, 'Second', true from clients where client_id = $1
       union all values ('foreign', 'foreign', 'Foreign', true)`,
      [demo.clientId],
    )
    await visit.rows(
      `insert into program_domains (origin, client_id, created_at)
       select 'https://' || id || '.brand.localhost', id, now() from unnest('{second,foreign}'::text[]) id`,
    )
    await user.send('/console/client', { client_id: demo.clientId })
    await add(BLOG)
    const isTrusted = async (origin: string, sandbox: string) => {
      const headers = { 'Access-Control-Request-Method': 'POST' }
      const call = { method: 'OPTIONS', origin, headers }
      const response = await visit.send(`https://${sandbox}.brand.localhost/api/v6/events`, call)
      return response.headers.get('Access-Control-Allow-Credentials') === 'true'
    }
    expect([await isTrusted(BLOG, 'second'), await isTrusted(BLOG, 'foreign')]).toEqual([true, false])
    expect(await isTrusted(TEST_PAGE, 'second')).toBe(false)
    await user.send('/console/origins/remove', { origin: BLOG })
    await visit.rows(`delete from program_domains where client_id in ('second', 'foreign')`)
    await user.send('/console/client', { client_id: demo.sandbox.clientId })
  })

  test('is trusted at a program domain of the sandbox, and so are those of production', async () => {
    await user.send('/console/client', { client_id: demo.clientId })
    await add(BLOG)
    await user.send('/console/client', { client_id: demo.sandbox.clientId })
    for (const origin of [TEST_PAGE, BLOG, shop]) {
      const headers = { 'Access-Control-Request-Method': 'POST' }
      const call = { method: 'OPTIONS', origin, headers }
      const response = await visit.send(`${SANDBOX_DOMAIN}/api/v6/events`, call)
      expect([origin, response.headers.get('Access-Control-Allow-Credentials')]).toEqual([origin, 'true'])
    }
    await user.send('/console/origins/remove', { origin: BLOG })
    expect(await isAllowed(BLOG)).toBe(true)
    expect(await user.read('/console/origins')).toMatch(new RegExp(`>${BLOG}<.*In production`, 's'))
  })

  test('can be where a link of the sandbox leads, but none of production', async () => {
    const json = { content: { url: `${TEST_PAGE}/roses` } }
    const create = (token: string) => visit.send('/v6/me/shareables', { token, json })
    const person = { client_id: demo.sandbox.clientId, email: 'tess@example.com' }
    const { access_token } = await (await visit.send('/v5/token', { json: person })).json()
    expect((await create(access_token)).status).toBe(200)
    expect(await codeOf(await create(await visit.identified(person.email)))).toBe('blocked_content_url')
  })

  test('is not trusted with the cookie of a consumer of production, at a domain that production had before', async () => {
    const MOVED = 'https://moved.brand.localhost'
    await user.send('/console/client', { client_id: demo.clientId })
    await user.send('/console/domains', { origin: MOVED })
    const email = 'mia@example.com'
    const created = await visit.send(`${MOVED}/api/v5/token`, { origin: shop, json: { email } })
    expect(created.headers.get('Set-Cookie')).toContain('svc_token=')
    const { access_token: cookie } = await created.json()
    await user.send('/console/domains/remove', { origin: MOVED })
    await user.send('/console/client', { client_id: demo.sandbox.clientId })
    await user.send('/console/domains', { origin: MOVED })

    const from = (origin: string) => ({ cookie, origin, json: { event_name: 'forged', data: {} } })
    for (const path of ['/events', '/api/v6/events'])
      expect(await codeOf(await visit.send(MOVED + path, from(TEST_PAGE)))).toBe('access_denied')
    expect(await visit.rows(`select 1 from events where event_name = 'forged'`)).toEqual([])
    const answer = await visit.send(`${MOVED}/api/v5/token`, { cookie, origin: TEST_PAGE, json: { email } })
    const { access_token } = await answer.json()
    expect(await visit.rows('select client_id from tokens where token_hash = $1', [hashOf(access_token)])).toEqual([
      { client_id: demo.sandbox.clientId },
    ])
    expect((await visit.send(`${MOVED}/api/v6/events`, from(shop))).status).toBe(200)
    // A picture on such a page names nobody else.
    const headers = { Referer: `${TEST_PAGE}/` }
    await visit.send(`${MOVED}/events/pictured?email=eve@example.com`, { cookie, headers })
    const pictured = `select email from events join persons using (person_id) where event_name = 'pictured'`
    expect(await visit.rows(pictured)).toEqual([{ email }])
  })
})

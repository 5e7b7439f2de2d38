import { expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { otherSite, program, server, shop, usePlatform } from '../use-platform.js'

const visit = usePlatform()
const ask = (origin: string, path = '/api/v6/events') =>
  visit.send(path, { method: 'OPTIONS', origin, headers: { 'Access-Control-Request-Method': 'POST' } })

test.each([shop, otherSite, program])('a page of %s can send credentials', async origin => {
  const { status, headers } = await ask(origin)
  expect(status).toBe(204)
  expect(Object.fromEntries(headers)).toMatchObject({
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'Authorization, Content-Type, X-Svc-Jwt, X-Svc-Debug',
    'access-control-max-age': '7200',
    vary: 'Origin',
  })
})

test.each([
  'https://evil.example',
  'https://evil.brand.localhost',
  'null',
])('a page of %s can call the API, but not with credentials', async origin => {
  for (const response of [await ask(origin), await visit.send('/zones', { method: 'POST', origin })]) {
    expect([response.headers.get('Access-Control-Allow-Origin'), response.headers.get('Vary')]).toEqual(['*', 'Origin'])
    expect(response.headers.has('Access-Control-Allow-Credentials')).toBe(false)
    expect(response.headers.has('Set-Cookie')).toBe(false)
  }
})

test('a preflight response lists the methods of its path, and so does the answer to another method', async () => {
  const methods = 'POST, GET, DELETE'
  expect((await ask(shop, '/v5/token')).headers.get('Access-Control-Allow-Methods')).toBe(methods)
  const { status, headers } = await visit.send('/v5/token', { method: 'PUT' })
  expect([status, headers.get('Allow')]).toEqual([405, methods])
})

test('no page can read an answer of the server API', async () => {
  for (const method of ['GET', 'OPTIONS']) {
    const { headers } = await visit.send(`${server}/v4/tokens`, { method, token: demo.serverToken, origin: shop })
    expect(headers.get('Access-Control-Allow-Origin')).toBeNull()
  }
})

test('an answer to a request without an origin is not stored for those with one', async () => {
  const { headers } = await visit.send('/v4/me')
  expect([headers.get('Vary'), headers.has('Access-Control-Allow-Origin')]).toEqual(['Origin', false])
})

test.each([
  '/zones',
  '/v4/me',
  '/nowhere',
  '/preview/%00/terms',
])('a page can read the responses and errors of %s', async path => {
  const { headers } = await visit.send(path, { origin: shop })
  expect(headers.get('Access-Control-Allow-Origin')).toBe(shop)
  expect(headers.get('Access-Control-Expose-Headers')).toBe(
    'X-Svc-Token, X-Svc-Cookie-Consent, X-Svc-Error-Message, X-Svc-Campaign, X-Svc-Input-Event-Id, Retry-After',
  )
})

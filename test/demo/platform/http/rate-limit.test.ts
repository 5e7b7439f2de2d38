import { describe, expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { type Call, codeOf, server, shop, usePlatform } from '../use-platform.js'

const visit = usePlatform({ perMinute: 5, perSecond: 3 }, { trustProxy: true })
const { send } = visit
const MINUTE = 60_000

test('one address without a token gets so many requests a minute, another one its own', async () => {
  const from = (address: string) => send('/zones', { method: 'POST', headers: { 'X-Forwarded-For': address } })
  for (let count = 0; count < 5; count++)
    expect((await from('10.0.0.1')).headers.has('X-Svc-Error-Message')).toBe(false)
  const over = await from('10.0.0.1')
  expect([over.status, await codeOf(over), over.headers.get('Retry-After')]).toEqual([200, 'too_many_requests', '60'])
  expect((await from('10.0.0.2')).headers.has('X-Svc-Error-Message')).toBe(false)
  visit.now += MINUTE
  expect((await from('10.0.0.1')).headers.has('X-Svc-Error-Message')).toBe(false)
})

const invented = (count: number) => `invented-${count}`
const query = `redirect_uri=${encodeURIComponent(`${shop}/`)}`

test.each<[string, (count: number) => [path: string, call: Call]]>([
  ['invented tokens', count => ['/zones', { method: 'POST', token: invented(count) }]],
  ['invented tokens on a call that fails', count => ['/v4/me', { token: invented(count) }]],
  ['Authorization headers that hold none', () => ['/v4/me', { headers: { Authorization: 'Basic YTpi' } }]],
  ['invented tokens that ask for real ones', count => ['/v5/token', { method: 'POST', token: invented(count) }]],
  ['invented cookies', count => ['/zones', { method: 'POST', cookie: invented(count), origin: shop }]],
  ['share links', () => [`/s/${demo.ada.code}`, {}]],
  ['links in mails', count => [`/verify/${invented(count)}`, {}]],
  ['invented tokens at the server API', count => [`${server}/v4/tokens`, { token: invented(count) }]],
  [
    'invented tokens where calls are unlimited',
    count => [`${server}/v6/async-events`, { token: invented(count), json: {} }],
  ],
  ['guesses at a password', () => [`${server}/v4/tokens`, { json: { email: demo.user.email, password: 'x' } }]],
  [
    'guesses at a password in the form',
    () => [`${server}/openid-connect/authorize?${query}`, { form: { email: demo.user.email, password: 'x' } }],
  ],
])('%s are no way round it', async (way, request) => {
  const codes = []
  for (let count = 0; count < 6; count++) {
    const [path, call] = request(count)
    const response = await send(path, { ...call, headers: { ...call.headers, 'X-Forwarded-For': way } })
    const told = response.headers.has('X-Svc-Error-Message') || response.status >= 400
    const isJson = response.headers.get('Content-Type')?.includes('json') ?? false
    codes.push(told && (isJson || response.status === 200) ? await codeOf(response) : 'let in')
  }
  expect(codes.slice(0, 5)).not.toContain('too_many_requests')
  expect(codes[5]).toBe('too_many_requests')
})

test('what a client says of its address is worth nothing beside what the proxy says', async () => {
  const from = (claimed: string) =>
    send('/zones', { method: 'POST', headers: { 'X-Forwarded-For': `${claimed}, 10.0.0.9` } })
  for (let count = 0; count < 5; count++) expect((await from(`1.1.1.${count}`)).headers.has('X-Svc-Token')).toBe(true)
  expect(await codeOf(await from('1.1.1.9'))).toBe('too_many_requests')
})

test('a friend with a live token is counted by it, whatever their address has used up', async () => {
  const cookie = await visit.anonymous()
  const follow = (call: Call) => send(`/s/${demo.ada.code}`, { ...call, headers: { 'X-Forwarded-For': '10.0.0.5' } })
  for (let count = 0; count < 5; count++) await follow({})
  expect((await follow({})).status).toBe(429)
  expect((await follow({ cookie })).status).toBe(302)
})

test('one token gets so many a minute', async () => {
  visit.now += MINUTE
  const token = await visit.anonymous()
  for (let count = 0; count < 5; count++) expect((await send('/v4/me', { token })).status).toBe(200)
  const over = await send('/v4/me', { token })
  expect([over.status, await codeOf(over), over.headers.get('Retry-After')]).toEqual([429, 'too_many_requests', '60'])
})

test('one identified person gets so many a second, whichever token', async () => {
  visit.now += MINUTE
  const tokens = [await visit.identified('ada@example.com'), await visit.identified('ada@example.com')]
  const statuses = []
  for (const token of [...tokens, ...tokens]) statuses.push((await send('/v4/me', { token })).status)
  expect(statuses).toEqual([200, 200, 200, 429])
  visit.now += 1000
  expect((await send('/v4/me', { token: tokens[0]! })).status).toBe(200)
})

describe('without a proxy to trust', () => {
  const { send } = usePlatform({ perMinute: 5 })

  test('what a client says of its address is worth nothing', async () => {
    const from = (address: string) => send('/zones', { method: 'POST', headers: { 'X-Forwarded-For': address } })
    for (let count = 0; count < 5; count++)
      expect((await from(`10.0.1.${count}`)).headers.has('X-Svc-Token')).toBe(true)
    expect(await codeOf(await from('10.0.1.9'))).toBe('too_many_requests')
  })
})

import { describe, expect, test } from 'vitest'
import { defaultLimits } from '../../../../demo/platform/http/rate-limit.js'
import { demo } from '../../../../demo/platform/index.js'
import { signJwt } from '../../../proof.js'
import { UNLIMITED } from '../../../start-platform.js'
import { type Call, codeOf, otherSite, server, shop, tokenIn, usePlatform } from '../use-platform.js'

const visit = usePlatform({ perMinute: 5, perSecond: 3 }, { trustProxy: true })
const { send } = visit
const MINUTE = 60_000

test('requests without a token are limited per IP address and minute', async () => {
  const from = (address: string) => send('/zones', { method: 'POST', headers: { 'X-Forwarded-For': address } })
  for (let count = 0; count < 5; count++)
    expect((await from('10.0.0.1')).headers.has('X-Svc-Error-Message')).toBe(false)
  // A second that has begun counts: a request after 59 seconds would come too early.
  visit.now += 500
  const over = await from('10.0.0.1')
  expect([over.status, await codeOf(over), over.headers.get('Retry-After')]).toEqual([200, 'too_many_requests', '60'])
  expect((await from('10.0.0.2')).headers.has('X-Svc-Error-Message')).toBe(false)
  visit.now += MINUTE - 500
  expect((await from('10.0.0.1')).headers.has('X-Svc-Error-Message')).toBe(false)
})

describe('by default', () => {
  const usual = usePlatform({})

  const accepted = async (token: string, count: number) => {
    const responses = await Promise.all(Array.from({ length: count }, () => usual.send('/v4/me', { token })))
    return responses.filter(({ ok }) => ok).length
  }

  test('a token has 100 requests a minute', async () => {
    expect(await accepted(await usual.anonymous(), 102)).toBe(100)
  })

  test('a person has 10 requests a second', async () => {
    usual.now += MINUTE
    const token = await usual.identified('ada@example.com')
    usual.now += 1000
    expect(await accepted(token, 12)).toBe(10)
  })

  test('an address has 10 attempts at a sign-in a minute', () => expect(defaultLimits.signInsPerMinute).toBe(10))
})

const invented = (count: number) => `invented-${count}`
const query = `redirect_uri=${encodeURIComponent(`${shop}/`)}`

test.each<[string, (count: number) => [path: string, call: Call]]>([
  ['invented tokens', count => ['/zones', { method: 'POST', token: invented(count) }]],
  ['invented tokens on a call that fails', count => ['/v4/me', { token: invented(count) }]],
  ['Authorization headers without a token', () => ['/v4/me', { headers: { Authorization: 'Basic YTpi' } }]],
  ['invented tokens on the token call', count => ['/v5/token', { method: 'POST', token: invented(count) }]],
  ['invented cookies', count => ['/zones', { method: 'POST', cookie: invented(count), origin: shop }]],
  ['links in emails', count => [`/verify/${invented(count)}`, {}]],
  ['confirmations by such links', count => [`/verify/${invented(count)}`, { method: 'POST' }]],
  ['invented tokens at the server API', count => [`${server}/v4/tokens`, { token: invented(count) }]],
  ['invented tokens on unlimited calls', count => [`${server}/v6/async-events`, { token: invented(count), json: {} }]],
  ['views of the sign-in page', () => [`${server}/openid-connect/authorize?${query}`, {}]],
  ['password guesses', () => [`${server}/v4/tokens`, { json: { email: demo.user.email, password: 'x' } }]],
  [
    'password guesses in the form',
    () => [`${server}/openid-connect/authorize?${query}`, { form: { email: demo.user.email, password: 'x' } }],
  ],
])('%s do not get around the rate limit', async (way, request) => {
  const codes = []
  for (let count = 0; count < 6; count++) {
    const [path, call] = request(count)
    const response = await send(path, { ...call, headers: { ...call.headers, 'X-Forwarded-For': way } })
    const isError = response.headers.has('X-Svc-Error-Message') || response.status >= 400
    const isJson = response.headers.get('Content-Type')?.includes('json') ?? false
    codes.push(isError && (isJson || response.status === 200) ? await codeOf(response) : 'accepted')
  }
  expect(codes.slice(0, 5)).not.toContain('too_many_requests')
  expect(codes[5]).toBe('too_many_requests')
})

test('the address that the client claims is ignored if a proxy adds the real one', async () => {
  const from = (claimed: string) =>
    send('/zones', { method: 'POST', headers: { 'X-Forwarded-For': `${claimed}, 10.0.0.9` } })
  for (let count = 0; count < 5; count++) expect((await from(`1.1.1.${count}`)).headers.has('X-Svc-Token')).toBe(true)
  expect(await codeOf(await from('1.1.1.9'))).toBe('too_many_requests')
  const claimingNone = { method: 'POST', headers: { 'X-Forwarded-For': '10.0.0.9' } }
  expect(await codeOf(await send('/zones', claimingNone))).toBe('too_many_requests')
})

test('a click with a valid token is counted for the token, not for the IP address', async () => {
  const cookie = await visit.anonymous()
  const follow = (call: Call) => send(`/s/${demo.ada.code}`, { ...call, headers: { 'X-Forwarded-For': '10.0.0.5' } })
  for (let count = 0; count < 5; count++) expect(tokenIn(await follow({}))).not.toBeNull()
  const over = await follow({})
  // A visitor gets to the shop, but no consumer is made.
  expect([over.status, over.headers.get('Location'), tokenIn(over)]).toEqual([302, `${shop}/`, null])
  const headers = { 'X-Forwarded-For': '10.0.0.5', 'User-Agent': 'Twitterbot/1.0' }
  expect((await send(`/s/${demo.ada.code}`, { headers })).headers.get('Location')).toBe(`${shop}/`)
  expect(tokenIn(await follow({ cookie }))).toBe(cookie)
})

test('clicks of known people, who get anonymous tokens for another site, are limited per IP address', async () => {
  visit.now += MINUTE
  const cookies = [await visit.identified('ada@example.com'), await visit.identified('bob@example.com')]
  const json = { key: 'elsewhere', content: { url: `${otherSite}/roses` } }
  const { code } = await (await send('/v6/me/shareables', { token: cookies[0]!, json })).json()
  const tokens = []
  for (const cookie of [...cookies, ...cookies, ...cookies])
    tokens.push(tokenIn(await send(`/s/${code}`, { cookie, headers: { 'X-Forwarded-For': '10.0.0.8' } })))
  expect(new Set(tokens.slice(0, 5)).size).toBe(5)
  expect(tokens).not.toContain(cookies[0])
  expect(tokens[5]).toBeNull()
})

test('requests are limited per token and minute', async () => {
  visit.now += MINUTE
  const token = await visit.anonymous()
  for (let count = 0; count < 5; count++) expect((await send('/v4/me', { token })).status).toBe(200)
  const over = await send('/v4/me', { token })
  expect([over.status, await codeOf(over), over.headers.get('Retry-After')]).toEqual([429, 'too_many_requests', '60'])
})

test('requests at the server API are limited per token, whatever the address', async () => {
  visit.now += MINUTE
  const statuses = []
  for (let count = 0; count < 6; count++) {
    const headers = { 'X-Forwarded-For': `10.3.0.${count}` }
    statuses.push((await send(`${server}/v4/tokens`, { token: demo.serverToken, headers })).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('requests are limited per identified person and second, across tokens', async () => {
  visit.now += MINUTE
  const tokens = [await visit.identified('ada@example.com'), await visit.identified('ada@example.com')]
  visit.now += 1000
  const answers = []
  for (const token of [...tokens, ...tokens]) answers.push(await send('/v4/me', { token }))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
  expect(answers.at(-1)!.headers.get('Retry-After')).toBe('1')
  const later = []
  for (const ms of [999, 1]) {
    visit.now += ms
    later.push((await send('/v4/me', { token: tokens[0]! })).status)
  }
  expect(later).toEqual([429, 200])
})

test('requests with a JWT count for its person', async () => {
  visit.now += MINUTE
  const jwt = await signJwt({ email: 'jo@example.com', scope: 'VERIFIED_CONSUMER' })
  const token = await visit.verified('jo@example.com')
  visit.now += 1000
  const statuses = []
  for (let count = 0; count < 4; count++)
    statuses.push((await send('/v4/me', { token, headers: { 'X-Svc-Jwt': jwt } })).status)
  expect(statuses).toEqual([200, 200, 200, 429])
  const others = []
  for (const name of ['a', 'b', 'c', 'd']) others.push(await visit.identified(`${name}@example.com`))
  visit.now += 1000
  const named = []
  for (const [index, other] of others.entries()) {
    const headers = { 'X-Forwarded-For': `10.1.0.${index}` }
    named.push((await send('/v6/events', { token: other, json: { event_name: 'x', jwt }, headers })).status)
  }
  expect(named).toEqual([200, 200, 200, 429])
  visit.now += MINUTE
  const devices = [others[0]!, await visit.anonymous(), await visit.anonymous(), await visit.anonymous()]
  visit.now += 1000
  const inHeader = []
  for (const [index, device] of devices.entries()) {
    const headers = { 'X-Forwarded-For': `10.2.0.${index}`, 'X-Svc-Jwt': jwt }
    inHeader.push((await send('/v4/me', { token: device, headers })).status)
  }
  expect(inHeader).toEqual([200, 200, 200, 429])
})

test('requests of a device beyond its limit do not count for its person: another device of the person can go on', async () => {
  visit.now += MINUTE
  const [device, other] = [await visit.identified('ada@example.com'), await visit.identified('ada@example.com')]
  const statusOf = async (token: string) => (await send('/v4/me', { token })).status
  const statuses = []
  for (let count = 0; count < 9; count++) {
    if (count % 3 === 0) visit.now += 1000
    statuses.push(await statusOf(device))
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429])
  expect(await statusOf(other)).toBe(200)
})

test('requests about a token count for the token, not for its address as well', async () => {
  visit.now += MINUTE
  const [one, other] = [await visit.anonymous(), await visit.anonymous()]
  const statuses = []
  for (const token of [one, other, one, other, one, other])
    statuses.push((await send('/v5/token', { token, headers: { 'X-Forwarded-For': '10.0.0.10' } })).status)
  expect(statuses).toEqual(Array(6).fill(200))
})

test('tokens that make tokens do not get around the rate limit of their address', async () => {
  const make = (token?: string) =>
    send('/v5/token', { method: 'POST', token, headers: { 'X-Forwarded-For': '10.0.0.6' } })
  let { access_token: token } = await (await make()).json()
  for (let count = 1; count < 5; count++) token = (await (await make(token)).json()).access_token
  const over = await make(token)
  expect([over.status, await codeOf(over)]).toEqual([429, 'too_many_requests'])
})

test.each([
  '/events',
  '/zones',
  '/api/v6/events',
  '/api/v6/zones',
])('a token that names one person after the other by %s does not get around the rate limit of its address', async path => {
  visit.now += MINUTE
  let token = await visit.anonymous()
  const codes = []
  for (let count = 0; count < 7; count++) {
    const json = {
      event_name: 'global_header',
      data: { email: `person-${count}-of${path.replaceAll('/', '-')}@example.com` },
    }
    const response = await send(path, { json, token, headers: { 'X-Forwarded-For': `of ${path}` } })
    const isError = response.status === 429 || response.headers.has('X-Svc-Error-Message')
    codes.push(isError ? await codeOf(response) : 'accepted')
    token = tokenIn(response) ?? token
  }
  // The first person takes over the device of the token.
  expect(codes).toEqual([...Array(6).fill('accepted'), 'too_many_requests'])
})

test('the successor of a token counts with it', async () => {
  visit.now += MINUTE
  const first = await visit.anonymous()
  const data = { email: 'succeeded@example.com' }
  const second = tokenIn(await send('/zones', { json: { event_name: 'nothing', data }, token: first }))
  expect(second).not.toBe(first)
  const statuses = []
  for (const token of [first, second, first, second, second]) {
    visit.now += 1000
    statuses.push((await send('/v4/me', { token })).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 429])
})

describe('a call that identifies a person counts for the person', () => {
  const claim = { email: 'claimed@example.com' }
  test.each<[string, (token: string) => Promise<Response>]>([
    ['an event', token => send('/events', { json: { event_name: 'seen', data: claim }, token })],
    ['a zone', token => send('/zones', { json: { event_name: 'nothing', data: claim }, token })],
    ['a new token', () => send('/v5/token', { json: claim, headers: { 'X-Forwarded-For': '10.0.0.7' } })],
  ])('%s', async (_, call) => {
    visit.now += MINUTE
    const tokens = await Promise.all([1, 2, 3, 4].map(visit.anonymous))
    visit.now += 1000
    const codes = []
    for (const token of tokens) {
      const response = await call(token)
      const isError = response.status === 429 || response.headers.has('X-Svc-Error-Message')
      codes.push(isError ? await codeOf(response) : 'accepted')
    }
    expect(codes).toEqual(['accepted', 'accepted', 'accepted', 'too_many_requests'])
  })
})

describe('attempts to sign in count together', () => {
  const visit = usePlatform({ ...UNLIMITED, signInsPerMinute: 3 }, { trustProxy: true })
  const { send } = visit
  const ways: ((email: string, call: Call) => Promise<Response>)[] = [
    (email, call) => send(`${server}/v4/tokens`, { ...call, json: { email, password: 'x' } }),
    (email, call) => send(`${server}/openid-connect/authorize?${query}`, { ...call, form: { email, password: 'x' } }),
    (email, call) =>
      send(`${server}/console/sign-in`, {
        form: { email, password: 'x' },
        headers: { ...call.headers, Origin: server },
      }),
  ]

  test('from one address, whatever the account', async () => {
    const headers = { 'X-Forwarded-For': '10.0.2.1' }
    const statuses = []
    for (const [index, attempt] of [...ways, ...ways].entries())
      statuses.push((await attempt(`nobody-${index}@example.com`, { headers })).status)
    expect(statuses).toEqual([401, 401, 401, 429, 429, 429])
  })

  test('for one account, whatever the address and however it is written', async () => {
    const statuses = []
    for (const [index, attempt] of [...ways, ...ways].entries()) {
      const email = index % 2 ? 'victim@example.com' : ' Victim@Example.com '
      statuses.push((await attempt(email, { headers: { 'X-Forwarded-For': `10.0.3.${index}` } })).status)
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429, 429])
  })

  test('for one account, if they come at the same time', async () => {
    const attempts = Array.from({ length: 9 }, (_, index) =>
      ways[0]!('raced@example.com', { headers: { 'X-Forwarded-For': `10.0.5.${index}` } }),
    )
    const statuses = (await Promise.all(attempts)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([401, 401, 401, 429, 429, 429, 429, 429, 429])
  })

  test('for one account, without those that succeed', async () => {
    for (let index = 0; index < 5; index++) {
      const call = { json: demo.user, headers: { 'X-Forwarded-For': `10.0.6.${index}` } }
      expect((await send(`${server}/v4/tokens`, call)).status).toBe(200)
    }
    const wrong = { ...demo.user, password: 'x' }
    const statuses = []
    for (let index = 5; index < 9; index++) {
      const call = { json: wrong, headers: { 'X-Forwarded-For': `10.0.6.${index}` } }
      statuses.push((await send(`${server}/v4/tokens`, call)).status)
    }
    expect(statuses).toEqual([401, 401, 401, 429])
  })

  test('for one account, but do not lock out its owner at an address that has signed in to it before', async () => {
    visit.now += MINUTE
    const attempt = (address: string, credentials: { email: string; password: string } = demo.user) =>
      send(`${server}/v4/tokens`, { json: credentials, headers: { 'X-Forwarded-For': address } })
    const wrong = { ...demo.user, password: 'x' }
    expect((await attempt('10.0.7.1')).status).toBe(200)
    for (let index = 0; index < 3; index++) await attempt(`10.0.8.${index}`, wrong)
    // A failed attempt does not make an address known.
    expect((await attempt('10.0.8.0')).status).toBe(429)
    expect((await attempt('10.0.9.1')).status).toBe(429)
    expect((await attempt('10.0.7.1')).status).toBe(200)
    expect((await attempt('10.0.7.1', wrong)).status).toBe(401)
    // The address has had its three attempts.
    expect((await attempt('10.0.7.1')).status).toBe(429)
  })

  test('for one account, also from an address that has signed in to another one', async () => {
    visit.now += MINUTE
    const attempt = (address: string, credentials: { email: string; password: string }) =>
      send(`${server}/v4/tokens`, { json: credentials, headers: { 'X-Forwarded-For': address } })
    const guess = { email: 'attacked@example.com', password: 'x' }
    expect((await attempt('10.0.10.1', demo.user)).status).toBe(200)
    for (let index = 0; index < 3; index++) expect((await attempt(`10.0.11.${index}`, guess)).status).toBe(401)
    expect((await attempt('10.0.10.1', guess)).status).toBe(429)
  })

  test('for one account, also from an address that has signed in to it more than ninety days before', async () => {
    visit.now += MINUTE
    const attempt = (address: string, password: string = demo.user.password) =>
      send(`${server}/v4/tokens`, { json: { ...demo.user, password }, headers: { 'X-Forwarded-For': address } })
    expect((await attempt('10.0.12.1')).status).toBe(200)
    // Each sign-in counts from then on.
    for (const [pause, status] of [
      [90 * 24 * 60 * MINUTE - 1, 200],
      [90 * 24 * 60 * MINUTE - 1, 200],
      [90 * 24 * 60 * MINUTE, 429],
    ] as const) {
      visit.now += pause
      for (let index = 0; index < 3; index++) expect((await attempt(`10.0.13.${index}`, 'x')).status).toBe(401)
      expect((await attempt('10.0.12.1')).status).toBe(status)
    }
    visit.now += MINUTE
  })

  test('whatever token they come with', async () => {
    const { email, password } = demo.user
    const attempt = (token?: string) =>
      send(`${server}/v4/tokens`, {
        json: { email, password },
        token,
        headers: { 'X-Forwarded-For': '10.0.4.1' },
      })
    let { access_token: token } = await (await attempt()).json()
    for (let count = 0; count < 2; count++) token = (await (await attempt(token)).json()).access_token
    expect((await attempt(token)).status).toBe(429)
  })
})

describe('without a trusted proxy', () => {
  const { send } = usePlatform({ perMinute: 5 })

  test('the address that a client claims is ignored', async () => {
    const from = (address: string) => send('/zones', { method: 'POST', headers: { 'X-Forwarded-For': address } })
    for (let count = 0; count < 5; count++)
      expect((await from(`10.0.1.${count}`)).headers.has('X-Svc-Token')).toBe(true)
    expect(await codeOf(await from('10.0.1.9'))).toBe('too_many_requests')
  })
})

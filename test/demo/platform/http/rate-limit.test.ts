import { expect, test } from 'vitest'
import { codeOf, usePlatform } from '../use-platform.js'

const visit = usePlatform({ perMinute: 5, perSecond: 3 })
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

test('invented tokens are no way round it', async () => {
  const zone = (count: number) =>
    send('/zones', { method: 'POST', token: `invented-${count}`, headers: { 'X-Forwarded-For': '10.0.0.3' } })
  for (let count = 0; count < 5; count++) expect((await zone(count)).headers.has('X-Svc-Error-Message')).toBe(false)
  expect(await codeOf(await zone(5))).toBe('too_many_requests')
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

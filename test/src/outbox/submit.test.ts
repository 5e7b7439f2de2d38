import { describe, expect, test, vi } from 'vitest'
import { SOON } from '../../soon.js'
import { against } from '../against.js'
import { error, json, type Sent, web } from '../wire.js'

describe('a submitted event', () => {
  test('is sent with keepalive, by cookie or by header', async () => {
    for (const carrier of ['header', 'cookie'] as const) {
      const { rewards, requests } = against(() => undefined, { carrier })
      await rewards.zone('terms')
      await rewards.track('purchase')
      expect(requests.at(-1)).toMatchObject({
        path: carrier === 'cookie' ? '/events' : '/api/v6/events',
        keepalive: true,
      })
    }
  })

  test('waits for a token if it is the first call of the page: after a lost answer, the same consumer is needed', async () => {
    const { rewards, paths } = against(() => undefined, { carrier: 'cookie' })
    await rewards.track('purchase')
    expect(paths()).toEqual(['/zones', '/events'])
  })

  test('is acknowledged by the headers if the body of the answer is lost', async () => {
    const lost = ({ path }: Sent) =>
      path === '/events' ? web('made', '', { 'x-svc-input-event-id': 'e-9' }) : undefined
    const { rewards } = against(lost, { carrier: 'cookie' })
    expect(await rewards.track('purchase')).toMatchObject({ event_id: 'e-9' })
  })

  test('is tried again if the id in the answer has no text', async () => {
    let answers = 0
    const odd = ({ path }: Sent) =>
      path === '/events' && !answers++ ? web('made', '{"id":{"toString":null}}') : undefined
    const { rewards } = against(odd, { carrier: 'cookie' })
    expect(await rewards.track('purchase')).toMatchObject({ event_id: expect.any(String) })
  })

  test('rejects once if the person is blocked: the platform answers 200 with an error', async () => {
    const refusal = ({ path }: Sent) =>
      path === '/events' ? web('made', '{}', { 'x-svc-error-message': 'access_denied: blocked' }) : undefined
    const { rewards, errors } = against(refusal, { carrier: 'cookie' })
    await expect(rewards.track('purchase')).rejects.toMatchObject({ code: 'access_denied', status: 403 })
    expect(errors).toMatchObject([{ code: 'access_denied' }])
  })
})

test.each([
  [59_000, false],
  [61_000, true],
])('an event that is sent %i ms after the call has the time of the call: %s', async (wait, hasTime) => {
  const now = Date.now
  let passed = 0
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now() + passed)
  const lost = ({ path }: Sent) => (path === '/events' && !passed ? error(503, 'unavailable') : undefined)
  const { rewards, requests } = against(lost, { carrier: 'cookie' })
  const from = now()
  const tracked = rewards.track('purchase')
  await vi.waitFor(() => expect(requests.some(({ path }) => path === '/events')).toBe(true), SOON)
  const until = now()
  passed = wait
  await Promise.all([tracked, rewards.flush()])
  clock.mockRestore()
  const { event_time } = JSON.parse(requests.at(-1)!.body).data
  if (!hasTime) return expect(event_time).toBeUndefined()
  expect(Date.parse(event_time)).toBeGreaterThanOrEqual(from)
  expect(Date.parse(event_time)).toBeLessThanOrEqual(until)
})

let pages = 0

const EVENTS = /\/events$/
const plain = (body: string, status = 200) =>
  new Response(body, { status, headers: { 'content-type': 'application/json' } })

/** A page whose event is answered with `answer` the first `times`. Each page has a program domain of its own: the locks of a domain are shared. */
function withEvent(carrier: 'cookie' | 'header', answer: () => Response, times: number) {
  let answers = 0
  const script = ({ path }: Sent) => (EVENTS.test(path) && answers++ < times ? answer() : undefined)
  const page = against(script, { carrier, domain: `https://share-${++pages}.brand.com` })
  const tracked = page.rewards.track('purchase')
  tracked.catch(() => {})
  return { ...page, tracked, attempts: () => page.requests.filter(({ path }) => EVENTS.test(path)).length }
}

describe.each(['cookie', 'header'] as const)('an event that travels by %s', carrier => {
  test.concurrent.each<[what: string, answer: () => Response]>([
    ['the 200 of a portal', () => json({ portal: { id: 7 } })],
    ['the 200 of another API', () => json({ status: 'ok', id: null })],
    ['a 200 with half an answer', () => plain('{"id":"e-9","event_id":"e-9"')],
    ['a 200 with an odd id', () => json({ id: 7 })],
    ['204', () => new Response(null, { status: 204 })],
    ['the 404 of WordPress', () => json({ code: 'rest_no_route', message: 'No', data: { status: 404 } }, 404)],
    ['the 404 of Express', () => json({ code: 'NOT_FOUND' }, 404)],
    ['the 403 of a backend', () => json({ code: 'FORBIDDEN', message: 'No' }, 403)],
    ['the 401 of an identity provider', () => json({ code: 'UNAUTHENTICATED' }, 401)],
    ['the 403 of a firewall', () => json({ code: 'waf_blocked', request_id: 'r-1' }, 403)],
    ['the 403 of a site that uses a code of the platform', () => json({ code: 'access_denied', message: 'No' }, 403)],
    ['the 499 of a load balancer', () => json({ code: 'client_closed' }, 499)],
    ['a page', () => new Response('<h1>Blocked</h1>', { status: 403 })],
    ['402 of an unpaid account', () => error(402, 'payment_required')],
    ['404 during a deployment', () => error(404, 'not_found')],
    ['421 during a deployment', () => error(421, 'misdirected_request')],
    ['503 with a code that the SDK does not know', () => error(503, 'service_unavailable')],
  ])('is kept, and sent again, after %s', async (_, answer) => {
    const { rewards, tracked, errors, attempts } = withEvent(carrier, answer, 6)
    for (let flush = 0; flush < 7; flush++) await rewards.flush()
    expect(attempts()).toBe(7)
    expect(await tracked).toMatchObject({ event_id: 'e-1' })
    expect(errors.filter(({ code }) => code !== 'network_error')).toEqual([])
  })

  test('is sent five times at most if the platform answers with a code that the SDK does not know', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const { rewards, tracked, attempts } = withEvent(carrier, () => error(400, 'brand_new'), 99)
      for (let hour = 0; hour < 12; hour++) {
        await rewards.flush()
        vi.setSystemTime(Date.now() + 3_600_000)
      }
      await expect(tracked).rejects.toMatchObject({ code: 'brand_new', status: 400 })
      expect(attempts()).toBe(5)
    } finally {
      vi.useRealTimers()
    }
  })

  test('ends at once after a refusal that the SDK knows', async () => {
    const { tracked, attempts } = withEvent(carrier, () => error(403, 'access_denied'), 99)
    await expect(tracked).rejects.toMatchObject({ code: 'access_denied' })
    expect(attempts()).toBe(1)
  })
})

test('an event keeps its consumer if a site on the way answers with the code of a dead token', async () => {
  const { rewards, paths, tracked, attempts } = withEvent(
    'header',
    () => json({ code: 'invalid_access_token' }, 401),
    1,
  )
  for (let flush = 0; flush < 2; flush++) await rewards.flush()
  expect(attempts()).toBe(2)
  expect(await tracked).toMatchObject({ event_id: 'e-1' })
  expect(paths().filter(path => path === '/api/v5/token')).toHaveLength(1)
})

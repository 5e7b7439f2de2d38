import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Receipt, type Rewards, RewardsError } from '../../../src/index.js'
import { connect } from '../../../src/kernel/connect.js'
import { readOptions } from '../../../src/settings/options.js'
import { against } from '../against.js'
import { replaceModules } from '../replace-modules.js'
import { json, type Sent, web } from '../wire.js'

const TOKEN = '/api/v5/token'

/** A runtime whose platform records every event, except those for which `refuse` returns a code. */
function runtime(refuse: (sent: Sent) => string | undefined = () => undefined) {
  let count = 0
  const { rewards, errors, requests } = against(sent => {
    if (sent.path === TOKEN) return undefined
    const code = refuse(sent)
    if (code) return web('made', '{}', { 'x-svc-error-message': code })
    const id = `e-${++count}`
    return sent.path === '/events' ? web('made', JSON.stringify({ id })) : json({ id, event_id: id })
  })
  const receipts: Receipt[] = []
  rewards.addEventListener('receipt', ({ detail }) => receipts.push(detail))
  const bodies = () => requests.filter(({ path }) => path !== TOKEN).map(({ body }) => JSON.parse(body))
  return { rewards, receipts, errors, bodies }
}

describe('a submitted event', () => {
  test('has an id of its own, and no time if it is sent at once: the platform sets it', async () => {
    const { rewards, bodies } = runtime()
    const { partner_event_id } = await rewards.track('purchase', { cart_value: 20 })
    const [{ event_name, data }] = bodies()
    expect(event_name).toBe('purchase')
    expect(data).toEqual({ cart_value: 20, partner_event_id })
  })

  test('has the page’s own id and time if there are any', async () => {
    const { rewards, bodies } = runtime()
    const event_time = '2026-01-01T00:00:00Z'
    await rewards.track('purchase', { event_time }, { id: 'order-1' })
    expect(bodies()[0].data).toEqual({ event_time, partner_event_id: 'order-1' })
  })

  test('has the data as it was, though the page changes its object later', async () => {
    const { rewards, bodies } = runtime()
    const data = { items: ['stool'] }
    const tracked = rewards.track('purchase', data)
    data.items.push('candle')
    await tracked
    expect(bodies()[0].data.items).toEqual(['stool'])
  })

  test.each([
    'Ада Лавлейс',
    '愛達',
    'آدا',
    'Άντα',
    'अडा',
    '👩🏽‍💻',
  ])('arrives unchanged in any script: %s', async first_name => {
    const { rewards, bodies } = runtime()
    await rewards.track('purchase', { first_name })
    expect(bodies()[0].data.first_name).toBe(first_name)
  })

  test.each<[string, (rewards: Rewards) => Promise<unknown>, string]>([
    ['names the consumer', rewards => rewards.zone('offer', { email: 'ann@example.com' }), 'POST /api/v6/zones'],
    ['logs out', rewards => rewards.logout(), `DELETE ${TOKEN}`],
  ])('is recorded before a call of the same task that %s', async (_, call, sent) => {
    const recorded: string[] = []
    const { rewards } = against(async ({ method, path }) => {
      for (let i = 0; i < 20; i++) await new Promise(setImmediate)
      recorded.push(`${method} ${path}`)
      return undefined
    })
    await rewards.track('page_view')
    recorded.splice(0)
    await Promise.allSettled([rewards.track('purchase'), call(rewards)])
    expect(recorded.slice(0, 2)).toEqual(['POST /api/v6/events', sent])
  })

  test.each([
    undefined,
    null,
  ])('waits for its turn, also with the option eventsPerMinute: %s', async eventsPerMinute => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
    try {
      const { rewards, paths } = against(() => undefined, { eventsPerMinute: eventsPerMinute as never })
      const sent = () => paths().filter(path => path.endsWith('/events'))
      await rewards.track('page_view')
      const next = rewards.track('purchase')
      for (let i = 0; i < 50; i++) await new Promise(setImmediate)
      expect(sent()).toHaveLength(1)
      await vi.advanceTimersByTimeAsync(1_000)
      await next
      expect(sent()).toHaveLength(2)
    } finally {
      vi.useRealTimers()
    }
  })

  test('is sent in the order of tracking', async () => {
    const { rewards, bodies } = runtime()
    const names = Array.from({ length: 10 }, (_, index) => `step_${index}`)
    await Promise.all(names.map(name => rewards.track(name)))
    expect(bodies().map(({ event_name }) => event_name)).toEqual(names)
  })

  test.each([
    [
      'a circular object',
      () =>
        Object.assign(
          {},
          { self: {} },
          {
            get self() {
              return this
            },
          },
        ),
    ],
    ['a bigint', () => ({ n: 1n })],
  ])('is rejected at once when its data is not JSON: %s', async (_, data) => {
    const { rewards, bodies } = runtime()
    await expect(rewards.track('purchase', data())).rejects.toMatchObject({ code: 'invalid_argument' })
    expect(bodies()).toEqual([])
  })
})

describe('an event tracked twice with one id', () => {
  const late = () => new Promise(resolve => setTimeout(resolve, 500, 'never'))

  test('settles both promises with one receipt', async () => {
    const { rewards } = runtime()
    const both = Promise.all([
      rewards.track('purchase', {}, { id: 'o-1' }),
      rewards.track('purchase', {}, { id: 'o-1' }),
    ])
    const [one, other] = (await Promise.race([both, late()])) as Receipt[]
    expect(one).toMatchObject({ partner_event_id: 'o-1' })
    expect(other).toEqual(one)
  })

  // The queue forgets by id alone, and so takes the second event with the first.
  test('and another name is another event: both are submitted', async () => {
    const { rewards, bodies } = runtime()
    const both = Promise.all([rewards.track('purchase', {}, { id: 'o-1' }), rewards.track('signup', {}, { id: 'o-1' })])
    expect(await Promise.race([both, late()])).toHaveLength(2)
    expect(bodies().map(({ event_name }) => event_name)).toEqual(['purchase', 'signup'])
  })
})

describe('a rejected event', () => {
  test('rejects, dispatches one error event, and the next event is sent', async () => {
    const { rewards, errors, receipts } = runtime(({ body }) =>
      JSON.parse(body).event_name === 'bad' ? 'invalid_parameter' : undefined,
    )
    const bad = rewards.track('bad').catch(error => error)
    const good = rewards.track('good')
    expect(await bad).toMatchObject({ name: 'RewardsError', code: 'invalid_parameter', status: 400 })
    expect(receipts).toEqual([await good])
    expect(errors).toEqual([await bad])
  })
})

describe('flush()', () => {
  test('resolves when all tracked events are delivered', async () => {
    const { rewards, receipts } = runtime()
    void rewards.track('one')
    void rewards.track('two')
    await rewards.flush()
    expect(receipts).toHaveLength(2)
  })

  test('with nothing to deliver makes no request', async () => {
    const { rewards, bodies } = runtime()
    await rewards.flush()
    expect(bodies()).toEqual([])
  })
})

describe('the module that delivers events', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  test('is loaded again after 10, 20 and 40 seconds while it cannot be loaded', async () => {
    const start = Date.now()
    const attempts: number[] = []
    const rewards = connect(
      readOptions({ domain: 'https://share.brand.com' }),
      replaceModules({
        async events() {
          attempts.push((Date.now() - start) / 1000)
          throw new RewardsError('network_error', 'The module cannot be loaded', { retryable: true })
        },
      }),
    )
    rewards.track('purchase')
    await vi.advanceTimersByTimeAsync(75_000)
    expect(attempts).toEqual([0, 10, 30, 70])
  })
})

import { describe, expect, test, vi } from 'vitest'
import { type ZoneSettings, zoneSource } from '../../frameworks/zone-source.js'
import { createRewards } from '../../src/index.js'
import { createTestPlatform, fixtures } from '../../testing/index.js'
import { SOON } from '../soon.js'

const cycle: Record<string, unknown> = {}
cycle.self = cycle

describe.each([
  ['a BigInt', { amount: 1n }],
  ['a cycle', cycle],
  [
    'a getter that throws',
    {
      get sku() {
        throw new Error('Of the page')
      },
    },
  ],
  ['a function', () => 1],
])('a zone whose data is or has %s', (_, data) => {
  test('is a source without an exception, and fails with an error that names the data', async () => {
    const { options } = createTestPlatform({ zones: { terms: { text: 'Give 20' } } })
    const rewards = createRewards(options)
    const source = zoneSource(rewards, 'terms', { data })
    source.subscribe(() => {})
    await vi.waitFor(() => expect(source.get().isLoading).toBe(false), SOON)
    expect(source.get().error).toMatchObject({ code: 'invalid_argument', message: expect.stringContaining('data') })
    rewards.destroy()
  })
})

test.each([
  ['null', null],
  [
    'an object with a getter that throws',
    {
      get data() {
        throw new Error('Of the page')
      },
    },
  ],
])('Settings that are %s fail the zone, without an exception', async (_, settings) => {
  const { options } = createTestPlatform({ zones: { terms: { text: 'Give 20' } } })
  const rewards = createRewards(options)
  const source = zoneSource(rewards, 'terms', settings as unknown as ZoneSettings)
  source.subscribe(() => {})
  await vi.waitFor(() => expect(source.get().isLoading).toBe(false), SOON)
  expect(source.get().error).toMatchObject({ code: 'invalid_argument' })
  rewards.destroy()
})

test('A zone without content is named in the console, as by the element', async () => {
  const { options } = createTestPlatform({
    zones: { terms: { text: 'Give 20' }, footer: fixtures.html, count: 0 as never },
  })
  const rewards = createRewards(options)
  const reported = vi.spyOn(rewards, 'report')
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const called = vi.spyOn(rewards, 'zone')
  const sources = ['terms', 'trems', 'footer', 'count'].map(name => zoneSource(rewards, name, { widget: 'share' }))
  for (const source of sources) source.subscribe(() => {})
  await vi.waitFor(() => expect(sources.some(source => source.get().isLoading)).toBe(false), SOON)
  expect(reported.mock.calls).toEqual([['no_creative', expect.stringContaining('Zone "trems" has no content')]])
  expect(sources[1]!.get()).toMatchObject({ error: undefined, value: { data: null } })
  // So that the code of the widget loads at the same time.
  expect(called.mock.calls[0]![2]).toMatchObject({ widget: 'share' })
  rewards.destroy()
  warned.mockRestore()
})

test.each([
  { email: 'ada@example.com' },
  { partner_user_id: 'C-1815' },
])('A zone whose data identifies the consumer is asked for once: %j', async data => {
  const { options, requests } = createTestPlatform({ zones: { terms: { text: 'Give 20' } } })
  const rewards = createRewards(options)
  const source = zoneSource(rewards, 'terms', { data })
  source.subscribe(() => {})
  await vi.waitFor(() => expect(rewards.consumer.level).toBe('identified'), SOON)
  await vi.waitFor(() => expect(source.get()).toMatchObject({ isLoading: false, value: {} }), SOON)
  await rewards.flush()
  expect(requests.filter(({ path }) => path.endsWith('/zones'))).toHaveLength(1)
  rewards.destroy()
})

test('A zone that nothing needs any more is aborted', async () => {
  const rewards = createRewards(createTestPlatform().options)
  const called = vi.spyOn(rewards, 'zone').mockReturnValue(new Promise(() => {}))
  const unsubscribe = zoneSource(rewards, 'terms', {}).subscribe(() => {})
  await vi.waitFor(() => expect(called).toHaveBeenCalledOnce(), SOON)
  unsubscribe()
  await vi.waitFor(() => expect(called.mock.calls[0]![2]!.signal!.aborted).toBe(true), SOON)
  rewards.destroy()
})

test('A setting that does not exist is named in the console, with the nearest one', async () => {
  const { options } = createTestPlatform({ zones: { terms: { text: 'Give 20' } } })
  const rewards = createRewards(options)
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const source = zoneSource(rewards, 'terms', { widgit: 'share', sku: 'fern' } as ZoneSettings)
  source.subscribe(() => {})
  await expect
    .poll(() => warned.mock.calls.flat(), SOON)
    .toEqual([
      expect.stringContaining('useZone() has the unknown key "widgit", which is ignored; did you mean "widget"?'),
      expect.stringContaining('useZone() has the unknown key "sku", which is ignored; check its spelling'),
    ])
  rewards.destroy()
  warned.mockRestore()
})

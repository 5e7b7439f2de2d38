// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import type { AnalyticsEvent } from '../../../src/analytics/follow-analytics.js'
import { checkTag } from '../../../src/diagnostics/check-tag.js'
import { createRewards, type Rewards, RewardsError, type RewardsOptions } from '../../../src/index.js'
import { createTestPlatform, fixtures } from '../../../testing/index.js'

const page = globalThis as { dataLayer?: unknown }

let rewards: Rewards

/** A runtime with this option, once its code is loaded. */
async function create(analytics: RewardsOptions['analytics']) {
  const platform = createTestPlatform({ zones: { welcome_offer: fixtures.offer } })
  const listen = vi.spyOn(document, 'addEventListener')
  rewards = createRewards({ ...platform.options, analytics })
  await expect.poll(() => listen.mock.calls.map(([type]) => type)).toContain('rewards:viewed')
  listen.mockRestore()
  return platform
}

const dispatch = (type: string, detail: object) => document.dispatchEvent(new CustomEvent(type, { detail }))

afterEach(() => {
  rewards.destroy()
  delete page.dataLayer
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('passes views, shares and offers to a function, with the campaign and the widget of the zone', async () => {
  const analytics = vi.fn<(event: AnalyticsEvent) => void>()
  await create(analytics)
  const { campaign_id } = await rewards.zone('welcome_offer')
  dispatch('rewards:viewed', { zone: 'welcome_offer' })
  for (const action of ['copy', 'reveal', 'continue', 'close'])
    dispatch('rewards:action', { zone: 'welcome_offer', action, outcome: 'handed_off' })
  dispatch('rewards:action', { zone: 'welcome_offer', action: 'copy', outcome: 'failed' })
  const share = { zone: 'share_experience', action: 'share', partner_share_id: 'secret-1' }
  for (const outcome of ['canceled', 'failed', 'handed_off', 'shared'])
    dispatch('rewards:action', { ...share, outcome, channel: `by ${outcome}` })
  const promotion = { promotion_name: 'welcome_offer', promotion_id: campaign_id, creative_name: 'offer' }
  expect(campaign_id).toBeTruthy()
  expect(analytics.mock.calls.map(([event]) => event)).toEqual([
    { event: 'view_promotion', ...promotion },
    { event: 'select_promotion', ...promotion, creative_slot: 'copy' },
    { event: 'select_promotion', ...promotion, creative_slot: 'reveal' },
    { event: 'select_promotion', ...promotion, creative_slot: 'continue' },
    { event: 'share', method: 'by handed_off', content_type: 'rewards_link', item_id: 'share_experience' },
    { event: 'share', method: 'by shared', content_type: 'rewards_link', item_id: 'share_experience' },
  ])
})

test('knows the campaign and the widget of a zone that the page has got before', async () => {
  const analytics = vi.fn<(event: AnalyticsEvent) => void>()
  await create(analytics)
  dispatch('rewards:viewed', { zone: 'welcome_offer', campaign_id: 'c-1', widget: 'offer' })
  dispatch('rewards:action', { zone: 'welcome_offer', action: 'copy', outcome: 'handed_off' })
  const promotion = { promotion_name: 'welcome_offer', promotion_id: 'c-1', creative_name: 'offer' }
  expect(analytics.mock.calls.map(([event]) => event)).toEqual([
    { event: 'view_promotion', ...promotion },
    { event: 'select_promotion', ...promotion, creative_slot: 'copy' },
  ])
})

test('passes recorded conversions by their name, without their data, and none of the events of the SDK', async () => {
  const analytics = vi.fn()
  await create(analytics)
  await rewards.track('share', { 'share.channel': 'copy' })
  await rewards.track('welcome_offer_viewed')
  await rewards.track('welcome_offer_tap')
  await rewards.identify({ email: 'ada@example.com' })
  await rewards.track('purchase', { email: 'ada@example.com', cart_value: 48 }, { id: 'J-1906' })
  await expect.poll(() => analytics.mock.calls).toEqual([[{ event: 'rewards_conversion', conversion: 'purchase' }]])
})

test('passes errors by their code, and the console still shows them', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const analytics = vi.fn()
  const { fail } = await create(analytics)
  fail('/zones', { status: 403, code: 'access_denied', message: 'Ada may not' })
  await expect(rewards.zone('welcome_offer')).rejects.toBeInstanceOf(RewardsError)
  expect(analytics.mock.calls).toEqual([[{ event: 'exception', description: 'rewards access_denied', fatal: false }]])
  await expect.poll(() => warned.mock.calls.flat().join()).toContain('access_denied')
})

test('passes errors on a page that has replaced the class of events', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const analytics = vi.fn()
  const { fail } = await create(analytics)
  const { CustomEvent } = globalThis
  // As old polyfills do: its prototype has no `detail`.
  vi.stubGlobal(
    'CustomEvent',
    new Proxy(Event, {
      construct: (_, [type, init]: ConstructorParameters<typeof CustomEvent>) => new CustomEvent(type, init),
    }),
  )
  fail('/zones', { status: 403, code: 'access_denied' })
  await expect(rewards.zone('welcome_offer')).rejects.toBeInstanceOf(RewardsError)
  expect(analytics.mock.calls).toEqual([[{ event: 'exception', description: 'rewards access_denied', fatal: false }]])
})

test('adds to the data layer of the page, or creates it', async () => {
  await create('dataLayer')
  dispatch('rewards:viewed', { zone: 'terms' })
  expect(page.dataLayer).toEqual([{ event: 'view_promotion', promotion_name: 'terms' }])
  const layer: unknown[] = []
  page.dataLayer = layer
  dispatch('rewards:viewed', { zone: 'terms' })
  expect(layer).toHaveLength(1)
})

test('goes on when the function throws, and ends with the runtime', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const analytics = vi.fn(() => {
    throw new Error('Not ready')
  })
  await create(analytics)
  dispatch('rewards:viewed', { zone: 'terms' })
  dispatch('rewards:viewed', { zone: 'terms' })
  expect(logged).toHaveBeenCalledTimes(2)
  rewards.destroy()
  dispatch('rewards:viewed', { zone: 'terms' })
  expect(analytics).toHaveBeenCalledTimes(2)
})

test('reports another value', async () => {
  const onError = vi.fn()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  rewards = createRewards({ ...createTestPlatform().options, analytics: 'segment' as 'dataLayer' })
  rewards.addEventListener('error', ({ detail }) => onError(detail.message))
  await expect.poll(() => onError.mock.calls.flat().join()).toContain('options.analytics')
})

test('is an attribute of the script tag', () => {
  rewards = createRewards(createTestPlatform().options)
  const tag = document.createElement('script')
  tag.dataset.analytics = 'dataLayer'
  checkTag(rewards, tag)
  dispatch('rewards:viewed', { zone: 'terms' })
  expect(page.dataLayer).toHaveLength(1)
})

// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createRewards, type DemoOptions, type Rewards } from '../../src/index.js'

let rewards: Rewards | undefined

afterEach(() => {
  rewards?.destroy()
  vi.restoreAllMocks()
})

function startDemo(options: Partial<DemoOptions> = {}) {
  vi.spyOn(console, 'info').mockImplementation(() => {})
  rewards = createRewards({ demo: true, ...options })
  return rewards
}

describe('a runtime in demo mode', () => {
  test('has content for each widget, and for a zone with a name of the page', async () => {
    const demo = startDemo()
    const account = ['journey', 'leaderboard', 'profile', 'referrals', 'rewards', 'stats', 'tiers', 'verify']
    for (const widget of [...account, 'cta', 'form', 'hero', 'offer', 'panel', 'reward-status', 'share', 'stack'])
      expect(await demo.zone(widget)).toMatchObject({ data: { widget } })
    expect(await demo.zone('share')).toMatchObject({ data: { widget: 'share', headline: 'Give 20, get 20' } })
    expect(await demo.zone('reward_status_page')).toMatchObject({ data: { widget: 'reward-status' } })
    expect(await demo.zone('friend_offer')).toMatchObject({ data: { widget: 'offer' } })
    expect(await demo.zone('stats')).toMatchObject({ data: { totals: { clicks: 42 }, series: { name: 'clicks' } } })
    expect(await demo.zone('anything')).toMatchObject({ data: { widget: 'share' } })
  })

  test('has a verified consumer with rewards and friends, and answers events', async () => {
    const demo = startDemo()
    expect(await demo.verify()).toMatchObject({ level: 'verified' })
    expect(await demo.profile.get()).toMatchObject({ first_name: 'Ada' })
    expect(await demo.referrals.fromMe()).toHaveLength(2)
    expect(await demo.track('purchase', { cart_value: 48 })).toMatchObject({ event_id: expect.any(String) })
  })

  test('sends and stores nothing, whatever else the page sets', async () => {
    const fetch = vi.spyOn(globalThis, 'fetch')
    const own = vi.fn()
    const demo = startDemo({ domain: 'https://share.brand.com', fetch: own, consent: 'granted', jwt: () => 'secret' })
    await demo.zone('share')
    await demo.track('signup')
    await demo.verify()
    expect(fetch).not.toHaveBeenCalled()
    expect(own).not.toHaveBeenCalled()
    expect(demo.domain).toBe('https://share.brand.example')
    expect(document.cookie).toBe('')
    expect(localStorage).toHaveLength(0)
    expect(await demo.storage.summary()).toEqual({ token: false, events: 0, heights: 0, dismissals: 0 })
  })

  test('says so in the console, once for a page', async () => {
    // The module of demo mode remembers that.
    vi.resetModules()
    const fresh = await import('../../src/index.js')
    const said = vi.spyOn(console, 'info').mockImplementation(() => {})
    rewards = fresh.createRewards({ demo: true })
    await rewards.zone('share')
    await rewards.zone('offer')
    expect(said.mock.calls).toEqual([[expect.stringContaining('[rewards] Demo mode')]])
  })
})

test.each([1, 'yes', {}])('the option demo must be a boolean: %j is refused', demo => {
  expect(() => createRewards({ demo } as never)).toThrow('options.demo must be true or false')
})

test('without the option demo, a runtime needs a domain', () => {
  expect(() => createRewards({ demo: false } as never)).toThrow('options.domain')
})

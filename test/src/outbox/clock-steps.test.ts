// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createRewards, type Rewards } from '../../../src/index.js'
import { removeCookie } from '../../../src/token/cookie.js'
import { pageCookie } from '../../page-cookie.js'
import { json, type Sent, tokenAnswer, wire } from '../wire.js'

const domain = 'https://share.clock.com'
const DAY_MS = 86_400_000

const now = Date.now
/** How far the clock of the device is ahead of the true time. */
let ahead = 0

beforeEach(() => {
  ahead = 0
  vi.spyOn(Date, 'now').mockImplementation(() => now() + ahead)
  localStorage.clear()
  removeCookie(pageCookie(domain))
})
afterEach(() => {
  for (const { rewards } of pages.splice(0)) rewards.destroy()
  vi.restoreAllMocks()
})

const pages: { rewards: Rewards }[] = []

/** A page whose platform records every event, except those for which `fail` returns an answer. */
function openPage(fail: (sent: Sent) => Response | undefined = () => undefined) {
  const recorded: string[] = []
  const { fetch } = wire(sent => {
    if (!sent.path.endsWith('/events')) return tokenAnswer(sent, 't-1')
    const failure = fail(sent)
    if (failure) return failure
    const { event_name } = JSON.parse(sent.body)
    recorded.push(event_name)
    return json({ id: 'e-1', event_id: 'e-1', token: 't-1' })
  })
  const rewards = createRewards({ domain, consent: 'granted', carrier: 'header', eventsPerMinute: 600, fetch })
  /** Sends as many events as the pace allows at once, and some more. */
  const trackBurst = () => Promise.all(Array.from({ length: 22 }, (_, index) => rewards.track(`step_${index}`)))
  pages.push({ rewards })
  return { rewards, recorded, trackBurst }
}

const within = <T>(ms: number, work: Promise<T>) =>
  Promise.race([work, new Promise(resolve => setTimeout(resolve, ms, 'too late'))])

const busy = () => Response.json({}, { status: 429, headers: { 'retry-after': '3600' } })

describe('a clock that steps back by a minute while the page is open', () => {
  test('holds up no event, no identify() and no flush()', async () => {
    const { rewards, trackBurst } = openPage()
    await trackBurst()
    ahead = -60_000
    expect(await within(5_000, rewards.track('purchase'))).toMatchObject({ event_id: 'e-1' })
    expect(await within(5_000, rewards.flush())).toBeUndefined()
  })

  test('takes no event from a logout', async () => {
    const { rewards, trackBurst, recorded } = openPage()
    await trackBurst()
    ahead = -60_000
    const receipt = rewards.track('purchase')
    await rewards.logout()
    expect(await receipt).toMatchObject({ event_id: 'e-1' })
    expect(recorded).toContain('purchase')
  })

  test('changes nothing about the order of events', async () => {
    const { rewards, recorded } = openPage()
    const before = rewards.track('before')
    ahead = -60_000
    await Promise.all([before, rewards.track('after')])
    expect(recorded).toEqual(['before', 'after'])
  })
})

describe('a page whose clock was three days ahead', () => {
  test('holds up no event of the next page after a burst', async () => {
    ahead = 3 * DAY_MS
    const page = openPage()
    await page.trackBurst()
    page.rewards.destroy()
    ahead = 0
    const { rewards } = openPage()
    expect(await within(5_000, rewards.track('purchase'))).toMatchObject({ event_id: 'e-1' })
  })

  test('holds up no event of the next page after the platform has asked for an hour', async () => {
    ahead = 3 * DAY_MS
    const page = openPage(busy)
    page.rewards.track('purchase').catch(() => {})
    await expect.poll(() => localStorage.getItem(`rewards:${domain}:pace|1`)).toMatch(/,1\]$/)
    page.rewards.destroy()
    ahead = 0
    const { rewards, recorded } = openPage()
    await within(10_000, rewards.flush())
    expect(recorded).toEqual(['purchase'])
  })
})

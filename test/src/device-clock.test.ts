import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { demo, type Platform } from '../../demo/platform/index.js'
import { createRewards } from '../../src/index.js'
import { BROWSER, PROGRAM, startPlatform } from '../start-platform.js'

/** The clock of a shopper’s device shows another time than that of the platform. */

const MINUTE_MS = 60_000
let platform: Platform
/** How far the clock of the device is behind that of the platform. */
let behind = 0

beforeAll(async () => {
  platform = await startPlatform({ now: () => Date.now() + behind })
})
afterAll(() => platform.close())
afterEach(() => void vi.restoreAllMocks())

/** The page of an identified shopper. While it is offline, no request reaches the platform. */
async function openPage() {
  let token = ''
  const network = { isOffline: false }
  const rewards = createRewards({
    domain: PROGRAM,
    async fetch(input, init) {
      if (network.isOffline) throw new TypeError('Failed to fetch')
      const answer = await platform.fetch(new Request(input, init))
      token = answer.headers.get('x-svc-token') ?? token
      return answer
    },
  })
  await rewards.identify({ email: `${crypto.randomUUID()}@example.com` })
  const clickLink = () => {
    const headers = { 'User-Agent': BROWSER, Cookie: `svc_token=${token}` }
    return platform.fetch(new Request(`${PROGRAM}/s/${demo.ada.code}`, { headers }))
  }
  const isReferred = async () => {
    const { identity_id } = rewards.consumer
    return (await platform.db.query('select 1 from referrals where friend_id = $1', [identity_id])).length === 1
  }
  return { rewards, network, clickLink, isReferred }
}

test.each([0, 5, 600, -5])('a click refers the purchase after it if the clock is %i minutes behind', async minutes => {
  behind = minutes * MINUTE_MS
  const { rewards, clickLink, isReferred } = await openPage()
  expect((await clickLink()).status).toBe(302)
  await rewards.track('purchase', { cart_value: 48 })
  expect(await isReferred()).toBe(true)
})

test('a click refers a purchase that has waited offline if the clock is 5 minutes behind', async () => {
  behind = 5 * MINUTE_MS
  const { rewards, network, clickLink, isReferred } = await openPage()
  await clickLink()
  network.isOffline = true
  const purchase = rewards.track('purchase', { cart_value: 48 })
  await letTimePass(30 * MINUTE_MS)
  network.isOffline = false
  await Promise.all([purchase, rewards.flush()])
  expect(await isReferred()).toBe(true)
})

test('a click does not refer a purchase that has waited offline since half an hour before it', async () => {
  behind = 5 * MINUTE_MS
  const { rewards, network, clickLink, isReferred } = await openPage()
  network.isOffline = true
  const purchase = rewards.track('purchase', { cart_value: 48 })
  await letTimePass(30 * MINUTE_MS)
  await clickLink()
  network.isOffline = false
  await Promise.all([purchase, rewards.flush()])
  expect(await isReferred()).toBe(false)
})

/** Sets both clocks forward. */
async function letTimePass(ms: number): Promise<void> {
  // The event has failed to be sent once.
  await new Promise(resolve => setTimeout(resolve))
  const now = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => now() + ms)
}

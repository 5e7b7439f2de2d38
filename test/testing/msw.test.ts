// @vitest-environment jsdom
// Mock Service Worker answers the requests of a runtime that has no option `fetch`. docs/testing.md shows the code, with the paths of the package.

import { readFileSync } from 'node:fs'
import { http } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRewards, type Rewards } from '../../src/index.js'
import { createTestPlatform, fixtures } from '../../testing/index.js'
import '../../widgets/index.js'

const platform = createTestPlatform({
  domain: 'https://share.brand.com', // the domain of your app
  zones: { share_experience: fixtures.share },
})
const server = setupServer(...platform.mswHandlers(http))
let rewards: Rewards

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' })
  rewards = createRewards({ domain: 'https://share.brand.com' })
})
afterAll(() => {
  rewards.destroy()
  server.close()
})

test('the zone of a page is drawn, and its events are received', async () => {
  document.body.innerHTML = '<rewards-zone name="share_experience"></rewards-zone>'
  const zone = document.querySelector('rewards-zone')!
  await expect.poll(() => zone.shadowRoot?.textContent).toContain(fixtures.share.headline)
  await rewards.track('purchase', { cart_value: 48 }, { id: 'J-1906' })
  expect(platform.events).toMatchObject([{ name: 'purchase', data: { cart_value: 48, partner_event_id: 'J-1906' } }])
})

test('a failure of the network is one', async () => {
  const restore = platform.fail('/zones', 'network_error')
  await expect(rewards.zone('share_experience')).rejects.toMatchObject({ code: 'network_error' })
  restore()
  await expect(rewards.zone('share_experience')).resolves.toMatchObject({ data: fixtures.share })
})

test('the documentation shows this code', () => {
  const page = readFileSync('docs/testing.md', 'utf8')
  expect(page).toContain("domain: 'https://share.brand.com', // the domain of your app")
  expect(page).toContain('setupServer(...platform.mswHandlers(http))')
})

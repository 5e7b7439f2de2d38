// The code in docs/testing.md, with the paths of this repository.

import { readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { createRewards } from '../../src/index.js'
import { createTestPlatform, fixtures } from '../../testing/index.js'
import '../../widgets/index.js'

const platform = createTestPlatform({ zones: { share_experience: fixtures.share } })
const rewards = createRewards(platform.options)

afterEach(() => document.body.replaceChildren())

test('the page shows the share widget', async () => {
  document.body.innerHTML = '<rewards-zone name="share_experience"></rewards-zone>'
  const zone = document.querySelector('rewards-zone')!
  zone.rewards = rewards
  await vi.waitFor(() => expect(zone.shadowRoot!.textContent).toContain('Give 20, get 20'))
})

test('a purchase is tracked', async () => {
  await rewards.track('purchase', { cart_value: 48 }, { id: 'J-1906' })
  expect(platform.events.at(-1)).toMatchObject({ name: 'purchase', data: { cart_value: 48 } })
})

test('a verified consumer sees their rewards', async () => {
  const { options } = createTestPlatform({ consumer: fixtures.consumer })
  const rewards = createRewards(options)
  await rewards.recognize()
  expect(rewards.consumer.level).toBe('verified')
  expect(await rewards.rewardStatus.get({ reward_name: 'reward-1' })).toMatchObject({ status: 'SUCCEEDED' })
  rewards.destroy()
})

test('the page survives an outage', async () => {
  const restore = platform.fail('/zones', 'network_error')
  await expect(rewards.zone('share_experience')).rejects.toMatchObject({ code: 'network_error' })
  restore()
  await expect(rewards.zone('share_experience')).resolves.toMatchObject({ data: fixtures.share })
})

test('the code above is the code of the documentation', () => {
  const own = readFileSync('test/widgets/testing-page.test.ts', 'utf8')
    .replaceAll('../../src/index.js', 'rewards-web-sdk')
    .replaceAll(/..\/..\/(\w+)\/index.js/g, 'rewards-web-sdk/$1')
  const blocks = [...readFileSync('docs/testing.md', 'utf8').matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code!)
  expect(blocks.length).toBeGreaterThan(2)
  expect(blocks.filter(code => !own.includes(code))).toEqual([])
})

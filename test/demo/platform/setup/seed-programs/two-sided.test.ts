import { beforeAll, expect, test } from 'vitest'
import { publishSeed } from '../../publish-program.js'
import { usePlatform } from '../../use-platform.js'
import { advocate, backendOf, purchase } from './people.js'

const visit = usePlatform()
const backend = backendOf(visit)
const DAY_MS = 86_400_000
beforeAll(() => publishSeed(visit, 'two-sided'))

/** An advocate who is a customer. */
async function customer(email: string) {
  await purchase(visit, email)
  return advocate(visit, email)
}

const status = async (token: string, name: string) =>
  (await visit.send(`/v4/me/rewards/status?reward_name=${name}`, { token })).json()

test('the two-sided program rewards the friend after 14 days, and the advocate on approval', async () => {
  const { token, path } = await customer('ann@example.com')
  await purchase(visit, 'bea@example.com', {}, path)
  const bea = await visit.verified('bea@example.com')
  expect(await status(bea, 'friend-15')).toMatchObject({
    status: 'PENDING',
    reward: { state: 'EARNED', partner_reward_id: null, journey_name: 'Give 15' },
  })
  const [waiting] = await visit.rows(`select fulfill_at from rewards where reward_name = 'friend-15'`)
  expect(waiting).toEqual({ fulfill_at: new Date(visit.now + 14 * DAY_MS) })
  visit.now += 14 * DAY_MS - 60_000
  expect(await status(bea, 'friend-15')).toMatchObject({ status: 'PENDING' })
  visit.now += 60_000
  expect(await status(bea, 'friend-15')).toMatchObject({
    status: 'SUCCEEDED',
    reward: { state: 'FULFILLED', partner_reward_id: expect.stringMatching(/^WELCOME-[A-Z0-9]{8}$/) },
  })
  const pending = await status(token, 'advocate-25')
  expect(pending).toMatchObject({ status: 'PENDING', reward: { state: 'EARNED', journey_name: 'Get 25' } })
  await backend.send(`/v2/custom-rewards/${pending.reward.reward_id}/fulfilled`, { method: 'POST' })
  expect(await status(token, 'advocate-25')).toMatchObject({
    status: 'SUCCEEDED',
    reward: { partner_reward_id: expect.stringMatching(/^THANKS-/) },
  })
})

test('a reward that is canceled during the delay is never fulfilled', async () => {
  const { path } = await customer('cat@example.com')
  await purchase(visit, 'dan@example.com', {}, path)
  const [reward] = await backend.rewards('dan@example.com')
  await backend.send(`/v2/rewards/${reward!.reward_id}/cancel`, { json: { message: 'The order was returned' } })
  visit.now += 20 * DAY_MS
  expect(await backend.rewards('dan@example.com')).toMatchObject([{ state: 'CANCELED', partner_reward_id: null }])
})

test('a small order is a step of low quality: it refers nobody and earns nothing', async () => {
  const { path } = await customer('eva@example.com')
  const friend = await purchase(visit, 'fay@example.com', { cart_value: '29.99' }, path)
  const steps = await visit.send('/v4/me/steps?quality=LOW', { token: friend })
  expect(await steps.json()).toMatchObject([{ step_name: 'conversion', quality: 'LOW', journey_name: null }])
  expect(await backend.rewards('eva@example.com')).toEqual([])
  // The friend is not a customer yet, so a larger order counts.
  await visit.send('/events', { token: friend, json: { event_name: 'purchase', data: { cart_value: 30 } } })
  expect(await backend.rewards('eva@example.com')).toMatchObject([{ reward_name: 'advocate-25' }])
})

test('only customers can refer', async () => {
  const { path } = await advocate(visit, 'visitor@example.com')
  await purchase(visit, 'gil@example.com', {}, path)
  expect(await backend.rewards('visitor@example.com')).toEqual([])
  expect(await backend.rewards('gil@example.com')).toEqual([])
})

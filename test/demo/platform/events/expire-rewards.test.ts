import { expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { addReward } from '../server/rewards/add-reward.js'
import { server, usePlatform } from '../use-platform.js'

const visit = usePlatform()
const DAY_MS = 86_400_000
const backend = (path: string, json?: unknown) =>
  visit.send(server + path, { token: demo.serverToken, ...(json !== undefined && { method: 'PUT', json }) })
const inDays = (days: number) => new Date(visit.now + days * DAY_MS).toISOString()
const stateOf = async (rewardId: string) => (await (await backend(`/v2/rewards/${rewardId}`)).json()).state

test.each([
  ['EARNED', 'EXPIRED'],
  ['FULFILLED', 'EXPIRED'],
  ['SENT', 'EXPIRED'],
  ['REDEEMED', 'REDEEMED'],
  ['CANCELED', 'CANCELED'],
  ['FAILED', 'FAILED'],
  ['REVOKED', 'REVOKED'],
])('a reward that is %s is %s after its expires_at', async (state, after) => {
  const id = await addReward(visit, { state })
  expect((await backend(`/v2/rewards/${id}`, { expires_at: inDays(1) })).status).toBe(200)
  visit.now += DAY_MS - 1
  expect(await stateOf(id)).toBe(state)
  visit.now += 2_000
  expect(await stateOf(id)).toBe(after)
})

test('the expiry is in the history of the reward, with its reason and time', async () => {
  const id = await addReward(visit, { state: 'FULFILLED', expires_at: new Date(visit.now - 1) })
  visit.now += 2_000
  const expirations = await (await backend(`/v2/rewards/${id}/expirations`)).json()
  expect(expirations).toEqual([
    { reward_id: id, state: 'EXPIRED', message: 'Expired at its expires_at', created_date: expect.any(String) },
  ])
})

test('a delayed reward that has expired is not fulfilled', async () => {
  const times = { fulfill_at: new Date(visit.now + DAY_MS), expires_at: new Date(visit.now + DAY_MS) }
  const id = await addReward(visit, times)
  visit.now += 2 * DAY_MS
  expect(await stateOf(id)).toBe('EXPIRED')
  expect(await (await backend(`/v2/rewards/${id}/fulfillments`)).json()).toEqual([])
})

test.each([
  ['later', 1, 3],
  ['earlier', 3, 1],
])('a reward expires at the expires_at that was set last, which can be %s', async (_, first, last) => {
  const id = await addReward(visit, { state: 'FULFILLED' })
  for (const days of [first, last]) await backend(`/v2/rewards/${id}`, { expires_at: inDays(days) })
  visit.now += last * DAY_MS - 1
  expect(await stateOf(id)).toBe('FULFILLED')
  visit.now += 2_000
  expect(await stateOf(id)).toBe('EXPIRED')
})

test('a failed reward that is retried after its expires_at expires', async () => {
  const id = await addReward(visit, { state: 'FAILED' })
  await backend(`/v2/rewards/${id}`, { expires_at: inDays(1) })
  visit.now += 2 * DAY_MS
  expect(await stateOf(id)).toBe('FAILED')
  await visit.send(`${server}/v2/rewards/${id}/retry`, { method: 'POST', token: demo.serverToken })
  visit.now += 2_000
  expect(await stateOf(id)).toBe('EXPIRED')
})

test('its recipient is told that it has failed', async () => {
  const token = await visit.verified(demo.ada.email)
  const id = await addReward(visit, { state: 'FULFILLED', expires_at: new Date(visit.now - 1) })
  visit.now += 2_000
  const status = await (await visit.send(`/v4/me/rewards/status?polling_id=${id}`, { token })).json()
  expect(status).toMatchObject({ status: 'FAILED', reward: { state: 'EXPIRED' } })
})

test('many rewards expire at once', async () => {
  const ids: string[] = []
  for (let count = 0; count < 120; count++) ids.push(await addReward(visit, { expires_at: new Date(visit.now - 1) }))
  visit.now += 2_000
  // The request waits for the first of them, and the others follow.
  expect(await stateOf(ids[0]!)).toBe('EXPIRED')
  const others = () => visit.rows(`select 1 from rewards where reward_id = any($1) and state <> 'EXPIRED'`, [ids])
  await expect.poll(others).toEqual([])
})

import { expect, test } from 'vitest'
import { demo } from '../../../../../demo/platform/index.js'
import { rewardStates } from '../../../../../demo/platform/rewards/reward.js'
import { addReward } from '../../server/rewards/add-reward.js'
import { codeOf, usePlatform } from '../../use-platform.js'

const visit = usePlatform()

const expected = {
  EARNED: 'PENDING',
  FULFILLED: 'SUCCEEDED',
  SENT: 'SUCCEEDED',
  REDEEMED: 'SUCCEEDED',
  CANCELED: 'FAILED',
  EXPIRED: 'FAILED',
  FAILED: 'FAILED',
  REVOKED: 'FAILED',
}

test.each(rewardStates)('the status of a reward in the state %s is right', async state => {
  const token = await visit.verified(demo.ada.email)
  const reward_id = await addReward(visit, { state })
  const response = await visit.send(`/v4/me/rewards/status?polling_id=${reward_id}`, { token })
  expect(await response.json()).toMatchObject({ status: expected[state], reward: { reward_id, state } })
})

test('of several rewards the newest one is answered, of the consumer only', async () => {
  const token = await visit.verified(demo.ada.email)
  const reward_name = 'several'
  await addReward(visit, { reward_name, created_at: new Date(visit.now) })
  const newest = await addReward(visit, { reward_name, created_at: new Date(visit.now + 2000) })
  await addReward(visit, { reward_name, created_at: new Date(visit.now + 1000) })
  await addReward(visit, { reward_name, created_at: new Date(visit.now + 3000), person_id: 'grace-hopper' })
  const response = await visit.send(`/v4/me/rewards/status?reward_name=${reward_name}`, { token })
  expect(await response.json()).toMatchObject({ reward: { reward_id: newest } })
})

test('an id has 1 to 200 characters', async () => {
  const token = await visit.verified(demo.ada.email)
  const ask = (id: string) => visit.send(`/v4/me/rewards/status?polling_id=${id}`, { token })
  expect((await ask('x'.repeat(200))).status).toBe(200)
  const refused = await ask('x'.repeat(201))
  expect([refused.status, await codeOf(refused)]).toEqual([400, 'invalid_reward_id'])
  expect((await refused.json()).parameters).toEqual({ name: 'polling_id' })
})

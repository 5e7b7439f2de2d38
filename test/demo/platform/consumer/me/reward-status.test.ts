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

test('an id has 1 to 200 characters', async () => {
  const token = await visit.verified(demo.ada.email)
  const ask = (id: string) => visit.send(`/v4/me/rewards/status?polling_id=${id}`, { token })
  expect((await ask('x'.repeat(200))).status).toBe(200)
  const refused = await ask('x'.repeat(201))
  expect([refused.status, await codeOf(refused)]).toEqual([400, 'invalid_reward_id'])
})

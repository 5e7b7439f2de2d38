import { beforeAll, expect, test } from 'vitest'
import { demo } from '../../../../../demo/platform/index.js'
import { codeOf, server, usePlatform } from '../../use-platform.js'
import { addReward } from '../rewards/add-reward.js'

const visit = usePlatform()
const get = (path: string) => visit.send(`${server}/v5/persons/${path}`, { token: demo.serverToken })
const list = async (path: string) =>
  (await (await get(path)).json()).map(({ reward_id }: { reward_id: string }) => reward_id)

let earned: string
let revoked: string
let graces: string
beforeAll(async () => {
  earned = await addReward(visit, { created_at: new Date('2026-04-01T12:00:00Z') })
  revoked = await addReward(visit, { state: 'REVOKED', reward_type: 'MANUAL_COUPON' })
  graces = await addReward(visit, { person_id: 'grace-hopper' })
})

test('the rewards of a person are listed in every state, newest first', async () => {
  expect(await list('ada-lovelace/rewards')).toEqual([revoked, earned])
})

test('each filter reduces the list, and unknown parameters do not', async () => {
  expect(await list('ada-lovelace/rewards?state=EARNED')).toEqual([earned])
  expect(await list('ada-lovelace/rewards?state=REVOKED')).toEqual([revoked])
  expect(await list('ada-lovelace/rewards?reward_type=MANUAL_COUPON')).toEqual([revoked])
  expect(await list('ada-lovelace/rewards?time_interval=2026-04-01/2026-04-02')).toEqual([earned])
  expect(await list('ada-lovelace/rewards?person_id=grace-hopper')).toEqual([revoked, earned])
})

test('a reward can be read by its id, for its own person only', async () => {
  expect(await (await get(`grace-hopper/rewards/${graces}`)).json()).toMatchObject({
    reward_id: graces,
    person_id: 'grace-hopper',
    state: 'EARNED',
  })
  const response = await get(`ada-lovelace/rewards/${graces}`)
  expect([response.status, await codeOf(response)]).toEqual([400, 'invalid_reward_id'])
})

test.each([
  [403, 'person_not_found', 'nobody/rewards'],
  [403, 'person_not_found', 'nobody/rewards/reward-1'],
  [400, 'invalid_reward_id', 'ada-lovelace/rewards/none'],
  [400, 'binding_error', 'ada-lovelace/rewards?state=GONE'],
  [400, 'binding_error', 'ada-lovelace/rewards?time_interval=april'],
])('responds with %i %s to %s', async (status, code, path) => {
  const response = await get(path)
  expect([response.status, await codeOf(response)]).toEqual([status, code])
})

import { beforeAll, expect, test } from 'vitest'
import { demo } from '../../../../../demo/platform/index.js'
import { codeOf, server, usePlatform } from '../../use-platform.js'
import { earn } from '../rewards/earned.js'

const visit = usePlatform()
const get = (path: string) => visit.send(`${server}/v5/persons/${path}`, { token: demo.serverToken })
const list = async (path: string) =>
  (await (await get(path)).json()).map(({ reward_id }: { reward_id: string }) => reward_id)

let earned: string
let revoked: string
let graces: string
beforeAll(async () => {
  earned = await earn(visit, { created_at: new Date('2026-04-01T12:00:00Z') })
  revoked = await earn(visit, { state: 'REVOKED', reward_type: 'MANUAL_COUPON' })
  graces = await earn(visit, { person_id: 'grace-hopper' })
})

test('a person’s rewards are listed in whatever state, newest first', async () => {
  expect(await list('ada-lovelace/rewards')).toEqual([revoked, earned])
})

test('each filter narrows the list, and what is no filter does not', async () => {
  expect(await list('ada-lovelace/rewards?state=EARNED')).toEqual([earned])
  expect(await list('ada-lovelace/rewards?reward_type=MANUAL_COUPON')).toEqual([revoked])
  expect(await list('ada-lovelace/rewards?time_interval=2026-04-01/2026-04-02')).toEqual([earned])
  expect(await list('ada-lovelace/rewards?person_id=grace-hopper')).toEqual([revoked, earned])
})

test('one is told by its id, to who asks for its own person alone', async () => {
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
])('%i %s from %s', async (status, code, path) => {
  const response = await get(path)
  expect([response.status, await codeOf(response)]).toEqual([status, code])
})

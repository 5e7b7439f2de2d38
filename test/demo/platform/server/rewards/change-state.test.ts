import { expect, test } from 'vitest'
import { demo } from '../../../../../demo/platform/index.js'
import { rewardStates } from '../../../../../demo/platform/rewards/reward.js'
import { type Call, codeOf, server, usePlatform } from '../../use-platform.js'
import { addReward } from './add-reward.js'

const visit = usePlatform()
const send = (path: string, call: Call = {}) =>
  visit.send(`${server}/v2/${path}`, { method: 'POST', token: demo.serverToken, ...call })

/** Each change with its path, its new state, and the states that allow it. */
const changes: [path: (id: string) => string, to: string, from: string[]][] = [
  [id => `rewards/${id}/cancel`, 'CANCELED', ['EARNED', 'FAILED']],
  [id => `rewards/${id}/expire`, 'EXPIRED', ['EARNED', 'FULFILLED', 'SENT']],
  [id => `rewards/${id}/retry`, 'EARNED', ['FAILED']],
  [id => `rewards/${id}/revoke`, 'REVOKED', ['EARNED', 'FULFILLED', 'SENT', 'REDEEMED']],
  [id => `custom-rewards/${id}/failed`, 'FAILED', ['EARNED', 'FULFILLED', 'SENT']],
  [id => `custom-rewards/${id}/fulfilled`, 'FULFILLED', ['EARNED']],
  [id => `custom-rewards/${id}/fulfilled_and_sent`, 'SENT', ['EARNED']],
  [id => `custom-rewards/${id}/redeemed`, 'REDEEMED', ['FULFILLED', 'SENT']],
  [id => `custom-rewards/${id}/sent`, 'SENT', ['FULFILLED']],
]
const named = changes.map(change => [change[0]('{id}'), ...change] as const)

test.each(named)('%s is only possible from the listed states', async (_, path, to, from) => {
  for (const state of rewardStates) {
    const reward_id = await addReward(visit, { state })
    const response = await send(path(reward_id))
    const answer = await response.json()
    if (from.includes(state)) expect(answer).toMatchObject({ reward_id, state: to })
    else expect(answer).toMatchObject({ code: 'invalid_parameter', http_status_code: 400, parameters: { state } })
    const [row] = await visit.rows('select state from rewards where reward_id = $1', [reward_id])
    expect(row).toEqual({ state: from.includes(state) ? to : state })
  }
})

test.each(named)('%s does not reach the reward of another client', async (_, path, _to, [state]) => {
  const reward_id = await addReward(visit, { state })
  const response = await send(path(reward_id), { token: demo.sandbox.serverToken })
  expect([response.status, await codeOf(response)]).toEqual([400, 'invalid_reward_id'])
  expect(await visit.rows('select state from rewards where reward_id = $1', [reward_id])).toEqual([{ state }])
})

test.each(named)('%s is rejected if the reward is unknown or the body is invalid', async (_, path) => {
  const unknown = await send(path('none'))
  expect([unknown.status, await codeOf(unknown)]).toEqual([400, 'invalid_reward_id'])
  const wrong = await send(path(await addReward(visit)), { json: { message: 1 } })
  expect([wrong.status, await codeOf(wrong)]).toEqual([400, 'binding_error'])
})

test('only custom rewards can be marked', async () => {
  for (const [path] of changes.slice(4)) {
    const reward_id = await addReward(visit, { state: 'FULFILLED', reward_type: 'MANUAL_COUPON' })
    expect(await (await send(path(reward_id))).json()).toMatchObject({
      ...{ http_status_code: 400, code: 'invalid_parameter', parameters: { reward_type: 'MANUAL_COUPON' } },
    })
  }
})

test('only a fulfillment can set a coupon code', async () => {
  const reward_id = await addReward(visit)
  const refused = await send(`rewards/${reward_id}/cancel`, { json: { partner_reward_id: 'X' } })
  expect([refused.status, (await refused.json()).parameters]).toEqual([400, { parameter: 'partner_reward_id' }])
  for (const [path, , [state]] of changes.filter(([path]) => !path('').includes('fulfilled')))
    for (const json of [{ partner_reward_id: 'X' }, { partner_reward_key_type: 'LINK' }]) {
      const response = await send(path(await addReward(visit, { state })), { json })
      expect([response.status, await codeOf(response)]).toEqual([400, 'binding_error'])
    }
  const withCoupon = await addReward(visit, { coupon_code: 'CARD-1' })
  const canceled = await (await send(`rewards/${withCoupon}/cancel`)).json()
  expect(canceled).toMatchObject({ state: 'CANCELED', partner_reward_id: null })
})

test('a message has at most 500 characters, and the id of a fulfilled reward 200', async () => {
  const longest = { message: 'x'.repeat(500), partner_reward_id: 'x'.repeat(200) }
  for (const json of [
    { message: 'x'.repeat(501) },
    { partner_reward_id: 'x'.repeat(201) },
    { partner_reward_id: '' },
  ]) {
    const refused = await send(`custom-rewards/${await addReward(visit)}/fulfilled`, { json })
    expect([refused.status, await codeOf(refused)]).toEqual([400, 'binding_error'])
  }
  expect((await send(`custom-rewards/${await addReward(visit)}/fulfilled`, { json: longest })).status).toBe(200)
})

test('the consumer sees each change and the coupon code in calls and zones', async () => {
  const token = await visit.verified(demo.ada.email)
  const reward_id = await addReward(visit)
  const seen = async () => {
    const asked = await visit.send(`/v4/me/rewards/status?polling_id=${reward_id}`, { token })
    const { status, reward } = await asked.json()
    const { rewards } = await (await visit.send('/zones/bankable_rewards', { token, json: {} })).json()
    expect(rewards.find((each: { reward_id: string }) => each.reward_id === reward_id)).toEqual(reward)
    return { status, state: reward.state, code: reward.partner_reward_id, type: reward.partner_reward_key_type }
  }
  const code = 'https://shop.example/gift'
  expect(await seen()).toEqual({ status: 'PENDING', state: 'EARNED', code: null, type: 'COUPON' })
  const json = { partner_reward_id: code, partner_reward_key_type: 'LINK' }
  await send(`custom-rewards/${reward_id}/fulfilled`, { json })
  expect(await seen()).toEqual({ status: 'SUCCEEDED', state: 'FULFILLED', code, type: 'LINK' })
  await send(`custom-rewards/${reward_id}/redeemed`)
  expect(await seen()).toEqual({ status: 'SUCCEEDED', state: 'REDEEMED', code, type: 'LINK' })
  await send(`rewards/${reward_id}/revoke`)
  expect(await seen()).toEqual({ status: 'FAILED', state: 'REVOKED', code, type: 'LINK' })
})

test('a retry hides the coupon of the program until the next fulfillment, and keeps an id of the brand', async () => {
  const ids = [await addReward(visit, { coupon_code: 'CARD-1' }), await addReward(visit, { coupon_code: 'CARD-1' })]
  const shown = () =>
    Promise.all(
      ids.map(async id => (await visit.rows('select * from rewards where reward_id = $1', [id]))[0]!.partner_reward_id),
    )
  await send(`custom-rewards/${ids[0]}/fulfilled`)
  const own = { partner_reward_id: 'own', partner_reward_key_type: 'ID' }
  await send(`custom-rewards/${ids[1]}/fulfilled`, { json: own })
  expect(await shown()).toEqual(['CARD-1', 'own'])
  for (const id of ids) {
    await send(`custom-rewards/${id}/failed`)
    await send(`rewards/${id}/retry`)
  }
  expect(await shown()).toEqual([null, 'own'])
  expect(await (await send(`rewards/${ids[1]}`, { method: 'GET' })).json()).toMatchObject(own)
  await send(`custom-rewards/${ids[0]}/fulfilled_and_sent`)
  await send(`custom-rewards/${ids[1]}/fulfilled`)
  expect(await shown()).toEqual(['CARD-1', 'own'])
  await send(`custom-rewards/${ids[1]}/failed`)
  await send(`rewards/${ids[1]}/retry`)
  await send(`custom-rewards/${ids[1]}/fulfilled`, { json: { partner_reward_id: 'another' } })
  expect(await shown()).toEqual(['CARD-1', 'another'])
})

const histories = ['cancels', 'expirations', 'fails', 'fulfillments', 'redeems', 'revokes', 'sends'] as const

test('the history lists every state with its time and reason, and each partial history lists one state', async () => {
  const reward_id = await addReward(visit)
  const at = async (path: string, message: string) => {
    visit.now += 1000
    await send(path, { json: { message } })
    return new Date(visit.now).toISOString()
  }
  const begun = new Date(visit.now).toISOString()
  const failed = await at(`custom-rewards/${reward_id}/failed`, 'Card declined')
  const withRetries = await at(`rewards/${reward_id}/retry`, 'New card')
  const sent = await at(`custom-rewards/${reward_id}/fulfilled_and_sent`, 'Thank you')
  const redeemed = await at(`custom-rewards/${reward_id}/redeemed`, 'Order 7')
  const revoked = await at(`rewards/${reward_id}/revoke`, 'Order returned')

  const read = async (what: string) => (await send(`rewards/${reward_id}/${what}`, { method: 'GET' })).json()
  const entry = (state: string, message: string | null, created_date: string) => ({
    reward_id,
    state,
    message,
    created_date,
  })
  expect(await read('state-history')).toEqual([
    entry('EARNED', null, begun),
    entry('FAILED', 'Card declined', failed),
    entry('EARNED', 'New card', withRetries),
    entry('FULFILLED', 'Thank you', sent),
    entry('SENT', 'Thank you', sent),
    entry('REDEEMED', 'Order 7', redeemed),
    entry('REVOKED', 'Order returned', revoked),
  ])
  const parts = await Promise.all(histories.map(read))
  expect(Object.fromEntries(histories.map((name, index) => [name, parts[index]]))).toEqual({
    cancels: [],
    expirations: [],
    fails: [entry('FAILED', 'Card declined', failed)],
    fulfillments: [entry('FULFILLED', 'Thank you', sent)],
    redeems: [entry('REDEEMED', 'Order 7', redeemed)],
    revokes: [entry('REVOKED', 'Order returned', revoked)],
    sends: [entry('SENT', 'Thank you', sent)],
  })
})

test.each([
  ['cancel', 'cancels'],
  ['expire', 'expirations'],
])('a reward after %s is in the %s and in no other partial history', async (change, own) => {
  const reward_id = await addReward(visit)
  await send(`rewards/${reward_id}/${change}`)
  for (const history of histories) {
    const entries = await (await send(`rewards/${reward_id}/${history}`, { method: 'GET' })).json()
    expect([history, entries.length]).toEqual([history, history === own ? 1 : 0])
  }
})

test.each(['state-history', ...histories])('the %s of an unknown reward are rejected', async history => {
  const response = await send(`rewards/none/${history}`, { method: 'GET' })
  expect([response.status, await codeOf(response)]).toEqual([400, 'invalid_reward_id'])
})

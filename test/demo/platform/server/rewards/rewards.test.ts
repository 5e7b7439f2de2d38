import { beforeAll, describe, expect, test } from 'vitest'
import { LIST_PAGE } from '../../../../../demo/platform/http/list-response.js'
import { demo } from '../../../../../demo/platform/index.js'
import { rewardSchema } from '../../../../../demo/platform/server/rewards/reward.js'
import { type Call, codeOf, server, usePlatform } from '../../use-platform.js'
import { addReward } from './add-reward.js'

const visit = usePlatform()
const send = (path: string, call: Call = {}) =>
  visit.send(`${server}/v2/rewards${path}`, { token: demo.serverToken, ...call })
const list = async (query = '') =>
  (await (await send(query)).json()).map(({ reward_id }: { reward_id: string }) => reward_id)

let earned: string
let coupon: string
let sent: string
let failed: string
beforeAll(async () => {
  earned = await addReward(visit, { created_at: new Date('2026-03-31T23:59:59Z') })
  coupon = await addReward(visit, {
    state: 'FULFILLED',
    partner_reward_id: 'THANKS-1',
    reward_type: 'MANUAL_COUPON',
    reward_supplier_id: 'coupons',
    created_at: new Date('2026-04-01T04:00:00Z'),
  })
  sent = await addReward(visit, {
    state: 'SENT',
    person_id: 'grace-hopper',
    created_at: new Date('2026-05-01T03:59:59Z'),
  })
  failed = await addReward(visit, { state: 'FAILED', created_at: new Date('2026-05-01T04:00:00Z') })
})

describe('the list of rewards', () => {
  test('contains successful rewards, newest first, and all rewards on request', async () => {
    expect(await list()).toEqual([sent, coupon])
    expect(await list('?success_only=true')).toEqual([sent, coupon])
    expect(await list('?success_only=false')).toEqual([failed, sent, coupon, earned])
  })

  test.each<[string, () => string[]]>([
    ['state=SENT', () => [sent]],
    ['state=FAILED', () => []],
    ['state=FAILED&success_only=false', () => [failed]],
    ['person_id=grace-hopper', () => [sent]],
    ['person_id=nobody', () => []],
    ['partner_reward_id=THANKS-1', () => [coupon]],
    ['reward_type=MANUAL_COUPON', () => [coupon]],
    ['reward_supplier_id=coupons', () => [coupon]],
    ['reward_supplier_id=store-credit', () => [sent]],
    ['time_interval=2026-04-01/2026-05-01&success_only=false', () => [sent, coupon]],
    ['time_interval=2026-04-01T06:00:00%2B02:00/2026-05-01T03:59:59Z', () => [coupon]],
    ['time_interval=2020-01-01/2020-01-02', () => []],
    ['time_interval=2026-04-01/2026-04-01', () => []],
    ['start=2020-01-01&end=2020-01-02', () => [sent, coupon]],
    ['campaign_id=other&program=other', () => [sent, coupon]],
  ])('can be filtered: %s', async (query, expected) => {
    expect(await list(`?${query}`)).toEqual(expected())
  })

  test.each([
    'state=GONE',
    'success_only=perhaps',
    'time_interval=2026-04-01',
    'time_interval=2026-05-01/2026-04-01',
    'time_interval=2026-04-01/2026-05-01/2026-06-01',
    'time_interval=april/may',
  ])('is rejected with 400 binding_error for %s', async query => {
    const response = await send(`?${query}`)
    expect([response.status, await codeOf(response)]).toEqual([400, 'binding_error'])
  })
})

test.each(['state_summary', 'state-summary'])('%s counts the rewards in every state', async path => {
  const counts = async (query = '') =>
    Object.fromEntries(
      (await (await send(`/${path}${query}`)).json()).map((each: { state: string; count: number }) => [
        each.state,
        each.count,
      ]),
    )
  const none = { EARNED: 0, FULFILLED: 0, SENT: 0, REDEEMED: 0, CANCELED: 0, EXPIRED: 0, FAILED: 0, REVOKED: 0 }
  expect(await counts()).toEqual({ ...none, EARNED: 1, FULFILLED: 1, SENT: 1, FAILED: 1 })
  expect(await counts('?person_id=grace-hopper')).toEqual({ ...none, SENT: 1 })
  expect(await counts('?reward_type=MANUAL_COUPON')).toEqual({ ...none, FULFILLED: 1 })
  expect(await counts('?reward_supplier_id=coupons')).toEqual({ ...none, FULFILLED: 1 })
  expect(await counts('?partner_reward_id=THANKS-1')).toEqual({ ...none, FULFILLED: 1 })
  expect(await counts('?time_interval=2026-05-01/2026-06-01')).toEqual({ ...none, FAILED: 1 })
})

describe('a reward', () => {
  test('is returned completely', async () => {
    const reward = await (await send(`/${coupon}`)).json()
    expect(reward).toEqual({
      reward_id: coupon,
      reward_name: 'welcome',
      reward_supplier_id: 'coupons',
      reward_type: 'MANUAL_COUPON',
      state: 'FULFILLED',
      face_value: 20,
      face_value_type: 'USD',
      partner_reward_id: 'THANKS-1',
      partner_reward_key_type: 'COUPON',
      campaign_id: demo.campaignId,
      person_id: 'ada-lovelace',
      container: 'production',
      created_at: '2026-04-01T04:00:00.000Z',
      expires_at: null,
      data: {},
      journey_name: 'Give 20, get 20',
      sandbox: false,
    })
    expect(rewardSchema.parse(reward)).toEqual(reward)
  })

  test('has only the given attributes changed by an update', async () => {
    const reward_id = await addReward(visit)
    const update = async (json: object) => (await send(`/${reward_id}`, { method: 'PUT', json })).json()
    const before = await update({})
    const attributes = {
      partner_reward_id: 'https://shop.example/gift',
      partner_reward_key_type: 'LINK',
      expires_at: '2027-01-01T00:00:00.000Z',
      data: { tier: 'gold' },
    }
    expect(await update(attributes)).toEqual({ ...before, ...attributes })
    const renamed = { ...before, ...attributes, partner_reward_id: 'GIFT-2' }
    expect(await update({ partner_reward_id: 'GIFT-2' })).toEqual(renamed)
    expect(await update({ partner_reward_id: attributes.partner_reward_id })).toEqual({ ...before, ...attributes })
    expect(await update({ data: {} })).toEqual({ ...before, ...attributes, data: {} })
  })

  test.each<[number, string, string, Call]>([
    [400, 'invalid_reward_id', '/none', {}],
    [400, 'invalid_reward_id', '/none', { method: 'PUT', json: {} }],
    [400, 'binding_error', '/earned', { method: 'PUT', json: { partner_reward_key_type: 'SECRET' } }],
    [400, 'binding_error', '/earned', { method: 'PUT', json: { expires_at: 'tomorrow' } }],
    [400, 'binding_error', '/earned', { method: 'PUT', json: { state: 'REDEEMED' } }],
    [400, 'binding_error', '/earned', { method: 'PUT', json: { partner_reward_id: '' } }],
    [400, 'binding_error', '/earned', { method: 'PUT', json: { partner_reward_id: 'x'.repeat(201) } }],
    [400, 'missing_request_body', '/earned', { method: 'PUT' }],
    [415, 'unsupported_media_type', '/earned', { method: 'PUT', form: { partner_reward_id: 'X' } }],
    [405, 'method_not_allowed', '/earned', { method: 'DELETE' }],
  ])('responds with %i %s to %s', async (status, code, path, call) => {
    const response = await send(path.replace('earned', earned), call)
    expect([response.status, await codeOf(response)]).toEqual([status, code])
  })
})

test('a long list contains each reward once, newest first', async () => {
  const ids = []
  for (let count = 0; count < LIST_PAGE + 2; count++) ids.push(await addReward(visit, { reward_supplier_id: 'many' }))
  expect(await list('?reward_supplier_id=many&success_only=false')).toEqual(ids.reverse())
})

test('the id of a merged person finds the rewards of the person they have become', async () => {
  const persons = (path: string, json: object) =>
    visit.send(`${server}/v5/persons${path}`, { token: demo.serverToken, json })
  const [source, target] = await Promise.all(
    ['source@example.com', 'target@example.com'].map(async email => (await (await persons('', { email })).json()).id),
  )
  const reward_id = await addReward(visit, { person_id: target, state: 'SENT' })
  await persons(`/${source}/forward`, { target_person_id: target })
  expect(await list(`?person_id=${source}`)).toEqual([reward_id])
})

test.each(['CANCELED', 'CANCELLED'])('a canceled reward is found by the state %s', async state => {
  const canceled = await addReward(visit, { state: 'CANCELED', person_id: 'grace-hopper' })
  expect(await list(`?state=${state}&success_only=false`)).toContain(canceled)
})

import { beforeAll, describe, expect, test } from 'vitest'
import { readProgram } from '../../../../demo/platform/campaign/read-program.js'
import { demo } from '../../../../demo/platform/index.js'
import { publishProgram } from '../publish-program.js'
import { type Call, codeOf, server, usePlatform } from '../use-platform.js'

const visit = usePlatform()
const backend = (path: string, call: Call = {}) => visit.send(server + path, { token: demo.serverToken, ...call })
const list = async (query: string) => (await backend(`/v2/rewards?success_only=false&${query}`)).json()

const reward = (name: string, fields: object = {}) => ({
  ...{ name, to: 'consumer', step: 'joined', value: 5, type: 'POINTS', fulfillment: { mode: 'immediate' } },
  ...fields,
})
const suppliers = { payouts: { type: 'CUSTOM_REWARD' }, coupons: { type: 'MANUAL_COUPON' } }

describe('the suppliers of a program', () => {
  beforeAll(async () => {
    await publishProgram(visit, {
      suppliers,
      rewards: [
        reward('payout', { supplier: 'payouts', fulfillment: { mode: 'approval' } }),
        reward('coupon', { supplier: 'coupons', coupon: { code: 'Five off' } }),
      ],
    })
    await visit.send('/events', { json: { event_name: 'joined', data: { email: 'sue@example.com' } } })
  })

  test('give each reward its type', async () => {
    expect(await list('')).toMatchObject([
      {
        ...{ reward_name: 'coupon', reward_supplier_id: 'coupons', reward_type: 'MANUAL_COUPON', state: 'FULFILLED' },
        partner_reward_id: 'Five off',
      },
      { reward_name: 'payout', reward_supplier_id: 'payouts', reward_type: 'CUSTOM_REWARD', state: 'EARNED' },
    ])
  })

  test.each([
    ['reward_type=CUSTOM_REWARD', ['payout']],
    ['reward_type=MANUAL_COUPON', ['coupon']],
    ['reward_type=OTHER', []],
    ['reward_supplier_id=coupons', ['coupon']],
    ['reward_supplier_id=coupons&reward_type=CUSTOM_REWARD', []],
  ])('are filtered by %s', async (query, names) => {
    expect((await list(query)).map((each: { reward_name: string }) => each.reward_name)).toEqual(names)
  })

  test('only let custom rewards be marked', async () => {
    const [coupon, payout] = await list('')
    const mark = (id: string, as: string) => backend(`/v2/custom-rewards/${id}/${as}`, { method: 'POST' })
    const refused = await mark(coupon.reward_id, 'sent')
    expect([refused.status, await codeOf(refused)]).toEqual([400, 'invalid_parameter'])
    expect(await (await mark(payout.reward_id, 'fulfilled')).json()).toMatchObject({ state: 'FULFILLED' })
  })
})

test('a supplier that the program does not describe supplies custom rewards', async () => {
  await publishProgram(visit, { rewards: [reward('plain', { coupon: { prefix: 'five' } })] })
  for (const email of ['tom@example.com', 'uta@example.com'])
    await visit.send('/events', { json: { event_name: 'joined', data: { email } } })
  const rewards: { partner_reward_id: string }[] = await list('reward_supplier_id=store-credit')
  const plain = { reward_type: 'CUSTOM_REWARD', partner_reward_id: expect.stringMatching(/^FIVE-[A-Z0-9]{8}$/) }
  expect(rewards).toMatchObject([plain, plain])
  // Each reward has a code of its own.
  expect(new Set(rewards.map(({ partner_reward_id }) => partner_reward_id)).size).toBe(2)
})

test.each([
  [{ coupons: { type: 'coupon' } }, reward('a', { supplier: 'coupons' }), 'suppliers.coupons.type: expected a type in'],
  [suppliers, reward('a'), 'rewards[0].supplier: expected a supplier of the program (payouts, coupons)'],
  [
    suppliers,
    reward('a', { supplier: 'coupons', fulfillment: undefined }),
    'rewards[0].fulfillment: expected immediate or delayed, because coupons supplies no custom rewards',
  ],
])('the program says what is wrong with suppliers %j', (suppliers, rule, message) => {
  const { errors } = readProgram(JSON.stringify({ name: 'A', label: 'a', suppliers, rewards: [rule] }))
  expect(errors?.map(({ message }) => message)).toEqual([expect.stringContaining(message)])
})

test.each([
  '/v2/rewards?success_only=false&',
  '/v5/persons/{id}/rewards?',
])('state=CANCELLED is state=CANCELED: %s', async path => {
  const [{ reward_id, person_id }] = await list('reward_name=plain')
  await backend(`/v2/rewards/${reward_id}/revoke`, { method: 'POST' })
  await visit.rows(`update rewards set state = 'CANCELED' where reward_id = $1`, [reward_id])
  for (const state of ['CANCELED', 'CANCELLED']) {
    const response = await backend(`${path.replace('{id}', person_id)}state=${state}`)
    expect(await response.json()).toMatchObject([{ reward_id, state: 'CANCELED' }])
  }
  const wrong = await backend(`${path.replace('{id}', person_id)}state=CANCELLLED`)
  expect([wrong.status, await codeOf(wrong)]).toEqual([400, 'binding_error'])
})

import { beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { demo } from '../../../demo/platform/index.js'
import type { Reward, RewardStatus, RewardStatusQuery, Rewards } from '../../../src/index.js'
import { failure, useProgram } from './program.js'

const program = useProgram()
let rewards: Rewards
let ids: { polling_id: string; partner_event_id: string }
beforeAll(async () => {
  rewards = (await program.verified('earner@example.com')).rewards
  const receipt = await rewards.track('purchase', { polling_id: true })
  ids = { polling_id: receipt.polling_id!, partner_event_id: receipt.partner_event_id }
})

/** The program rewards the purchase. */
const earn = () =>
  program.rows(
    `insert into rewards (reward_id, reward_name, person_id, event_id, campaign_id, face_value, face_value_type, container, data, created_at)
     select 'r-1', 'welcome', person_id, event_id, $1, 10, 'PERCENT_OFF', 'production', '{"tier":"gold"}', now()
     from events where data->>'polling_id' = $2`,
    [demo.campaignId, ids.polling_id],
  )

describe('the status of a reward', () => {
  test('is pending until there is one, then asked by each of its three keys', async () => {
    const nothing = { status: 'PENDING', reward: null, quality_results: [] }
    expect(await rewards.rewardStatus.get({ polling_id: ids.polling_id })).toEqual(nothing)
    await earn()
    const queries: RewardStatusQuery[] = [
      { polling_id: ids.polling_id },
      { partner_event_id: ids.partner_event_id },
      { reward_name: 'welcome' },
    ]
    for (const query of queries)
      expect(await rewards.rewardStatus.get(query)).toMatchObject({
        status: 'SUCCEEDED',
        reward: {
          reward_id: 'r-1',
          state: 'EARNED',
          face_value: 10,
          face_value_type: 'PERCENT_OFF',
          data: { tier: 'gold' },
        },
      })
    await program.rows("update rewards set state = 'REVOKED'")
    expect(await rewards.rewardStatus.get(queries[0]!)).toMatchObject({
      status: 'FAILED',
      reward: { state: 'REVOKED' },
    })
    await program.rows("delete from rewards where reward_id = 'r-1'")
  })

  test('is watched until it is known', async () => {
    const statuses: string[] = []
    for await (const { status } of rewards.rewardStatus.watch({ polling_id: ids.polling_id })) {
      if (status === 'PENDING') await earn()
      statuses.push(status)
    }
    expect(statuses).toEqual(['PENDING', 'SUCCEEDED'])
  })

  test.each<[string, object]>([
    ['invalid_reward_filter', {}],
    ['invalid_reward_filter', { polling_id: 'a', reward_name: 'b' }],
    ['invalid_reward_id', { polling_id: 'x'.repeat(201) }],
  ])('is refused with %s', async (code, query) => {
    expect(await failure(rewards.rewardStatus.get(query as RewardStatusQuery))).toMatchObject({ code, status: 400 })
  })

  test('is private, and a watch that may not be told so ends with that error, which is told', async () => {
    const { rewards: claimant, told } = await program.identified('earner@example.com')
    expect(await failure(claimant.rewardStatus.get({ reward_name: 'welcome' }))).toMatchObject({
      code: 'scopes_denied',
    })
    const watch = async () => {
      for await (const _ of claimant.rewardStatus.watch({ reward_name: 'welcome' })) throw new Error('It was told')
    }
    expect(await failure(watch())).toMatchObject({ code: 'scopes_denied', status: 403 })
    expect(told.map(({ code }) => code)).toEqual(['scopes_denied', 'scopes_denied'])
  })
})

test('its types are what the platform says, and a query has exactly one key', () => {
  expectTypeOf<'PENDING' | 'SUCCEEDED' | 'FAILED'>().toExtend<RewardStatus['status']>()
  expectTypeOf<Reward['face_value']>().toEqualTypeOf<number>()
  expectTypeOf<{ polling_id: string }>().toExtend<RewardStatusQuery>()
  expectTypeOf<{ reward_name: string }>().toExtend<RewardStatusQuery>()
  expectTypeOf<{ partner_event_id: string }>().toExtend<RewardStatusQuery>()
  expectTypeOf<{ polling_id: string; reward_name: string }>().not.toExtend<RewardStatusQuery>()
  expectTypeOf<Record<never, never>>().not.toExtend<RewardStatusQuery>()
})

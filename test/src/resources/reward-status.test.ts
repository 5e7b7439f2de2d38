import { beforeAll, describe, expect, expectTypeOf, test } from 'vitest'
import { demo } from '../../../demo/platform/index.js'
import type { Reward, RewardStatus, RewardStatusQuery, Rewards } from '../../../src/index.js'
import { failure } from '../failure.js'
import { useProgram } from './program.js'
import { scripted } from './scripted.js'

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
    `insert into rewards (reward_id, reward_name, person_id, event_id, campaign_id, journey_name, face_value,
       face_value_type, container, data, created_at)
     select 'r-1', 'welcome', person_id, event_id, $1, 'Give 20, get 20', 10, 'PERCENT_OFF', 'production', '{"tier":"gold"}', now()
     from events where data->>'polling_id' = $2`,
    [demo.campaignId, ids.polling_id],
  )

describe('the status of a reward', () => {
  test('is PENDING until the reward is fulfilled, by each of its three keys', async () => {
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
        status: 'PENDING',
        reward: {
          reward_id: 'r-1',
          state: 'EARNED',
          face_value: 10,
          face_value_type: 'PERCENT_OFF',
          data: { tier: 'gold' },
        },
      })
    await program.rows("update rewards set state = 'FULFILLED'")
    expect(await rewards.rewardStatus.get(queries[0]!)).toMatchObject({
      status: 'SUCCEEDED',
      reward: { state: 'FULFILLED' },
    })
    await program.rows("update rewards set state = 'REVOKED'")
    expect(await rewards.rewardStatus.get(queries[0]!)).toMatchObject({
      status: 'FAILED',
      reward: { state: 'REVOKED' },
    })
    await program.rows("delete from rewards where reward_id = 'r-1'")
  })

  test('is watched until the reward is fulfilled', async () => {
    const seen: (string | undefined)[][] = []
    for await (const { status, reward } of rewards.rewardStatus.watch({ polling_id: ids.polling_id })) {
      if (reward?.state === 'EARNED') await program.rows("update rewards set state = 'FULFILLED'")
      else if (status === 'PENDING') await earn()
      seen.push([status, reward?.state ?? undefined])
    }
    expect(seen).toEqual([
      ['PENDING', undefined],
      ['PENDING', 'EARNED'],
      ['SUCCEEDED', 'FULFILLED'],
    ])
  })

  test.each<object>([
    {},
    { polling_id: '' },
    { polling_id: undefined },
    { polling_id: 'a', reward_name: 'b' },
  ])('is rejected before anything is sent for the query %j', async query => {
    const { rewards, requests } = await program.verified('asker@example.com')
    const before = requests.length
    const error = await failure(rewards.rewardStatus.get(query as RewardStatusQuery))
    expect(error).toMatchObject({ code: 'invalid_argument', message: expect.stringContaining('exactly one') })
    expect(requests).toHaveLength(before)
  })

  test.each<[query: unknown, given: string]>([
    [null, 'null'],
    ['q', '[object String]'],
    [[], '[object Array]'],
    [{ polling_id: 7n }, '[object BigInt]'],
    [{ polling_id: null }, 'null'],
    [{ polling_id: 'a', reward_name: 'b' }, 'polling_id and reward_name'],
    [{}, 'none'],
  ])('and its watch reject the query %s with what was expected and given', async (query, given) => {
    const { rewards, requests, told } = scripted(() => ({ status: 'PENDING' }))
    // Whoever creates a watch while a component renders gets its error later, from the first status.
    const statuses = rewards.rewardStatus.watch(query as RewardStatusQuery)
    const watch = async () => {
      for await (const _ of statuses) throw new Error('It was asked')
    }
    const errors = [await failure(rewards.rewardStatus.get(query as RewardStatusQuery)), await failure(watch())]
    for (const error of errors) {
      expect(error).toMatchObject({ name: 'RewardsError', code: 'invalid_argument' })
      expect(error).toMatchObject({ message: expect.stringContaining('polling_id') })
      expect(error).toMatchObject({ message: expect.stringContaining(given) })
    }
    expect(told).toEqual(errors)
    expect(requests).toEqual([])
  })

  test('is requested for the whole name of a reward, whatever characters it has', async () => {
    const { rewards, requests } = scripted(() => ({ status: 'PENDING', reward: null }))
    await rewards.rewardStatus.get({ reward_name: '5+5 & more#1' })
    expect(requests.at(-1)!.path).toBe('/api/v4/me/rewards/status?reward_name=5%2B5+%26+more%231')
  })

  test('is rejected by the platform for an impossible reward', async () => {
    const query = { polling_id: 'x'.repeat(201) }
    expect(await failure(rewards.rewardStatus.get(query))).toMatchObject({ code: 'invalid_reward_id', status: 400 })
  })

  test('is private: a watch without permission ends with that error, which is dispatched', async () => {
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

test('the types have the forms of the platform, and a query has exactly one key', () => {
  expectTypeOf<'PENDING' | 'SUCCEEDED' | 'FAILED'>().toExtend<RewardStatus['status']>()
  expectTypeOf<Reward['face_value']>().toEqualTypeOf<string | number | null | undefined>()
  expectTypeOf<Reward['sandbox']>().toEqualTypeOf<string | boolean | null | undefined>()
  expectTypeOf<{ polling_id: string }>().toExtend<RewardStatusQuery>()
  expectTypeOf<{ reward_name: string }>().toExtend<RewardStatusQuery>()
  expectTypeOf<{ partner_event_id: string }>().toExtend<RewardStatusQuery>()
  expectTypeOf<{ polling_id: string; reward_name: string }>().not.toExtend<RewardStatusQuery>()
  expectTypeOf<Record<never, never>>().not.toExtend<RewardStatusQuery>()
})

import { describe, expect, test } from 'vitest'
import type { Rewards } from '../../../src/index.js'
import { failure } from '../failure.js'
import { json, web } from '../wire.js'
import { scripted } from './scripted.js'

const statusOf = (reward: object, more: object = {}) => ({
  status: 'SUCCEEDED',
  reward: { reward_id: 'r-1', ...reward },
  ...more,
})

describe('the status of a reward', () => {
  test.each<[what: string, query: object, answer: object]>([
    ['an id that is a number', { partner_event_id: '1906' }, statusOf({ partner_event_id: 1906 })],
    ['the program’s own data', { partner_event_id: '1906' }, statusOf({ data: { partner_event_id: 'another' } })],
    ['another name of the reward', { reward_name: 'advocate-20' }, statusOf({ data: { reward_name: 'Give 20' } })],
    ['a name in the answer', { reward_name: 'advocate-20' }, statusOf({ reward_name: 'Give 20' })],
    ['a name beside the reward', { reward_name: 'advocate-20' }, statusOf({}, { reward_name: 'Give 20' })],
    ['null', { polling_id: 'p-1' }, statusOf({}, { polling_id: null })],
  ])('is not refused as another one because of %s', async (_, query, answer) => {
    const { rewards } = scripted(() => answer)
    expect(await rewards.rewardStatus.get(query as { polling_id: string })).toMatchObject({ status: 'SUCCEEDED' })
  })

  test('is refused if it is about another id', async () => {
    const { rewards } = scripted(() => statusOf({}, { polling_id: 'p-2' }))
    expect(await failure(rewards.rewardStatus.get({ polling_id: 'p-1' }))).toMatchObject({ code: 'filter_ignored' })
  })
})

test('a filtered list leaves out a step of another name, also where the platform has its name under `name`', async () => {
  const { rewards } = scripted(() => [
    { name: 'share', event_id: 'e-1' },
    { name: 'purchase', event_id: 'e-2' },
  ])
  expect(await rewards.steps.list({ step_name: 'purchase' })).toMatchObject([{ event_id: 'e-2' }])
})

describe('a filtered list', () => {
  test.each<[what: string, read: (rewards: Rewards) => Promise<unknown[]>, item: object]>([
    [
      'a share that has another partner id, too',
      ({ shares }) => shares.list({ partner_share_id: 's-1' }),
      { share_id: 'x', partner_id: { name: 'partner_event_id', value: '1906' } },
    ],
    ['a quality in another case', ({ steps }) => steps.list({ quality: 'high' }), { step_name: 'x', quality: 'HIGH' }],
    [
      'an id that is a number',
      ({ steps }) => steps.list({ partner_event_id_value: '1906' }),
      { step_name: 'x', partner_event_id: { name: 'order', value: 1906 } },
    ],
  ])('keeps %s', async (_, read, item) => {
    const { rewards, told } = scripted(() => [item])
    expect(await read(rewards)).toHaveLength(1)
    expect(told).toEqual([])
  })

  test('leaves out a share with another id of that name', async () => {
    const { rewards, told } = scripted(() => [
      { share_id: 'x', partner_id: { name: 'partner_share_id', value: 's-2' } },
    ])
    expect(await rewards.shares.list({ partner_share_id: 's-1' })).toEqual([])
    expect(told).toMatchObject([{ code: 'filter_ignored' }])
  })
})

describe('a change that the platform has not made', () => {
  test.each<[name: string, change: (rewards: Rewards) => Promise<unknown>]>([
    ['parameters.set()', ({ parameters }) => parameters.set('size', 'L')],
    ['parameters.set() that waits', ({ parameters }) => parameters.set('size', 'L', { wait: true })],
    ['parameters.update()', ({ parameters }) => parameters.update({ size: 'L' })],
    ['profile.update()', ({ profile }) => profile.update({ first_name: 'Ada' })],
  ])('rejects: %s', async (_, change) => {
    const { rewards } = scripted(() => json({ polling_id: 'p-1', status: 'FAILED' }))
    expect(await failure(change(rewards))).toMatchObject({
      code: 'invalid_value',
      retryable: false,
      parameters: { polling_id: 'p-1' },
    })
  })
})

test('a change whose answer lacks what the call resolves with says that the change may have been made', async () => {
  const { rewards } = scripted(() => web('made', ''))
  const error = await failure(rewards.shareables.create({ key: 'a' }))
  expect(error).toMatchObject({
    code: 'invalid_response',
    message: expect.stringContaining('The change may have been made'),
  })
})

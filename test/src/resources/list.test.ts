import { describe, expect, test } from 'vitest'
import type { Rewards } from '../../../src/index.js'
import { failure } from '../failure.js'
import { scripted } from './scripted.js'

type Lists = (rewards: Rewards, filters: object) => Promise<unknown>
const lists: [name: string, list: Lists, names: string[]][] = [
  ['shareables.list', (rewards, filters) => rewards.shareables.list(filters), ['key', 'label']],
  ['shares.list', (rewards, filters) => rewards.shares.list(filters), ['partner_share_id', 'partner_id']],
  [
    'steps.list',
    (rewards, filters) => rewards.steps.list(filters),
    ['campaign_id', 'program_label', 'step_name', 'quality', 'partner_event_id_name', 'partner_event_id_value'],
  ],
  ['journeys.list', (rewards, filters) => rewards.journeys.list(filters), ['container', 'type']],
  [
    'rewardStatus.get',
    (rewards, filters) => rewards.rewardStatus.get(filters as { polling_id: string }),
    ['polling_id', 'reward_name', 'partner_event_id'],
  ],
]

describe.each(lists)('a filter of %s', (_, list, names) => {
  test.each([
    'lable',
    'Key',
    'constructor',
    '__proto__x',
    '',
  ])('with the name %j is unknown, and nothing is sent', async name => {
    const { rewards, requests, told } = scripted(() => [])
    const error = await failure(list(rewards, { [name]: 'x' }))
    expect(error).toMatchObject({ name: 'RewardsError', code: 'unknown_filter', status: 0, retryable: false })
    for (const known of names) expect(error.message).toContain(known)
    expect(told).toEqual([error])
    expect(requests).toEqual([])
  })
})

test.each([null, 7, {}, ['x']])('a filter’s value must be text: not %j', async value => {
  const { rewards, requests } = scripted(() => [])
  const list = rewards.shareables.list(JSON.parse(JSON.stringify({ key: value })))
  expect(await failure(list)).toMatchObject({ code: 'invalid_argument' })
  expect(requests).toEqual([])
})

test.each(['a&b=c #%?ü', ''])('a filter’s value is sent unchanged, and undefined is left out: %j', async value => {
  const { rewards, asked } = scripted(() => [])
  await rewards.steps.list({ step_name: value, quality: undefined })
  const url = new URL(asked()[0]!.path, 'https://share.brand.com')
  expect([...url.searchParams]).toEqual([['step_name', value]])
})

describe('a platform that ignores a filter', () => {
  const shareable = (code: string, rest: object) => ({ code, link: `https://share.brand.com/s/${code}`, ...rest })

  test('is reported, and unwanted items are left out', async () => {
    const { rewards, told } = scripted(() => [
      shareable('one', { key: 'a', label: 'refer' }),
      shareable('two', { key: 'b', label: 'other' }),
      shareable('three', { key: 'c', label: null }),
      shareable('four', { key: 'd' }),
    ])
    const found = await rewards.shareables.list({ label: 'refer' })
    // One that does not tell its label may well have it.
    expect(found.map(({ code }) => code)).toEqual(['one', 'four'])
    expect(told).toMatchObject([{ code: 'filter_ignored', parameters: { name: 'label' } }])
  })

  test('is reported for each filter of one call', async () => {
    const { rewards, told } = scripted(() => [
      shareable('one', { key: 'a', label: 'refer' }),
      shareable('two', { key: 'b', label: 'refer' }),
      shareable('three', { key: 'a', label: 'other' }),
    ])
    const found = await rewards.shareables.list({ key: 'a', label: 'refer' })
    expect(found.map(({ code }) => code)).toEqual(['one'])
    expect(told.map(({ parameters }) => parameters.name)).toEqual(['key', 'label'])
  })

  test('is reported for each filter of each list', async () => {
    const share = { share_id: 's', campaign_id: 'c', recipients: [], share_date: '', partner_id: null }
    const step = {
      step_name: 's',
      event_id: 'e',
      event_date: '',
      container: 'x',
      quality: 'LOW',
      campaign_id: 'c',
      program_label: 'l',
      partner_event_id: null,
    }
    const journey = {
      id: 'j',
      campaign_id: 'c',
      container: 'x',
      journey_type: 'FRIEND',
      created_date: '',
      updated_date: '',
    }
    const { rewards, told } = scripted(({ path }) => [
      /shares/.test(path) ? share : /steps/.test(path) ? step : journey,
    ])
    expect(await rewards.shares.list({ partner_share_id: 'p' })).toEqual([])
    expect(await rewards.shares.list({ partner_id: 'p' })).toEqual([])
    const ofSteps = ['campaign_id', 'program_label', 'step_name', 'quality']
    for (const name of [...ofSteps, 'partner_event_id_name', 'partner_event_id_value'])
      expect(await rewards.steps.list({ [name]: 'other' })).toEqual([])
    expect(await rewards.journeys.list({ container: 'y' })).toEqual([])
    expect(await rewards.journeys.list({ type: 'ADVOCATE' })).toEqual([])
    expect(told.map(({ parameters }) => parameters.name)).toEqual([
      ...['partner_share_id', 'partner_id', ...ofSteps, 'partner_event_id_name', 'partner_event_id_value'],
      ...['container', 'type'],
    ])
  })

  test.each([
    ['polling_id', 'answer'],
    ['polling_id', 'reward'],
    ['partner_event_id', 'answer'],
    ['partner_event_id', 'reward'],
  ])('returns no status of another reward, identified by the %s of its %s', async (key, place) => {
    const said = { [key]: 'theirs' }
    const get = (value: string) => rewards.rewardStatus.get({ [key]: value } as { polling_id: string })
    const { rewards, told } = scripted(() => ({
      status: 'SUCCEEDED',
      ...(place === 'answer' && said),
      reward: {
        ...{ reward_id: 'r', state: 'EARNED', face_value: 1, face_value_type: 'USD', campaign_id: 'c', person_id: 'p' },
        ...{ container: 'x', created_at: '', data: {} },
        ...(place === 'reward' && said),
      },
    }))
    const error = await failure(get('mine'))
    expect(error).toMatchObject({ code: 'filter_ignored', parameters: { name: key } })
    expect(told).toEqual([error])
    expect(await get('theirs')).toMatchObject({ status: 'SUCCEEDED' })
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextStep, readReward, readRewards } from '../../../widgets/rewards/rewards-content.js'

const NOW = Date.parse('2026-06-01T00:00:00Z')

describe('the rewards of a zone', () => {
  test('are sorted: usable ones first, then those to come, then the others, each group in its order', () => {
    const states = ['REVOKED', 'EARNED', 'SENT', 'REDEEMED', 'FULFILLED', 'PENDING', 'SENT', 'FROZEN', 'FAILED']
    const read = readRewards(
      states.map((state, face_value) => ({ state, face_value })),
      NOW,
    )
    expect(read.map(({ state, value }) => `${state} ${value}`)).toEqual([
      'FULFILLED 4',
      'SENT 2',
      'SENT 6',
      'EARNED 1',
      'PENDING 5',
      'FAILED 8',
      'OTHER 7',
      'REDEEMED 3',
      'REVOKED 0',
    ])
  })

  test('that have ended meanwhile are expired, unless they were used', () => {
    const expires_at = '2026-05-31T00:00:00Z'
    const stateOf = (state: string) => readReward({ state, expires_at }, NOW).state
    expect(['FULFILLED', 'SENT', 'REDEEMED', 'EARNED'].map(stateOf)).toEqual([
      'EXPIRED',
      'EXPIRED',
      'REDEEMED',
      'EARNED',
    ])
  })

  test('can be canceled in British English', () => {
    expect(readReward({ state: 'CANCELLED' }, NOW)).toMatchObject({ state: 'CANCELED' })
  })

  test('that expire on a day are usable until its end', () => {
    const stateAt = (time: string) => readReward({ state: 'SENT', expires_at: '2026-05-31' }, Date.parse(time)).state
    // Without a zone, a time is the visitor's.
    expect(stateAt('2026-05-31T23:59:00')).toBe('SENT')
    expect(stateAt('2026-05-31T23:59:59.998')).toBe('SENT')
    expect(stateAt('2026-05-31T23:59:59.999')).toBe('EXPIRED')
  })

  test('are used by a code or followed to their link only while they are usable', () => {
    const keys = { COUPON: 'FERN', LINK: 'https://brand.com/gift' }
    const stepsOf = (type: keyof typeof keys) =>
      ['SENT', 'FULFILLED', 'EARNED', 'REDEEMED'].map(state =>
        nextStep(readReward({ state, partner_reward_id: keys[type], partner_reward_key_type: type }, NOW)),
      )
    expect(stepsOf('COUPON')).toEqual(['use', 'use', 'EARNED', 'REDEEMED'])
    expect(stepsOf('LINK')).toEqual(['follow', 'follow', 'EARNED', 'REDEEMED'])
  })

  test('in an unknown state promise nothing', () => {
    expect(readReward({ state: 'constructor', partner_reward_id: 'FERN' }, NOW)).toMatchObject({ state: 'OTHER' })
  })

  test('lead only to safe addresses', () => {
    const withLink = (partner_reward_id: unknown) =>
      readReward({ state: 'SENT', partner_reward_id, partner_reward_key_type: 'LINK' }, NOW)
    expect(withLink('https://brand.com/gift')).toMatchObject({ url: 'https://brand.com/gift', code: '' })
    expect(withLink('javascript:alert(1)')).toMatchObject({ url: undefined, code: '' })
    expect(
      readReward({ state: 'SENT', partner_reward_id: 'https://partner.example/7', partner_reward_key_type: 'ID' }, NOW),
    ).toMatchObject({ url: undefined, code: '' })
  })

  test('may be any value', () => {
    const fields = fc.constantFrom('state', 'face_value', 'face_value_type', 'partner_reward_id', 'expires_at')
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.array(fc.dictionary(fields, fc.anything()))), value => {
        for (const reward of readRewards(value, NOW)) expect(typeof reward.type).toBe('string')
      }),
    )
  })
})

test('A partner’s own number is no code, and a usable reward is first in the longest list', () => {
  const usable = { state: 'FULFILLED', partner_reward_id: 'FERN', partner_reward_key_type: 'COUPON' }
  expect(readReward(usable).code).toBe('FERN')
  for (const partner_reward_key_type of ['ID', undefined, 7])
    expect(readReward({ ...usable, partner_reward_key_type }).code).toBe('')
  const used = Array.from({ length: 500 }, () => ({ state: 'REDEEMED' }))
  const rewards = readRewards([...used, usable])
  expect(rewards).toHaveLength(500)
  expect(rewards[0]).toMatchObject({ state: 'FULFILLED', code: 'FERN' })
})

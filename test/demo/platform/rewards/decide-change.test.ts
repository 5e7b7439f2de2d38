import { describe, expect, test } from 'vitest'
import {
  changes,
  decideChange,
  decideExpiry,
  decideFulfillment,
  fulfils,
  type RewardFacts,
  type StateChange,
  type TimedFacts,
} from '../../../../demo/platform/rewards/decide-change.js'
import { rewardStates } from '../../../../demo/platform/rewards/reward.js'

const facts: RewardFacts = { state: 'EARNED', reward_type: 'CUSTOM_REWARD', is_blocked: false }

describe.each(Object.entries<StateChange>(changes))('the change %s', (_, change) => {
  test('is possible from its states only, and a refusal says the state', () => {
    for (const state of rewardStates)
      expect([state, decideChange(change, { ...facts, state })]).toEqual([
        state,
        change.from.includes(state) ? { isAllowed: true } : { isAllowed: false, rule: 'state', value: state },
      ])
  })

  test('of a reward that the platform fulfills is refused if the brand makes it', () => {
    const decision = decideChange(change, { ...facts, state: change.from[0]!, reward_type: 'MANUAL_COUPON' })
    expect(decision).toEqual(
      change.custom ? { isAllowed: false, rule: 'type', value: 'MANUAL_COUPON' } : { isAllowed: true },
    )
  })

  test('in another state is refused for the state, also to a person who is blocked', () => {
    const state = rewardStates.find(each => !change.from.includes(each))!
    expect(decideChange(change, { ...facts, state, is_blocked: true })).toMatchObject({ rule: 'state', value: state })
  })

  test('is refused to a person who is blocked for rewards only if it fulfills', () => {
    const decision = decideChange(change, { ...facts, state: change.from[0]!, is_blocked: true })
    expect(decision).toEqual(
      fulfils(change) ? { isAllowed: false, rule: 'block', value: 'REWARDS' } : { isAllowed: true },
    )
  })
})

const NOW = Date.UTC(2026, 4, 1)
const at = (ms: number) => new Date(NOW + ms)
const timed: TimedFacts = {
  ...{ ...facts, reward_type: 'MANUAL_COUPON', container: 'production' },
  ...{ fulfill_at: at(0), expires_at: null },
}

test.each<[string, Partial<TimedFacts>, object]>([
  ['that is due', {}, { isAllowed: true }],
  ['of the brand, too', { reward_type: 'CUSTOM_REWARD' }, { isAllowed: true }],
  ['that is due later', { fulfill_at: at(1) }, { rule: 'time', value: at(1).toISOString() }],
  ['that the brand approves', { fulfill_at: null }, { rule: 'time', value: null }],
  ['in a test container', { container: 'a-test' }, { rule: 'container', value: 'a-test' }],
  ['that has expired', { expires_at: at(0) }, { rule: 'expiry', value: at(0).toISOString() }],
  ['that expires later', { expires_at: at(1) }, { isAllowed: true }],
  ['that was canceled', { state: 'CANCELED' }, { rule: 'state', value: 'CANCELED' }],
  ['of a person who is blocked', { is_blocked: true }, { rule: 'block', value: 'REWARDS' }],
])('the platform decides about the fulfillment of a reward %s', (_, different, decision) => {
  expect(decideFulfillment({ ...timed, ...different }, NOW)).toEqual({ isAllowed: false, ...decision })
})

test.each<[string, Partial<TimedFacts>, object]>([
  ['that has no end', {}, { rule: 'time', value: null }],
  ['whose end comes', { expires_at: at(1) }, { rule: 'time', value: at(1).toISOString() }],
  ['whose end has come', { expires_at: at(0) }, { isAllowed: true }],
  ['that was sent', { expires_at: at(0), state: 'SENT' }, { isAllowed: true }],
  ['of a person who is blocked', { expires_at: at(0), is_blocked: true }, { isAllowed: true }],
  ['that is used', { expires_at: at(0), state: 'REDEEMED' }, { rule: 'state', value: 'REDEEMED' }],
])('the platform decides about the expiry of a reward %s', (_, different, decision) => {
  expect(decideExpiry({ ...timed, ...different }, NOW)).toEqual({ isAllowed: false, ...decision })
})

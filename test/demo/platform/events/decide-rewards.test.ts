import { expect, test } from 'vitest'
import { viewerFrom } from '../../../../demo/platform/campaign/conditions.js'
import { program } from '../../../../demo/platform/campaign/program.js'
import {
  decideRewards,
  type EarningFacts,
  type EarningStep,
  type RewardDecision,
} from '../../../../demo/platform/events/decide-rewards.js'

const reward = { step: 'purchase', value: 5, type: 'USD' }
const { rewards } = program.parse({
  ...{ name: 'Friends', label: 'friends', referral: { step: 'purchase' } },
  rewards: [
    { ...reward, name: 'welcome', to: 'consumer', when: { labels: 'new', data: { cart_value: { min: 40 } } } },
    { ...reward, name: 'friend', to: 'friend' },
    { ...reward, name: 'advocate', to: 'advocate' },
    { ...reward, name: 'three', to: 'advocate', friends: 3 },
    { ...reward, name: 'each-three', to: 'advocate', friends: 3, once_per: 'event' },
    { ...reward, name: 'share', to: 'consumer', step: 'share' },
  ],
})

const viewer = viewerFrom({ labels: 'new', cart_value: 50 }, { level: 'identified' })
const step: EarningStep = {
  step: 'purchase',
  personId: 'friend',
  viewer,
  referral: { advocate_id: 'ada', code: 'ADA' },
}
const facts: EarningFacts = { earlier: {}, friends: { total: 3, byThen: 3 } }

/** By the name of each reward: who earns it, or the rule that refuses it and the value that decided. */
const outcomes = (decisions: RewardDecision[]) =>
  Object.fromEntries(
    decisions.map(decision => [
      decision.reward.name,
      decision.outcome === 'earned' ? decision.recipient : { [decision.rule]: decision.value },
    ]),
  )

const own = { personId: 'friend', friendId: null, advocateId: null, role: undefined }
const asFriend = { personId: 'friend', friendId: null, advocateId: 'ada', role: 'friend' }
const asAdvocate = { personId: 'ada', friendId: 'friend', advocateId: null, role: 'advocate' }
const all = { welcome: own, friend: asFriend, advocate: asAdvocate, three: asAdvocate, 'each-three': asAdvocate }

test.each<[string, object, Partial<EarningStep>, EarningFacts | undefined]>([
  ['earns each reward for its recipient', all, {}, facts],
  ['earns all that is possible, before facts are read', all, {}, undefined],
  ['earns the rewards of that step only', { share: own }, { step: 'share' }, facts],
  [
    'earns no reward whose conditions are not met',
    { ...all, welcome: { 'data.cart_value': 39 } },
    { viewer: { ...viewer, data: { cart_value: 39 } } },
    facts,
  ],
  [
    'earns only the own reward without an advocate',
    {
      welcome: own,
      ...Object.fromEntries(['friend', 'advocate', 'three', 'each-three'].map(name => [name, { referral: null }])),
    },
    { referral: undefined },
    facts,
  ],
  [
    'earns no reward for more friends than the advocate has',
    { ...all, three: { friends: 2 }, 'each-three': { friends: 2 } },
    {},
    { ...facts, friends: { total: 3, byThen: 2 } },
  ],
  [
    'earns the rewards for a number of friends for an advocate who has more, such as from an earlier program',
    all,
    {},
    { ...facts, friends: { total: 5, byThen: 5 } },
  ],
  [
    'completes the number of friends as a new friend, except once per event',
    { ...all, 'each-three': { friends: 2 } },
    { referral: { ...step.referral!, isNew: true } },
    { ...facts, friends: { total: 3, byThen: 2 } },
  ],
  [
    'earns no reward that the recipient has already',
    { ...all, friend: { once_per: 'r1' }, three: { once_per: 'r2' } },
    {},
    { ...facts, earlier: { friend: 'r1', advocate: null, three: 'r2' } },
  ],
])('a step %s', (_, expected, changes, facts) => {
  expect(outcomes(decideRewards(rewards, { ...step, ...changes }, facts))).toEqual(expected)
})

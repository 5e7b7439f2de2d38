import { expect, test } from 'vitest'
import { viewerFrom } from '../../../../demo/platform/campaign/conditions.js'
import { program } from '../../../../demo/platform/campaign/program.js'
import { decideRole, decideStep, type StepDecision } from '../../../../demo/platform/events/decide-step.js'

const rules = program.parse({
  name: 'Friends',
  label: 'friends',
  events: { order: 'purchase' },
  quality: [
    { step: 'signup', quality: 'NONE' },
    { step: 'purchase', when: { data: { cart_value: { max: 10 } } }, quality: 'LOW' },
    { step: 'purchase', when: { labels: 'staff' }, quality: 'NONE' },
    { step: 'purchase', when: { labels: 'vip' }, quality: 'HIGH' },
  ],
  journeys: { advocate: { steps: ['share', 'purchase'] }, friend: { steps: ['purchase', 'visit'] } },
  referral: { step: 'purchase' },
})

type Row = [string, string, object, Omit<StepDecision, 'effects'>]

const TABLE: Row[] = [
  ['has its own name', 'share', {}, { step: 'share', quality: 'HIGH', rule: null }],
  ['has the name of the program', 'order', {}, { step: 'purchase', quality: 'HIGH', rule: null }],
  ['is in no object of JavaScript', 'constructor', {}, { step: 'constructor', quality: 'HIGH', rule: null }],
  ['has a quality without conditions', 'signup', {}, { step: 'signup', quality: 'NONE', rule: 0 }],
  ['meets the conditions of a rule', 'order', { cart_value: 10 }, { step: 'purchase', quality: 'LOW', rule: 1 }],
  [
    'meets the conditions of several rules',
    'purchase',
    { cart_value: 10, labels: 'staff, vip' },
    { step: 'purchase', quality: 'LOW', rule: 1 },
  ],
  ['is HIGH by a rule', 'purchase', { labels: 'vip' }, { step: 'purchase', quality: 'HIGH', rule: 3 }],
]

test.each(TABLE)('an event that %s is this step', (_, eventName, data, expected) => {
  const viewer = viewerFrom({ ...data }, { level: 'identified' })
  const isHigh = expected.quality === 'HIGH'
  const known = decideStep(rules, { eventName, viewer, isAnonymous: false })
  expect(known).toEqual({ ...expected, effects: isHigh ? 'all' : 'none' })
  const anonymous = decideStep(rules, { eventName, viewer, isAnonymous: true })
  expect(anonymous).toEqual({ ...expected, effects: isHigh ? 'journey' : 'none' })
})

test.each([
  ['friend', 'purchase', true],
  ['advocate', 'purchase', false],
  ['friend', 'visit', true],
  [undefined, 'visit', false],
  ['advocate', 'share', true],
  [undefined, 'signup', true],
])('the role is %s in the step %s of a person who was referred: %s', (role, step, isReferred) => {
  expect(decideRole(rules, step, isReferred)).toBe(role)
})

import { expect, test } from 'vitest'
import { type Acceptance, decideAcceptance } from '../../../../demo/platform/events/decide-acceptance.js'

const unproven = { event_id: 'first', person_id: 'ada', verified: false }

test.each<[string, Acceptance, boolean, typeof unproven | undefined]>([
  ['no earlier one is new', { outcome: 'new' }, false, undefined],
  ['an earlier one is a duplicate', { outcome: 'duplicate', eventId: 'first' }, false, unproven],
  [
    'a proven earlier one is a duplicate',
    { outcome: 'duplicate', eventId: 'first' },
    true,
    { ...unproven, verified: true },
  ],
  ['an unproven earlier one takes it over if it is proven', { outcome: 'replaces', eventId: 'first' }, true, unproven],
  [
    'an unproven earlier one of another person is a duplicate, also if it is proven',
    { outcome: 'duplicate', eventId: 'first' },
    true,
    { ...unproven, person_id: 'grace' },
  ],
])('an event with %s', (_, acceptance, isProven, earlier) => {
  expect(decideAcceptance({ person_id: 'ada', blocks: {} }, isProven, earlier)).toEqual(acceptance)
})

test('an event of a person who is blocked for events is refused, also a repetition', () => {
  const refused = { outcome: 'refused', rule: 'block', value: 'EVENTS' }
  const blocked = { person_id: 'ada', blocks: { EVENTS: null } }
  expect(decideAcceptance(blocked, true, undefined)).toEqual(refused)
  expect(decideAcceptance(blocked, true, unproven)).toEqual(refused)
  expect(decideAcceptance(blocked, false, unproven)).toEqual(refused)
  expect(decideAcceptance(blocked, true, { ...unproven, verified: true })).toEqual(refused)
  expect(decideAcceptance({ ...blocked, blocks: { REWARDS: null } }, true, undefined)).toEqual({ outcome: 'new' })
})

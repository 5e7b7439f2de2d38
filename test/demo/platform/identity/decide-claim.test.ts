import { expect, test } from 'vitest'
import type { Blocks } from '../../../../demo/platform/identity/block.js'
import { type Claim, decideClaim } from '../../../../demo/platform/identity/decide-claim.js'
import type { Person } from '../../../../demo/platform/identity/person.js'

const personWith = (person_id: string, email: string | null, blocks: Blocks = {}): Person => ({
  ...{ person_id, email, partner_user_id: null, first_name: null, last_name: null, profile_picture_url: null },
  ...{ locale: null, cookie_consent: null, processing_consent: null, blocks, version: 1, created_at: new Date(0) },
})

const both = { email: 'ada@example.com', partner_user_id: 'cust-1815', first_name: 'Ada' }
const guessed: Claim = { identity: both, level: 'identified', isProven: false }
const proven: Claim = { ...guessed, isProven: true }
const verified: Claim = { ...proven, level: 'verified' }

const device = personWith('device', null)
const ada = personWith('ada', 'ada@example.com')
const eve = personWith('eve', 'eve@example.com')
const numbered: Person = { ...personWith('numbered', null), partner_user_id: 'cust-1906' }
const refusingEvents = { EVENTS: 'fraud' }
const refusingRewards = { REWARDS: 'fraud' }

test.each<[string, Claim, Person | undefined, Person | undefined, object]>([
  ['a device becomes the known person', guessed, device, ada, { outcome: 'merge', device, person: ada }],
  ['the person stays the same', guessed, ada, ada, { outcome: 'same', person: ada }],
  ['somebody known never becomes somebody else', verified, eve, ada, { outcome: 'other', person: ada }],
  [
    'somebody known by a number never becomes somebody else',
    verified,
    numbered,
    ada,
    { outcome: 'other', person: ada },
  ],
  ['somebody known never gets the identity of a new person', verified, eve, undefined, { outcome: 'other' }],
  ['without a token it is the known person', guessed, undefined, ada, { outcome: 'other', person: ada }],
  ['a device gets one key of an unverified identity', proven, device, undefined, { outcome: 'name' }],
])('%s', (_, claim, current, person, decision) => {
  expect(decideClaim(claim, current, person)).toMatchObject(decision)
})

test.each<[string, Claim, object]>([
  ['one key of a guessed identity', guessed, { email: 'ada@example.com', first_name: 'Ada' }],
  ['one key of a proven one of a lower level', proven, { email: 'ada@example.com', first_name: 'Ada' }],
  ['all keys of a verified one', verified, both],
  ['the only key', { ...guessed, identity: { partner_user_id: 'cust-1815' } }, { partner_user_id: 'cust-1815' }],
])('a new person has %s', (_, claim, identity) => {
  expect(decideClaim(claim, device, undefined)).toEqual({ outcome: 'name', device, identity })
  expect(decideClaim(claim, undefined, undefined)).toEqual({ outcome: 'other', person: undefined, identity })
})

test.each([refusingEvents, refusingRewards])('a device with the blocks %j becomes nobody without a proof', blocks => {
  const blocked = personWith('device', null, blocks)
  expect(decideClaim(guessed, blocked, ada)).toEqual({ outcome: 'refused', rule: 'blocked-device' })
  expect(decideClaim(proven, blocked, ada)).toMatchObject({ outcome: 'merge' })
  expect(decideClaim(guessed, blocked, undefined)).toMatchObject({ outcome: 'name' })
})

test.each<[string, Person | undefined, Person | undefined]>([
  ['device', personWith('device', null, refusingEvents), undefined],
  ['person', device, personWith('ada', 'ada@example.com', refusingEvents)],
])('the claim of an event is refused if the %s is blocked for events', (_, current, person) => {
  const ofEvent = { ...verified, isOfEvent: true }
  expect(decideClaim(ofEvent, current, person)).toEqual({ outcome: 'refused', rule: 'event-of-blocked' })
})

test('the claim of an event does not depend on the blocks of somebody known who sends it for another person', () => {
  const blocked = personWith('eve', 'eve@example.com', refusingEvents)
  expect(decideClaim({ ...verified, isOfEvent: true }, blocked, ada)).toEqual({
    ...{ outcome: 'other', person: ada, identity: both },
  })
})

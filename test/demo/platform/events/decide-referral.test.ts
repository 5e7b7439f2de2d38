import { describe, expect, test } from 'vitest'
import type { ReferralRule } from '../../../../demo/platform/campaign/program.js'
import {
  decideOffer,
  decideReferral,
  type OfferFacts,
  type ReferralFacts,
} from '../../../../demo/platform/events/decide-referral.js'

const rule: ReferralRule = {
  step: 'purchase',
  found_by: ['click'],
  click_days: 90,
  friend: { not_audience: ['customers'] },
  advocate: { audience: ['members'] },
}
const facts: ReferralFacts = {
  ...{ friendId: 'friend', advocateId: 'advocate', friendAudiences: [], advocateAudiences: ['members'] },
  ...{ isAdvocateBlocked: false, isReferred: false, hasReferredAdvocate: false },
}
const refused = (name: string, value: string) => ({ outcome: 'none', rule: name, value })

/** Each rule with facts that it and all rules after it would refuse. */
const REFUSALS: [string, Partial<ReferralFacts>, object][] = [
  [
    'the friend is the advocate',
    { advocateId: 'friend', isReferred: true, friendAudiences: ['customers'], isAdvocateBlocked: true },
    refused('self', 'friend'),
  ],
  [
    'the friend is not eligible',
    { friendAudiences: ['members', 'customers'], isAdvocateBlocked: true, hasReferredAdvocate: true },
    refused('friend', 'members,customers'),
  ],
  [
    'the advocate is blocked for events',
    { isAdvocateBlocked: true, hasReferredAdvocate: true, advocateAudiences: [] },
    refused('block', 'EVENTS'),
  ],
  [
    'the friend has referred the advocate',
    { hasReferredAdvocate: true, advocateAudiences: ['others'] },
    refused('each other', 'advocate'),
  ],
  ['the advocate is not eligible', { advocateAudiences: ['others'] }, refused('advocate', 'others')],
]

describe('a friend', () => {
  test('is referred anew if nothing forbids it', () => {
    expect(decideReferral(rule, facts)).toEqual({ outcome: 'new' })
  })

  test.each(REFUSALS)('is not referred if %s', (_, changes, decision) => {
    expect(decideReferral(rule, { ...facts, ...changes })).toEqual(decision)
  })

  test('stays with their advocate whatever would refuse a new referral', () => {
    const changes = { isReferred: true, isAdvocateBlocked: true, hasReferredAdvocate: true, advocateAudiences: [] }
    expect(decideReferral(rule, { ...facts, ...changes, friendAudiences: ['customers'] })).toEqual({ outcome: 'stays' })
  })
})

describe('the offer', () => {
  const offer: OfferFacts = { friendId: 'friend', friendAudiences: [], isReferredByAnybody: false, referral: facts }

  test.each<[string, string, Partial<OfferFacts>]>([
    ['available', 'if a purchase would refer the friend', {}],
    ['available', 'without a link', { referral: undefined }],
    ['available', 'if a purchase would refer a friend of another advocate anew', { isReferredByAnybody: true }],
    ['used', 'without a link if anybody has referred the friend', { referral: undefined, isReferredByAnybody: true }],
    [
      'used',
      'if the advocate has referred the friend',
      { referral: { ...facts, isReferred: true }, isReferredByAnybody: true },
    ],
    [
      'used',
      'if somebody else has referred the friend, and the advocate may not',
      { referral: { ...facts, isAdvocateBlocked: true }, isReferredByAnybody: true },
    ],
    [
      'self_referral',
      'with an own link, also for a friend whom somebody has referred',
      { referral: { ...facts, advocateId: 'friend' }, isReferredByAnybody: true },
    ],
    [
      'ineligible',
      'without a link if the friend is not eligible',
      { referral: undefined, friendAudiences: ['customers'] },
    ],
  ])('is %s %s', (state, _, changes) => {
    expect(decideOffer(rule, { ...offer, ...changes })).toBe(state)
  })

  test.each(REFUSALS.slice(1))('is ineligible if %s', (_, changes) => {
    expect(decideOffer(rule, { ...offer, referral: { ...facts, ...changes } })).toBe('ineligible')
  })
})

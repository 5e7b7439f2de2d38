import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { needsEmail, readOffer, withCoupon } from '../../../widgets/offer/offer-content.js'

const NOW = Date.parse('2026-06-01T00:00:00Z')

describe('the content of an offer', () => {
  test('has a default for each key', () => {
    expect(readOffer({}, NOW)).toEqual({
      headline: '',
      advocate: { first_name: '', image_url: undefined },
      reward_text: '',
      coupon_code: '',
      reveal: 'always',
      rules: [],
      expires_at: undefined,
      continue_url: undefined,
      state: 'available',
    })
  })

  test.each(['available', 'expired', 'ineligible', 'self_referral', 'used'])('may be %s', state => {
    expect(readOffer({ state }, NOW).state).toBe(state)
  })

  test('is not available in an unknown state', () => {
    expect(readOffer({ state: 'frozen' }, NOW).state).toBe('ineligible')
  })

  test.each([
    ['2026-05-31T23:59:59Z', 'expired'],
    ['2026-06-01T00:00:00Z', 'expired'],
    ['2026-06-01T00:00:01Z', 'available'],
    // The last day is part of the offer, wherever the visitor is.
    ['2026-06-01', 'available'],
    ['2026-05-29', 'expired'],
    ['soon', 'available'],
    [17, 'available'],
  ])('that ends at %s is %s', (expires_at, state) => {
    expect(readOffer({ expires_at }, NOW).state).toBe(state)
    expect(readOffer({ expires_at, state: 'available' }, NOW).state).toBe(state)
  })

  test('shows no picture from an unsafe address', () => {
    const { advocate } = readOffer({ advocate: { first_name: 'Ada', image_url: 'javascript:alert(1)' } }, NOW)
    expect(advocate).toEqual({ first_name: 'Ada', image_url: undefined })
  })

  test('may be any value', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('advocate', 'rules', 'expires_at', 'state', 'reveal'), fc.anything()),
        content => {
          expect(readOffer(content, NOW).rules).toBeInstanceOf(Array)
        },
      ),
    )
  })
})

test.each([
  ['email', 'anonymous', true],
  ['email', 'identified', false],
  ['email', 'verified', false],
  ['always', 'anonymous', false],
] as const)('the code of an offer with reveal "%s" is behind an address for an %s consumer: %s', (reveal, level, needs) => {
  const consumer = { level, scopes: [], identity_id: null, expires_at: null }
  expect(needsEmail(readOffer({ coupon_code: 'ADA-20', reveal }), { consumer })).toBe(needs)
})

describe('the link to the shop', () => {
  test('carries the code', () => {
    expect(withCoupon('https://shop.example/a?b=c#d', 'ADA & 20')).toBe(
      'https://shop.example/a?b=c&coupon_code=ADA+%26+20#d',
    )
    // In place of an older one.
    expect(withCoupon('https://shop.example/?coupon_code=OLD&b=c', 'ADA')).toBe(
      'https://shop.example/?coupon_code=ADA&b=c',
    )
  })

  test('is unchanged without a code, or if it is not an address of a shop', () => {
    expect(withCoupon('https://shop.example/', '')).toBe('https://shop.example/')
    expect(withCoupon('mailto:shop@example.com', 'ADA-20')).toBe('mailto:shop@example.com')
  })
})

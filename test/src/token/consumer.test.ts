import { describe, expect, test } from 'vitest'
import { claimsIdentity, consumerOf } from '../../../src/token/consumer.js'

describe('the consumer of a token', () => {
  test.each([
    ['anonymous', []],
    ['anonymous', ['LOCAL_PROFILE']],
    ['anonymous', ['SOMETHING_NEW']],
    ['identified', ['LOCAL_PROFILE', 'UPDATE_PROFILE']],
    ['verified', ['LOCAL_PROFILE', 'UPDATE_PROFILE', 'VERIFIED_CONSUMER']],
    ['verified', ['VERIFIED_CONSUMER']],
  ])('is %s by the scopes %j', (level, scopes) => {
    expect(consumerOf({ scopes })).toMatchObject({ level, scopes })
  })

  test('is anonymous without a token', () => {
    expect(consumerOf(undefined)).toEqual({ level: 'anonymous', scopes: [], identity_id: null, expires_at: null })
  })

  test('has the time when the token expires, if the platform has said so', () => {
    expect(consumerOf({ expires_at: Date.UTC(2030, 0, 1) }).expires_at).toBe('2030-01-01T00:00:00.000Z')
    expect(consumerOf({ expires_at: 0 }).expires_at).toBeNull()
  })

  test('is a copy: changing it does not change a token', () => {
    const held = { scopes: ['LOCAL_PROFILE'] }
    consumerOf(held).scopes.push('VERIFIED_CONSUMER')
    expect(held.scopes).toEqual(['LOCAL_PROFILE'])
  })
})

test.each([
  [{ email: 'ada@example.com' }, true],
  [{ partner_user_id: 'cust-1815' }, true],
  [{ email: '', partner_user_id: '' }, false],
  [{ first_name: 'Ada' }, false],
  [{}, false],
])('data %j claims an identity: %s', (data: object, claims) => {
  expect(claimsIdentity(data)).toBe(claims)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Login, NOBODY } from '../../../src/token/login.js'
import { formatToken, parseToken } from '../../../src/token/stored-token.js'

const login: Login = {
  access_token: 'a',
  owner: '1x',
  identity_id: undefined,
  expires_at: 1_700_000_000_000,
  travelsByCookie: true,
  scopes: ['UPDATE_PROFILE'],
  person_id: undefined,
  isLoggedOut: false,
}

test('A token is stored as one text', () => {
  const stored = { ...login, identity_id: 'i', person_id: 'p' }
  expect(formatToken(stored)).toBe('a|1x|1700000000000|1|i|~p|UPDATE_PROFILE')
  expect(parseToken('a|1x|1700000000000|1|i|~p|UPDATE_PROFILE')).toEqual(stored)
})

test('Any token is read as it was stored', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1 })
  // A scope that begins with a tilde would be a person.
  const scopes = fc.array(text.filter(scope => !scope.startsWith('~')))
  const printable = fc.stringMatching(/^[!-~]+$/)
  fc.assert(
    fc.property(printable, text, text, scopes, fc.nat(), (access_token, identity_id, person_id, names, expires_at) => {
      const held = { ...login, access_token, identity_id, person_id, scopes: names, expires_at }
      expect(parseToken(formatToken(held))).toEqual(held)
    }),
  )
})

test('A person whose token is dead, the owner of the next token, and a logout, are read as they were stored', () => {
  for (const stored of [
    { ...login, access_token: undefined, identity_id: 'i' },
    { ...NOBODY, owner: '1x', isLoggedOut: false },
    { ...NOBODY, owner: '1x', isLoggedOut: true },
    { ...NOBODY, isLoggedOut: true },
  ])
    expect(parseToken(formatToken(stored))).toEqual(stored)
})

test('Nothing to store is no text', () => {
  expect(formatToken(NOBODY)).toBeUndefined()
})

test('A time that is no number is stored as an unknown one', () => {
  for (const expires_at of [Number.NaN, -1])
    expect(parseToken(formatToken({ ...login, expires_at }))?.expires_at).toBe(0)
})

test.each([
  '',
  'a',
  'a|1x|soon|1||',
  'a|1x|1|2||',
  'a||1|0|',
  'a b|1x|1|0|',
  '%C3%BC|1x|1|0|',
  '%E0|1x|1|0|',
  'a\n|1x|1|0|',
  undefined,
])('A text that the SDK has not written is not read: %j', text => {
  expect(parseToken(text)).toBeUndefined()
})

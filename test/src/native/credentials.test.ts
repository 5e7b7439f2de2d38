import { expect, test } from 'vitest'
import { readCredentials } from '../../../src/native/credentials.js'

test('The token, its scopes and its end are read', () => {
  const scopes = ['UPDATE_PROFILE']
  expect(readCredentials({ token: 't', scopes, expires_at: '2030-01-01T00:00:00Z' })).toEqual({
    access_token: 't',
    jwt: undefined,
    details: { scopes, expires_at: Date.UTC(2030, 0) },
  })
  expect(readCredentials({ token: 't', scopes, expires_at: Date.UTC(2030, 0) }).details).toEqual({
    scopes,
    expires_at: Date.UTC(2030, 0),
  })
  expect(readCredentials({ jwt: 'a.b.c' })).toEqual({ access_token: undefined, jwt: 'a.b.c', details: undefined })
})

test.each([
  ['with space'],
  ['a|b'],
  ['ümlaut'],
  ['line\nbreak'],
  [''],
  [1],
  [null],
  [{}],
])('A token that no header and no cookie can hold counts as missing: %j', token => {
  expect(readCredentials({ token, jwt: token })).toMatchObject({ access_token: undefined, jwt: undefined })
})

test.each([
  ['soon'],
  [null],
  [undefined],
  [{}],
  [{ toString: null }],
  [[]],
  [true],
])('A time that cannot be read is an unknown one: %j', expires_at => {
  expect(readCredentials({ token: 't', scopes: [], expires_at }).details).toEqual({ scopes: [], expires_at: 0 })
})

test('Scopes without a text are left out', () => {
  const scopes = ['UPDATE_PROFILE', { toString: null }, null]
  expect(readCredentials({ token: 't', scopes }).details?.scopes).toEqual(['UPDATE_PROFILE'])
})

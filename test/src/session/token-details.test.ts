import { expect, test } from 'vitest'
import { readDetails } from '../../../src/session/token-details.js'

const WITHOUT_TEXT = { toString: null }

test('invalid details are left out, and no value throws', () => {
  expect(
    readDetails({ scopes: ['LOCAL_PROFILE', WITHOUT_TEXT, 7, null], expires_in: 'soon', identity_id: WITHOUT_TEXT }),
  ).toEqual({
    scopes: ['LOCAL_PROFILE', '7'],
    expires_at: 0,
  })
  for (const json of [null, 'text', [], { scopes: WITHOUT_TEXT }])
    expect(readDetails(json)).toEqual({ scopes: [], expires_at: 0 })
})

test('a numeric id is returned as text', () => {
  expect(readDetails({ scopes: [], identity_id: 7 })).toMatchObject({ identity_id: '7' })
})

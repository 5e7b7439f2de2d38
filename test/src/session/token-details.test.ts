import { expect, test } from 'vitest'
import { readDetails } from '../../../src/session/token-details.js'

const WITHOUT_TEXT = { toString: null }

test('details that are not as the specification says are left out, and nothing throws', () => {
  expect(
    readDetails({ scopes: ['LOCAL_PROFILE', WITHOUT_TEXT, 7, null], expires_in: 'soon', identity_id: WITHOUT_TEXT }),
  ).toEqual({
    scopes: ['LOCAL_PROFILE', '7'],
    expires_at: 0,
  })
  for (const json of [null, 'text', [], { scopes: WITHOUT_TEXT }])
    expect(readDetails(json)).toEqual({ scopes: [], expires_at: 0 })
})

test('an id that is a number is text', () => {
  expect(readDetails({ scopes: [], identity_id: 7 })).toMatchObject({ identity_id: '7' })
})

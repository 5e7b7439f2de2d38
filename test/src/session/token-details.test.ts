import { describe, expect, test } from 'vitest'
import { createRefresh } from '../../../src/session/refresh.js'
import { fetchDetails, readDetails } from '../../../src/session/token-details.js'
import { failure } from '../failure.js'
import { json, web } from '../wire.js'
import { DEVICE, IDENTIFIED, openSession } from './open-session.js'

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

describe('an answer about a token', () => {
  const whole = { access_token: 'own', expires_in: 60, scopes: ['LOCAL_PROFILE'], identity_id: 'p-1' }
  const fetchOwn = (answer: Response) => fetchDetails(openSession({ answer: () => answer }).client, 'own')

  test('with its scopes is the platform’s', async () => {
    expect(await fetchOwn(json(whole))).toMatchObject({ scopes: ['LOCAL_PROFILE'], identity_id: 'p-1' })
  })

  test.each([
    ['no scopes', json({ ...whole, scopes: undefined })],
    ['scopes that are no list', json({ ...whole, scopes: 'LOCAL_PROFILE' })],
    ['a status', json({ status: 'ok' })],
    ['the details of another token', json({ ...whole, access_token: 'former' })],
    ['the header of the platform and half a body', web('own', '{"access_token":"own"')],
  ])('with %s is a network error', async (_, answer) => {
    expect(await failure(fetchOwn(answer))).toMatchObject({ code: 'network_error', status: 200, retryable: true })
  })
})

test('a proxy that answers with the details of the former person changes nothing', async () => {
  const page = openSession({
    answer: ({ method }) =>
      method === 'GET' ? json({ ...IDENTIFIED, access_token: 'former', expires_in: 60 }) : undefined,
  })
  page.hold('own', DEVICE)
  const { refresh } = createRefresh(page, async () => {})
  expect(await failure(refresh())).toMatchObject({ code: 'network_error' })
  expect(page.token.current()).toMatchObject({ access_token: 'own', ...DEVICE })
})

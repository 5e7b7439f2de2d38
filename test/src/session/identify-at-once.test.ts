import { describe, expect, test } from 'vitest'
import { identifyAtOnce } from '../../../src/session/identify-at-once.js'
import { error, web } from '../wire.js'
import { DEVICE, openSession } from './open-session.js'

/** A page that holds a token, and its last request. */
function open(carrier: 'cookie' | 'header') {
  const page = openSession({ carrier, consent: 'granted', answer: () => web('own', '{"id":"e-1"}') })
  page.hold('own', DEVICE, { travelsByCookie: true })
  return { ...page, last: () => page.requests.at(-1)! }
}

describe.each([
  ['cookie', '/events'],
  ['header', '/api/v6/events'],
] as const)('the event identify with the carrier %s', (carrier, path) => {
  test('contains the claims', async () => {
    const { client, last } = open(carrier)
    await identifyAtOnce(client, { email: 'ann@example.com' })
    expect(last()).toMatchObject({ method: 'POST', path })
    expect(JSON.parse(last().body)).toEqual({
      event_name: 'identify',
      data: { email: 'ann@example.com', partner_event_id: expect.stringMatching(/./) },
    })
    expect(last().headers.has('x-svc-jwt')).toBe(false)
  })

  test('has a new id each time', async () => {
    const { client, requests } = open(carrier)
    for (let times = 2; times--; ) await identifyAtOnce(client, {})
    const ids = requests.map(({ body }) => JSON.parse(body).data.partner_event_id)
    expect(new Set(ids).size).toBe(2)
  })

  test('sends a JWT in a header, not in the body or the address', async () => {
    const { client, last } = open(carrier)
    await identifyAtOnce(client, {}, { jwt: 'a.jwt.c' })
    expect(last().headers.get('x-svc-jwt')).toBe('a.jwt.c')
    expect(last().body + last().path).not.toContain('a.jwt.c')
  })

  test('rejects with the error of the platform', async () => {
    const page = openSession({
      carrier,
      consent: 'granted',
      answer: () => error(400, 'jwt_error'),
    })
    page.hold('own', DEVICE, { travelsByCookie: true })
    await expect(identifyAtOnce(page.client, {}, { jwt: 'a.jwt.c' })).rejects.toMatchObject({ code: 'jwt_error' })
  })
})

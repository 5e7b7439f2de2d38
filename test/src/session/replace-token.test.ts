import { describe, expect, test } from 'vitest'
import { replaceToken } from '../../../src/session/replace-token.js'
import { DEVICE, IDENTIFIED, type OpenSession, openSession, type Said, VERIFIED } from './open-session.js'

/** Puts `new` in force. `stamp` is that of the request whose answer has brought it. */
function replace(page: OpenSession, said: Said, stamp = page.token.stamp()) {
  const session = page.authorizer.signal()
  const isReplaced = replaceToken(
    page,
    { access_token: 'new', travelsByCookie: true, stamp },
    { ...said, expires_at: 0 },
  )
  return { isReplaced, hasEnded: session.aborted }
}

describe('a new token', () => {
  test.each<[string, Said, Said]>([
    ['the same person, with another token', IDENTIFIED, IDENTIFIED],
    ['the same person, who has proved who they are', IDENTIFIED, VERIFIED],
    ['a device that has named itself', DEVICE, IDENTIFIED],
    ['a device after a person', IDENTIFIED, DEVICE],
  ])('ends no call: %s', (_, before, after) => {
    const page = openSession()
    page.hold('old', before)
    expect(replace(page, after)).toEqual({ isReplaced: true, hasEnded: false })
    expect(page.token.current()).toMatchObject({ access_token: 'new', travelsByCookie: true, ...after })
    expect(page.broadcasts).toEqual([])
  })

  test('of another person ends the calls of the person before, in all tabs', () => {
    const page = openSession()
    page.hold('old', IDENTIFIED)
    const owner = page.token.owner()
    expect(replace(page, { ...VERIFIED, identity_id: 'p-bob' })).toEqual({ isReplaced: true, hasEnded: true })
    expect(page.token.owner()).not.toBe(owner)
    expect(page.broadcasts).toEqual(['person'])
  })

  test('of another person changes nothing if a later request has replaced the token', () => {
    const page = openSession()
    const stamp = page.token.stamp()
    page.hold('old', IDENTIFIED)
    const outcome = replace(page, { ...VERIFIED, identity_id: 'p-bob' }, stamp)
    expect(outcome).toEqual({ isReplaced: false, hasEnded: false })
    expect([page.inForce(), page.broadcasts]).toEqual(['old', []])
  })
})

// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from 'vitest'
import { adoptToken } from '../../../src/session/adopt.js'
import { askAbout } from '../../../src/session/ask-about.js'
import { json } from '../wire.js'
import { createGate, DEVICE, IDENTIFIED, type OpenSession, openSession, openTab, VERIFIED } from './open-session.js'

/** The page is opened by a share link whose address holds the token `linked`. */
const adopt = async (page: OpenSession) =>
  adoptToken(page, 'linked', await askAbout(page.client, 'linked').catch(() => undefined))

afterEach(() => openTab().token.forget())

describe('the token of a share link', () => {
  test.each([
    ['a device', DEVICE, []],
    ['somebody who has named themselves', IDENTIFIED, ['identified']],
  ])('is used by a page that knows nobody, and the consumer event is dispatched: %s', async (_, said, told) => {
    const page = openSession()
    page.live.set('linked', said)
    await adopt(page)
    expect(page.token.current()).toMatchObject({ access_token: 'linked', travelsByCookie: false, ...said })
    // A device is told as well: its scopes are news.
    expect(page.changes.slice(-1)).toEqual(told.length ? told : ['anonymous'])
  })

  test('replaces the token of a device, with a login of its own that ends no call of the device', async () => {
    const page = openSession()
    page.hold('own', DEVICE)
    const owner = page.token.owner()!
    const session = page.token.login().signal
    page.live.set('linked', { ...DEVICE, identity_id: 'p-linked' })
    await adopt(page)
    expect(page.token.current()).toMatchObject({ access_token: 'linked', identity_id: 'p-linked' })
    expect(page.token.owner()).not.toBe(owner)
    expect(session.aborted).toBe(false)
  })

  test('keeps nothing of the replaced token', async () => {
    const page = openSession({
      answer: ({ token }) =>
        token === 'linked' ? json({ access_token: token, scopes: ['LOCAL_PROFILE'] }) : undefined,
    })
    page.hold('own', DEVICE)
    await adopt(page)
    expect(page.token.current()).toMatchObject({ access_token: 'linked', scopes: ['LOCAL_PROFILE'] })
    expect(page.token.current()?.identity_id).toBeUndefined()
  })

  test('is not used if it is verified, because a link must not log anybody in', async () => {
    const page = openSession()
    page.hold('own', DEVICE)
    page.live.set('linked', VERIFIED)
    await adopt(page)
    expect(page.inForce()).toBe('own')
  })

  test.each([IDENTIFIED, VERIFIED])('does not replace a person', async said => {
    const page = openSession()
    page.hold('own', said)
    page.live.set('linked', { ...IDENTIFIED, identity_id: 'p-mallory' })
    await adopt(page)
    expect(page.token.current()).toMatchObject({ access_token: 'own', identity_id: 'p-ann' })
  })

  test('does not replace a person whose details the page has not read yet', async () => {
    const page = openSession()
    page.live.set('own', IDENTIFIED)
    // As the first token of a page is: nobody has asked what it stands for.
    page.token.replace({ stamp: page.token.stamp(), access_token: 'own', travelsByCookie: false })
    page.live.set('linked', { ...IDENTIFIED, identity_id: 'p-mallory' })
    await adopt(page)
    expect(page.inForce()).toBe('own')
  })

  test('replaces a device whose details the page has not read yet, and a dead token', async () => {
    for (const isLive of [true, false]) {
      const page = openSession()
      if (isLive) page.live.set('own', DEVICE)
      page.token.replace({ stamp: page.token.stamp(), access_token: 'own', travelsByCookie: false })
      page.live.set('linked', DEVICE)
      await adopt(page)
      expect(page.inForce()).toBe('linked')
    }
  })

  test('does not replace a person who is identified in another tab meanwhile', async () => {
    const gate = createGate()
    const page = openSession({
      consent: 'granted',
      answer: gate.hold(),
    })
    page.live.set('linked', DEVICE)
    const adoption = adopt(page)
    await gate.reached
    const tab = openTab()
    tab.token.replace(
      { stamp: tab.token.stamp(), access_token: 'ann', travelsByCookie: false },
      { ...IDENTIFIED, expires_at: 0 },
    )
    gate.open()
    await adoption
    expect(page.inForce()).toBe('ann')
  })

  test('is not used if the consumer logs out meanwhile', async () => {
    const gate = createGate()
    const page = openSession({
      answer: gate.hold(),
    })
    page.live.set('linked', DEVICE)
    const adoption = adopt(page)
    await gate.reached
    page.logOut()
    gate.open()
    await adoption
    expect(page.token.current()).toBeUndefined()
  })

  test.each([
    ['dead', () => undefined],
    ['unknown because the platform is unreachable', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('is not used if it is %s', async (_, answer) => {
    const page = openSession({ answer })
    page.hold('own', DEVICE)
    const owner = page.token.owner()
    await adopt(page)
    expect([page.inForce(), page.token.owner()]).toEqual(['own', owner])
    expect(page.errors).toEqual([])
  })

  test('does not replace a token whose details the platform cannot tell now', async () => {
    const page = openSession({
      answer({ token }) {
        if (token === 'own') throw new TypeError('Failed to fetch')
        return undefined
      },
    })
    page.hold('own', { scopes: [], identity_id: '' })
    page.live.set('linked', { ...DEVICE, identity_id: 'p-linked' })
    await adopt(page)
    expect(page.inForce()).toBe('own')
    expect(page.errors).toEqual([])
  })
})

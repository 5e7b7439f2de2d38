import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import type { Receipt } from '../../../src/index.js'
import { createLogout } from '../../../src/session/logout.js'
import { failure } from '../failure.js'
import { usePlatform } from '../local-platform.js'
import { page } from '../page.js'
import { createGate, createTracker, IDENTIFIED, openSession, VERIFIED } from './open-session.js'

usePlatform()

const someone = () => ({ email: `${randomUUID()}@example.com` })

describe('a consumer', () => {
  test('is nobody after a logout, and the token is dead', async () => {
    const { rewards, tokens, sent, told } = page()
    await rewards.identify(someone())
    await rewards.logout()
    expect(rewards.consumer).toEqual({ level: 'anonymous', scopes: [], identity_id: null, expires_at: null })
    expect(told.consumer.at(-1)).toMatchObject({ level: 'anonymous' })
    expect(sent('DELETE /api/v5/token')).toBe(1)
    const old = [...tokens].at(-1)!
    await rewards.zone('terms')
    await rewards.profile.get()
    expect([...tokens].at(-1)).not.toBe(old)
  })

  test('has what is tracked as soon as somebody has logged out: it is the next consumer’s', async () => {
    const { rewards, told } = page()
    await rewards.identify(someone())
    const tracked: Promise<Receipt>[] = []
    const listen = () => tracked.push(rewards.track('page_view'))
    rewards.addEventListener('consumer', listen, { once: true })
    await rewards.logout()
    expect(await Promise.all(tracked)).toMatchObject([{ event_id: expect.any(String) }])
    expect(told.error).toEqual([])
  })
})

describe('the token of a person who logs out', () => {
  const REVOKE = 'DELETE /api/v5/token'
  const BOB = { ...VERIFIED, identity_id: 'p-bob' }

  /** A page before a platform that cannot be reached at the first logout. */
  function openOffline() {
    let isDown = true
    const page = openSession({
      answer({ method }) {
        if (method !== 'DELETE' || !isDown) return undefined
        isDown = false
        throw new TypeError('Failed to fetch')
      },
    })
    page.hold('ann', VERIFIED)
    return { ...page, ...createLogout(page) }
  }

  test('is let go at once, and revoked', async () => {
    const page = openSession()
    page.hold('ann', VERIFIED)
    const signal = page.authorizer.signal()
    await createLogout(page).logout()
    expect([page.inForce(), page.token.owner()]).toEqual([undefined, undefined])
    expect(page.live.has('ann')).toBe(false)
    expect(page.sent()).toEqual([`${REVOKE} ann`])
    expect(page.changes).toEqual(['verified', 'anonymous'])
    expect(page.broadcasts).toEqual(['logout'])
    expect(signal.aborted).toBe(true)
    expect(page.store.isLoggedOut()).toBe(false)
  })

  test('is revoked once where logout() is called twice at once, and both calls resolve', async () => {
    const page = openSession()
    page.hold('ann', VERIFIED)
    const { logout } = createLogout(page)
    await Promise.all([logout(), logout()])
    expect(page.sent()).toEqual([`${REVOKE} ann`])
    expect(page.live.has('ann')).toBe(false)
  })

  test('is revoked by the second logout() where the platform could not be reached at the first', async () => {
    const page = openOffline()
    expect(await failure(page.logout())).toMatchObject({ code: 'network_error' })
    expect([page.inForce(), page.store.isLoggedOut()]).toEqual([undefined, true])
    await page.logout()
    expect(page.live.has('ann')).toBe(false)
    expect(page.store.isLoggedOut()).toBe(false)
  })

  test('is revoked with that of the next person, at the latest', async () => {
    const page = openOffline()
    await failure(page.logout())
    page.hold('bob', BOB)
    await page.logout()
    expect([...page.live.keys()]).toEqual([])
  })

  test('is revoked where the next person logs out while that of the person before is being revoked', async () => {
    const gate = createGate()
    const page = openSession({
      async answer({ method, token }) {
        if (method === 'DELETE' && token === 'ann') await gate.pass()
        return undefined
      },
    })
    const { logout } = createLogout(page)
    page.hold('ann', VERIFIED)
    const first = logout()
    await gate.reached
    page.hold('bob', BOB)
    const second = logout()
    await expect.poll(page.inForce).toBeUndefined()
    gate.open()
    await Promise.all([first, second])
    expect([...page.live.keys()]).toEqual([])
  })

  test('that is dead already is as good as revoked', async () => {
    const page = openSession()
    page.hold('ann', VERIFIED, { isLive: false })
    await createLogout(page).logout()
    expect(page.store.isLoggedOut()).toBe(false)
  })

  test('may be in the program’s cookie alone: that is cleared', async () => {
    const page = openSession({ carrier: 'cookie', consent: 'granted' })
    await createLogout(page).logout()
    expect(page.requests).toMatchObject([{ method: 'DELETE', token: undefined, credentials: 'include' }])
  })

  test('is none where the page knows nobody and sends no cookies: the platform is not asked', async () => {
    const page = openSession()
    await createLogout(page).logout()
    expect(page.sent()).toEqual([])
  })
})

describe('what a person has tracked who logs out', () => {
  test('is rejected also where the code that delivers it cannot be loaded', async () => {
    const page = openSession()
    page.hold('ann', VERIFIED)
    const rejections: Error[] = []
    const tracked = [{ reject: (error: Error) => rejections.push(error) }]
    const tracker = { ...createTracker(), tracked, delivery: () => Promise.reject(new Error('No')) }
    await createLogout({ ...page, tracker }).logout()
    expect(rejections).toMatchObject([{ code: 'logged_out' }])
    expect(tracked).toEqual([])
  })
})

describe('a logout in another tab', () => {
  test('ends the session here: the calls, the token and the events', async () => {
    const page = openSession()
    page.hold('ann', VERIFIED)
    const dropEvents = vi.fn(async () => {})
    const signal = page.authorizer.signal()
    const { followLogout, logoutCount } = createLogout({ ...page, tracker: createTracker({ dropEvents }) })
    await followLogout()
    expect(page.inForce()).toBeUndefined()
    expect(page.changes).toEqual(['verified', 'anonymous'])
    expect(signal.aborted).toBe(true)
    expect(logoutCount()).toBe(1)
    expect(dropEvents).toHaveBeenCalledOnce()
    // The other tab revokes the token, and has told all tabs.
    expect([page.sent(), page.broadcasts]).toEqual([[], []])
  })

  test.each([
    ['keeps the token that the tabs share: it is the next person’s by now', undefined, 'bob'],
    ['lets go of the token that a native app keeps for this page alone', { renewToken: async () => ({}) }, undefined],
  ])('%s', async (_, app, left) => {
    const page = openSession({ app })
    page.hold('bob', IDENTIFIED)
    // As where both tabs read one cookie.
    const store = { ...page.store, isShared: () => true }
    await createLogout({ ...page, store }).followLogout()
    expect(page.inForce()).toBe(left)
  })
})

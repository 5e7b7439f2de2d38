import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Receipt } from '../../../src/index.js'
import { createIdentity } from '../../../src/session/identity.js'
import { createLogout } from '../../../src/session/logout.js'
import { failure } from '../failure.js'
import { usePlatform } from '../local-platform.js'
import { page } from '../page.js'
import { json } from '../wire.js'
import { createGate, createTracker, openSession, VERIFIED } from './open-session.js'

usePlatform()

const someone = () => ({ email: `${randomUUID()}@example.com` })

describe('after a logout', () => {
  test('the consumer is anonymous, and the token is dead', async () => {
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

  test('events that are tracked in a consumer listener belong to the next consumer', async () => {
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

describe('logout()', () => {
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

  test('deletes the token and has the platform revoke it', async () => {
    const page = openSession()
    page.hold('ann', VERIFIED)
    const signal = page.token.login().signal
    await createLogout(page).logout()
    expect([page.inForce(), page.token.owner()]).toEqual([undefined, undefined])
    expect(page.live.has('ann')).toBe(false)
    expect(page.sent()).toEqual([`${REVOKE} ann`])
    expect(page.changes).toEqual(['verified', 'anonymous'])
    expect(page.broadcasts).toEqual([{ logout: expect.closeTo(Date.now(), -5) }])
    expect(signal.aborted).toBe(true)
    expect(page.token.login().isLoggedOut).toBe(false)
  })

  test('revokes the token once if it is called twice at once, and both calls resolve', async () => {
    const page = openSession()
    page.hold('ann', VERIFIED)
    const { logout } = createLogout(page)
    await Promise.all([logout(), logout()])
    expect(page.sent()).toEqual([`${REVOKE} ann`])
    expect(page.live.has('ann')).toBe(false)
  })

  test('revokes the token at the second call if the platform was unreachable at the first', async () => {
    const page = openOffline()
    expect(await failure(page.logout())).toMatchObject({ code: 'network_error' })
    expect([page.inForce(), page.token.login().isLoggedOut]).toEqual([undefined, true])
    await page.logout()
    expect(page.live.has('ann')).toBe(false)
    expect(page.token.login().isLoggedOut).toBe(false)
  })

  test('revokes each token once', async () => {
    const page = openSession()
    const { logout } = createLogout(page)
    page.hold('ann', VERIFIED)
    await logout()
    page.hold('bob', BOB)
    await logout()
    expect(page.sent()).toEqual([`${REVOKE} ann`, `${REVOKE} bob`])
  })

  test('revokes the token with that of the next person if the platform was unreachable', async () => {
    const page = openOffline()
    await failure(page.logout())
    page.hold('bob', BOB)
    await page.logout()
    expect([...page.live.keys()]).toEqual([])
  })

  test('revokes the token while the token of the person before is being revoked', async () => {
    const gate = createGate()
    const page = openSession({
      answer: gate.hold(({ method, token }) => method === 'DELETE' && token === 'ann'),
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

  test.each([
    { status: 'ok' },
    {},
    { status: 'FAILED' },
  ])('asks whether the token is dead if the platform answers %j', async said => {
    const page = openSession({
      answer({ method, token }) {
        if (method !== 'DELETE') return undefined
        page.live.delete(token!)
        return json(said)
      },
    })
    page.hold('ann', VERIFIED)
    await createLogout(page).logout()
    expect(page.sent()).toEqual([`${REVOKE} ann`, 'GET /api/v5/token ann'])
    expect(page.token.login().isLoggedOut).toBe(false)
  })

  test('lets the browser revoke the token after the page was left', async () => {
    const page = openSession()
    page.hold('ann', VERIFIED)
    await createLogout(page).logout()
    expect(page.requests.map(({ method, keepalive }) => [method, keepalive])).toEqual([['DELETE', true]])
  })

  test('fails if a proxy answers in the platform’s place, and the next attempt revokes the token', async () => {
    let isForeign = true
    const page = openSession({
      answer: ({ method }) => (isForeign && method === 'DELETE' ? json({ status: 'ok' }) : undefined),
    })
    page.hold('ann', VERIFIED)
    const { logout, revoke } = createLogout(page)
    expect(await failure(logout())).toMatchObject({ code: 'network_error', retryable: true })
    expect([page.inForce(), page.token.login().isLoggedOut, page.live.has('ann')]).toEqual([undefined, true, true])
    isForeign = false
    await revoke()
    expect([page.token.login().isLoggedOut, page.live.has('ann')]).toEqual([false, false])
  })

  test('fails if a proxy answers every call in the platform’s place', async () => {
    const page = openSession({ answer: () => json({ status: 'ok' }) })
    page.hold('ann', VERIFIED)
    expect(await failure(createLogout(page).logout())).toMatchObject({ code: 'network_error', retryable: true })
    expect(page.token.login().isLoggedOut).toBe(true)
  })

  test('fails if a proxy answers in the platform’s place and the page has no token', async () => {
    const page = openSession({ carrier: 'cookie', consent: 'granted', answer: () => json({ status: 'ok' }) })
    expect(await failure(createLogout(page).logout())).toMatchObject({ code: 'network_error' })
    expect(page.token.login().isLoggedOut).toBe(true)
  })

  test('resolves if the token is dead', async () => {
    const page = openSession()
    page.hold('ann', VERIFIED, { isLive: false })
    await createLogout(page).logout()
    expect(page.token.login().isLoggedOut).toBe(false)
  })

  test('has the platform clear its cookie if the page has no token', async () => {
    const page = openSession({ carrier: 'cookie', consent: 'granted' })
    await createLogout(page).logout()
    expect(page.requests).toMatchObject([{ method: 'DELETE', token: undefined, credentials: 'include' }])
  })

  test('sends no request if there is neither a token nor a cookie', async () => {
    const page = openSession()
    await createLogout(page).logout()
    expect(page.sent()).toEqual([])
  })

  test.each([
    'cookie',
    'header',
  ] as const)('revokes the token once if the next consumer calls before the events are erased, by %s', async carrier => {
    const gate = createGate()
    const page = openSession({ carrier, consent: 'granted' })
    page.hold('ann', VERIFIED)
    const { logout, renew } = createIdentity({ ...page, tracker: createTracker({ dropEvents: gate.pass }) })
    const leaving = logout()
    await gate.reached
    await expect.poll(() => page.token.login().isLoggedOut).toBe(false)
    await renew()
    gate.open()
    await leaving
    expect(page.sent().filter(call => call.startsWith('DELETE'))).toEqual([`${REVOKE} ann`])
    expect(page.inForce()).toBe('new-1')
  })
})

describe('a page that is opened after a logout while the platform was unreachable', () => {
  test.each([
    ['cookie', 'has the platform clear its cookie', ['DELETE /api/v5/token', 'POST /zones']],
    ['header', 'sends no token that it does not have', ['POST /api/v5/token']],
  ] as const)('with the carrier %s, %s', async (carrier, _, sent) => {
    const page = openSession({ carrier, consent: 'granted' })
    page.token.logOut()
    await createIdentity(page).renew()
    expect(page.sent()).toEqual(sent)
    expect(page.token.login().isLoggedOut).toBe(false)
  })
})

describe('an event that waits at a logout', () => {
  test('is delivered first, with the token of the person who tracked it', async () => {
    const page = openSession()
    page.hold('ann', VERIFIED)
    const delivered: unknown[] = []
    const drain = async () => {
      delivered.push(page.inForce())
    }
    await createLogout({ ...page, tracker: createTracker({ drain }) }).logout()
    expect(delivered).toEqual(['ann'])
  })

  test('rejects even if the code that delivers events cannot be loaded', async () => {
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

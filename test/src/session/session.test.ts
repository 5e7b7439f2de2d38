// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { RewardsError } from '../../../src/error/error.js'
import * as identity from '../../../src/session/identity.js'
import { isErasurePending } from '../../../src/session/pending-erasure.js'
import { logoutConfirmed } from '../../../src/token/login.js'
import { error, type Sent } from '../wire.js'
import {
  createGate,
  createTracker,
  DEVICE,
  DOMAIN,
  IDENTIFIED,
  openSession,
  openTab,
  VERIFIED,
} from './open-session.js'

/** The page's own cookie is the other tabs' too. */
afterEach(() => {
  vi.unstubAllGlobals()
  openTab().token.forget()
})

const unreachable = () => Promise.reject(new RewardsError('network_error', 'No', { retryable: true }))

describe('the first token of a page', () => {
  test('is in force at once, and the identity module is not loaded', async () => {
    const loadModule = vi.fn(unreachable)
    const page = openSession({ loadModule })
    await page.client.web('/zones', { event_name: 'terms' })
    expect(page.token.current()).toMatchObject({ access_token: 'new-1', scopes: [] })
    expect(loadModule).not.toHaveBeenCalled()
    expect(page.sent()).toEqual(['POST /zones'])
  })

  test('is evaluated if the page knows a consumer without a token', async () => {
    const page = openSession()
    page.hold('ann', IDENTIFIED, { isLive: false })
    page.token.drop('ann')
    await page.client.web('/zones', { event_name: 'terms' })
    expect(page.sent()).toEqual(['POST /zones', 'GET /api/v5/token new-1'])
    expect(page.token.current()).toMatchObject({ access_token: 'new-1', ...DEVICE })
    expect(page.changes).toEqual(['identified', 'anonymous'])
  })
})

describe('a second token', () => {
  const rotates = (access_token: string) => new Response('{"id":"p-1"}', { headers: { 'x-svc-token': access_token } })

  test('is evaluated before its call resolves', async () => {
    const page = openSession({ answer: ({ path }) => (path === '/api/v4/me' ? rotates('rotated') : undefined) })
    page.hold('ann', IDENTIFIED)
    page.live.set('rotated', VERIFIED)
    await page.client.api('GET', '/api/v4/me')
    expect(page.consumer.current().level).toBe('verified')
    expect(page.changes).toEqual(['identified', 'verified'])
  })

  test('is evaluated even if the details of the first token are unknown', async () => {
    const page = openSession({ answer: ({ path }) => (path === '/api/v4/me' ? rotates('another') : undefined) })
    for (const access_token of ['own', 'another']) page.live.set(access_token, DEVICE)
    // The browser does not send the program's cookie: the platform takes the page for a new device.
    page.token.replace({ stamp: page.token.stamp(), access_token: 'own', travelsByCookie: true })
    await page.client.api('GET', '/api/v4/me')
    expect(page.token.current()).toMatchObject({ access_token: 'own', travelsByCookie: false })
  })

  test('is not used if the identity module cannot be loaded, and its call resolves', async () => {
    const page = openSession({
      loadModule: unreachable,
      answer: ({ path }) => (path === '/api/v4/me' ? rotates('rotated') : undefined),
    })
    page.hold('ann', IDENTIFIED)
    expect(await page.client.api('GET', '/api/v4/me')).toMatchObject({ json: { id: 'p-1' } })
    expect(page.inForce()).toBe('ann')
    expect(page.errors).toMatchObject([{ code: 'network_error' }])
  })

  test('does not restore a person who logs out in another tab while the identity module loads', async () => {
    const gate = createGate()
    const page = openSession({
      consent: 'granted',
      async loadModule() {
        await gate.pass()
        return identity
      },
      answer: ({ path }) => (path === '/api/v4/me' ? rotates('rotated') : undefined),
    })
    page.hold('ann', VERIFIED)
    page.live.set('rotated', VERIFIED)
    const call = page.client.api('GET', '/api/v4/me').catch(() => {})
    await gate.reached
    openTab().token.forget()
    gate.open()
    await call
    expect(page.token.current()).toBeUndefined()
  })

  test('causes no error event if the person logs out during its evaluation', async () => {
    const gate = createGate()
    const page = openSession({
      async answer({ path, token }) {
        if (token === 'rotated') await gate.pass()
        return path === '/api/v4/me' ? rotates('rotated') : undefined
      },
    })
    page.hold('ann', VERIFIED)
    page.live.set('rotated', VERIFIED)
    const call = page.client.api('GET', '/api/v4/me').catch(() => {})
    await gate.reached
    await (await page.loadIdentity()).logout()
    gate.open()
    await call
    expect(page.token.current()).toBeUndefined()
    expect(page.errors).toEqual([])
  })
})

describe('the identity module', () => {
  test('is created once for several calls at once', async () => {
    const createIdentity = vi.fn(identity.createIdentity)
    const { loadIdentity } = openSession({ loadModule: async () => ({ ...identity, createIdentity }) })
    const [one, other] = await Promise.all([loadIdentity(), loadIdentity()])
    expect(one).toBe(other)
    expect(await loadIdentity()).toBe(one)
    expect(createIdentity).toHaveBeenCalledOnce()
  })

  test('is loaded again after a failure', async () => {
    let isDown = true
    const { loadIdentity } = openSession({ loadModule: async () => (isDown ? unreachable() : identity) })
    await expect(loadIdentity()).rejects.toMatchObject({ code: 'network_error' })
    isDown = false
    expect(await loadIdentity()).toHaveProperty('verify')
  })
})

describe('a zone on a page without a token', () => {
  const zone = ({ client }: ReturnType<typeof openSession>) => client.web('/zones', { event_name: 'terms' })
  const first = (page: ReturnType<typeof openSession>) => page.sent()[0]

  test('is sent at once', async () => {
    const page = openSession()
    await zone(page)
    expect(page.sent()).toEqual(['POST /zones'])
  })

  test('waits for a token with the lifetime of the option tokenDuration', async () => {
    const page = openSession({ tokenDuration: 600 })
    await zone(page)
    expect(first(page)).toBe('POST /api/v5/token')
  })

  test('waits for the token of the native app', async () => {
    const page = openSession({
      app: { renewToken: async () => ({ access_token: 'from-app', details: { ...DEVICE, expires_at: 0 } }) },
    })
    page.live.set('from-app', DEVICE)
    await zone(page)
    expect(page.sent()).toEqual(['POST /zones from-app'])
  })

  test('waits for a new token if the last logout has not reached the platform', async () => {
    const page = openSession({
      ...{ carrier: 'cookie', consent: 'granted' },
      answer: ({ method }) => (method === 'DELETE' ? Promise.reject(new TypeError('Failed to fetch')) : undefined),
    })
    page.token.logOut()
    await zone(page)
    const calls = page.sent().filter(line => !line.startsWith('HEAD'))
    expect(calls.slice(0, 2)).toEqual(['DELETE /api/v5/token', 'POST /api/v5/token'])
  })

  test('waits for the proof of a consumer who was verified before', async () => {
    const jwt = vi.fn(async () => 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln')
    const page = openSession({ jwt })
    page.hold('ann', VERIFIED, { isLive: false })
    page.token.drop('ann')
    await zone(page)
    expect(first(page)).toBe('POST /api/v5/token')
    expect(page.consumer.current().level).toBe('verified')
    expect(jwt).toHaveBeenCalledOnce()
  })

  test('waits for the proof of a consumer who was verified on an earlier page, where their token died', async () => {
    const { token } = openTab()
    token.replace({ stamp: token.stamp(), access_token: 'ann', travelsByCookie: false }, { ...VERIFIED, expires_at: 0 })
    token.drop('ann')
    const page = openSession({ consent: 'granted', jwt: async () => 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln' })
    await zone(page)
    expect(first(page)).toBe('POST /api/v5/token')
    expect(page.consumer.current().level).toBe('verified')
    expect(page.token.owner()).toBe(token.owner())
  })
})

describe('a call after a logout in another tab whose message has not arrived', () => {
  test.each(['POST /zones', 'GET /api/v4/me'])('does not restore the person by a JWT: %s', async call => {
    const jwt = vi.fn(async () => 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln')
    const page = openSession({ consent: 'granted', jwt })
    page.hold('ann', VERIFIED)
    openTab().token.forget()
    const [method, path] = call.split(' ')
    if (method === 'POST') await page.client.web(path!, { event_name: 'terms' })
    else await page.client.api('GET', path!)
    expect(page.consumer.current().level).toBe('anonymous')
    expect(page.changes).toEqual(['verified', 'anonymous'])
    expect(jwt).not.toHaveBeenCalled()
  })
})

describe('a call whose token lacks a scope', () => {
  const deniesDevices = ({ path, token }: { path: string; token: string | undefined }) =>
    path.startsWith('/api/v4/me') && token !== 'new-1' ? error(403, 'scopes_denied') : undefined

  test('fails without the option jwt', async () => {
    const page = openSession({ answer: deniesDevices })
    page.hold('device', DEVICE)
    await expect(page.client.api('GET', '/api/v4/me')).rejects.toMatchObject({ code: 'scopes_denied' })
    expect(page.sent()).toHaveLength(1)
  })

  /** A session whose host proves Ann. `hold` delays the answers to requests. */
  function openProvable(hold?: (sent: Sent) => Promise<void> | undefined) {
    const page = openSession({
      jwt: () => 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln',
      async answer(sent) {
        await hold?.(sent)
        if (sent.headers.has('x-svc-jwt')) {
          page.live.set('new-1', VERIFIED)
          return Response.json({ id: 'e-1', event_id: 'e-1' }, { headers: { 'x-svc-token': 'new-1' } })
        }
        if (sent.path.startsWith('/api/v4/me') && sent.token === 'new-1') return Response.json({ id: 'p-ann' })
        return deniesDevices(sent)
      },
    })
    page.hold('device', DEVICE)
    return { ...page, proofs: () => page.requests.filter(({ headers }) => headers.has('x-svc-jwt')).length }
  }

  test('is sent again after the host has proved the consumer, once for twenty such calls', async () => {
    const page = openProvable()
    const calls = Array.from({ length: 20 }, () => page.client.api('GET', '/api/v4/me'))
    expect(await Promise.all(calls)).toMatchObject(calls.map(() => ({ json: { id: 'p-ann' } })))
    expect(page.consumer.current().level).toBe('verified')
    expect(page.proofs()).toBe(1)
  })

  test('is sent again without another proof if the consumer was proved meanwhile', async () => {
    const gate = createGate()
    const page = openProvable(({ path, token }) =>
      path === '/api/v4/me?late' && token === 'device' ? gate.pass() : undefined,
    )
    const late = page.client.api('GET', '/api/v4/me?late')
    await gate.reached
    await page.client.api('GET', '/api/v4/me')
    gate.open()
    expect(await late).toMatchObject({ json: { id: 'p-ann' } })
    expect(page.proofs()).toBe(1)
  })
})

describe('acquiring a token', () => {
  /** The names of the locks that a page asks for while it brings a token. */
  async function locksOf(consent: 'granted' | 'denied') {
    const names: string[] = []
    const request = (name: string, _: object, work: () => Promise<unknown>) => {
      names.push(name)
      return work()
    }
    vi.stubGlobal('navigator', { locks: { request } })
    await openSession({ consent }).client.web('/zones', { event_name: 'terms' })
    return names
  }

  test('locks out the other tabs if the tabs share the token', async () => {
    expect(await locksOf('granted')).toEqual([`rewards:${DOMAIN}:token`])
  })

  test('does not lock if each tab has its own token', async () => {
    expect(await locksOf('denied')).toEqual([])
  })
})

test.each([
  ['granted', true],
  ['denied', false],
  ['unset', false],
] as const)('with the consent %s, cookies may be sent: %s', (consent, isAllowed) => {
  expect(openSession({ consent, carrier: 'cookie' }).usesCookies()).toBe(isAllowed)
})

describe('a logout of this page', () => {
  test('ends the session if its code cannot be loaded', async () => {
    const dropEvents = vi.fn(async () => {})
    const page = openSession({ loadModule: unreachable, tracker: createTracker({ dropEvents }) })
    page.hold('ann', VERIFIED)
    await expect(page.loadForLogout()).rejects.toMatchObject({ code: 'network_error' })
    expect([page.inForce(), page.token.login().isLoggedOut]).toEqual([undefined, true])
    expect(page.broadcasts).toEqual([{ logout: expect.any(Number) }])
    expect(dropEvents).toHaveBeenCalledOnce()
  })

  /** Ann logs out, and her events are being delivered. */
  async function logOutSlowly() {
    const delivering = createGate()
    const page = openSession({ consent: 'granted', tracker: createTracker({ drain: delivering.pass }) })
    page.hold('ann', VERIFIED)
    const loggedOut = (await page.loadForLogout()).logout()
    await delivering.reached
    return { page, loggedOut, deliver: delivering.open }
  }
  const leave = () => dispatchEvent(new Event('pagehide'))

  test('ends the session at once if the page is left before', async () => {
    const { page } = await logOutSlowly()
    const owner = page.token.owner()!
    leave()
    expect([page.inForce(), page.token.login().isLoggedOut, page.changes.at(-1)]).toEqual([
      undefined,
      true,
      'anonymous',
    ])
    expect(page.broadcasts).toEqual([{ logout: expect.any(Number) }])
    expect(isErasurePending(page.name, owner)).toBe(true)
  })

  test('leaves the next consumer alone when the page comes back', async () => {
    const { page, loggedOut, deliver } = await logOutSlowly()
    leave()
    page.token.apply(logoutConfirmed)
    page.hold('bob', VERIFIED)
    deliver()
    await loggedOut
    leave()
    expect([page.inForce(), page.live.has('bob')]).toEqual(['bob', true])
  })

  test('leaves the next consumer alone when the page is left later', async () => {
    const { page, loggedOut, deliver } = await logOutSlowly()
    deliver()
    await loggedOut
    page.hold('bob', VERIFIED)
    leave()
    expect(page.inForce()).toBe('bob')
  })

  test('leaves the next consumer alone if another tab logs out before', async () => {
    const { page, loggedOut, deliver } = await logOutSlowly()
    openTab().token.forget()
    await page.followLogout()
    page.hold('bob', VERIFIED)
    leave()
    deliver()
    await loggedOut
    expect([page.inForce(), page.live.has('bob')]).toEqual(['bob', true])
  })
})

describe('a logout in another tab', () => {
  test('ends the calls, deletes the token and drops the events', async () => {
    const dropEvents = vi.fn(async () => {})
    const page = openSession({ tracker: createTracker({ dropEvents }) })
    page.hold('ann', VERIFIED)
    const signal = page.token.login().signal
    await page.followLogout()
    expect(page.inForce()).toBeUndefined()
    expect(page.changes).toEqual(['verified', 'anonymous'])
    expect(signal.aborted).toBe(true)
    expect(page.token.login().logouts).toBe(1)
    expect(dropEvents).toHaveBeenCalledOnce()
    // The other tab revokes the token, and has told all tabs.
    expect([page.sent(), page.broadcasts]).toEqual([[], []])
  })

  test('leaves alone what the page calls and tracks from then on, while a module loads', async () => {
    const gate = createGate()
    const tracker = createTracker()
    const page = openSession({
      async loadModule() {
        await gate.pass()
        return identity
      },
      tracker: {
        ...tracker,
        async delivery() {
          await gate.pass()
          return tracker.delivery()
        },
      },
    })
    page.hold('ann', VERIFIED)
    const before = page.token.owner()
    const followed = page.followLogout()
    expect(page.changes).toEqual(['verified', 'anonymous'])
    const owner = page.token.claimOwner()
    expect(owner).not.toBe(before)
    const call = page.client.web('/zones', { event_name: 'terms' })
    gate.open()
    await followed
    expect(await call).toBeDefined()
    expect(page.token.owner()).toBe(owner)
    expect(page.inForce()).toBe('new-1')
  })

  test('keeps a shared token, which may be the next person’s', async () => {
    const page = openSession({ consent: 'granted' })
    page.hold('ann', VERIFIED)
    const { token } = openTab()
    token.replace(
      { stamp: token.stamp(), access_token: 'bob', travelsByCookie: false },
      { ...IDENTIFIED, expires_at: 0 },
    )
    await page.followLogout()
    expect(page.inForce()).toBe('bob')
  })

  test('deletes the token that a native app keeps for this page', async () => {
    const page = openSession({ consent: 'granted' })
    page.token.handOver({ read: () => undefined, write: () => false, nextOwner: () => 'ann' })
    page.hold('ann', IDENTIFIED)
    await page.followLogout()
    expect(page.inForce()).toBeUndefined()
  })

  test('is complete even if the events cannot be dropped', async () => {
    const page = openSession({ tracker: { ...createTracker(), delivery: unreachable } })
    page.hold('ann', VERIFIED)
    await page.followLogout()
    expect(page.inForce()).toBeUndefined()
    expect(page.errors).toMatchObject([{ code: 'network_error' }])
  })
})

import { describe, expect, test, vi } from 'vitest'
import { createRenewal } from '../../../src/session/renew.js'
import type { AppCredentials } from '../../../src/token/app.js'
import { logoutConfirmed } from '../../../src/token/login.js'
import { against } from '../against.js'
import { json } from '../wire.js'
import { createGate, DEVICE, IDENTIFIED, type OpenSession, openSession, VERIFIED } from './open-session.js'

interface Help {
  usesCookies?: boolean
  requestProof?: () => Promise<string | null>
  revoke?: () => Promise<void>
}

const renewalOf = (page: OpenSession, { usesCookies = false, requestProof, revoke = async () => {} }: Help = {}) =>
  createRenewal({ ...page, usesCookies: () => usesCookies, requestProof, revoke })

const CREATE = 'POST /api/v5/token'
/** What was sent to have tokens created. */
const bodies = ({ requests }: OpenSession) => requests.filter(({ method }) => method === 'POST').map(({ body }) => body)

/** A page whose consumer was verified until their token died. */
function openBereft(options: Parameters<typeof openSession>[0] = {}) {
  const page = openSession(options)
  page.hold('dead', VERIFIED, { isLive: false })
  page.token.drop('dead')
  return page
}

describe('a page without a token', () => {
  test('has a token created, which is in force when the renewal resolves', async () => {
    const page = openSession()
    await renewalOf(page).renew()
    expect(page.sent()).toEqual([CREATE])
    expect(bodies(page)).toEqual([''])
    expect(page.inForce()).toBe('new-1')
  })

  test('has a token created with the lifetime of the option tokenDuration', async () => {
    const page = openSession({ tokenDuration: 86_400 })
    await renewalOf(page, { usesCookies: true }).renew()
    expect(page.sent()).toEqual([CREATE])
    expect(bodies(page)).toEqual(['duration_seconds=86400'])
  })

  test.each([
    undefined,
    null,
  ])('has a token created without a lifetime with the option tokenDuration: %s', async given => {
    const page = openSession({ tokenDuration: given as never })
    await renewalOf(page).renew()
    expect(page.sent()).toEqual([CREATE])
    expect(bodies(page)).toEqual([''])
  })

  test('uses the token of the program’s cookie if cookies may be sent', async () => {
    const page = openSession()
    await renewalOf(page, { usesCookies: true }).renew()
    expect(page.sent()).toEqual(['POST /zones'])
    expect(page.inForce()).toBe('new-1')
  })

  test.each([
    ['the network fails', () => Promise.reject(new TypeError('Failed to fetch')), 'network_error'],
    ['another server answers', async () => new Response('<html>Log in</html>'), 'network_error'],
    ['another server answers with JSON', async () => json({ status: 'ok' }), 'network_error'],
    ['another server answers with a token of its own', async () => json({ access_token: 'its own' }), 'network_error'],
  ])('still has no token if %s', async (_, answer, code) => {
    const page = openSession({ answer })
    await expect(renewalOf(page).renew()).rejects.toMatchObject({ code, retryable: true })
    expect(page.token.current()).toBeUndefined()
  })
})

test('the first token of a page lives no longer than the option tokenDuration says', async () => {
  const { rewards, requests } = against(() => undefined, { tokenDuration: 86_400 })
  await rewards.zone('terms')
  expect(requests[0]).toMatchObject({ path: '/api/v5/token', body: 'duration_seconds=86400' })
})

describe('a consumer who was verified before', () => {
  test('is verified by a JWT of the host, and no cookie is used', async () => {
    const page = openBereft()
    await renewalOf(page, { usesCookies: true, requestProof: async () => 'a.jwt.c' }).renew()
    expect(page.sent()[0]).toBe(CREATE)
    expect(bodies(page)[0]).toBe('jwt=a.jwt.c')
    // In force, and known: the evaluation is over.
    expect(page.token.current()).toMatchObject({ access_token: 'new-1', ...VERIFIED })
  })

  test('becomes anonymous if the host has no JWT', async () => {
    const page = openBereft()
    await renewalOf(page, { requestProof: async () => null }).renew()
    expect(bodies(page)).toEqual([''])
    expect(page.inForce()).toBe('new-1')
  })

  test('is not restored by an answer that arrives after a logout', async () => {
    const gate = createGate()
    const page = openBereft({
      answer: gate.hold(({ method }) => method === 'POST'),
    })
    const renewal = renewalOf(page, { requestProof: async () => 'a.jwt.c' }).renew()
    await gate.reached
    page.logOut()
    gate.open()
    await expect(renewal).rejects.toMatchObject({ code: 'logged_out' })
    expect(page.token.current()).toBeUndefined()
  })
})

test('no JWT is requested for a consumer who was not verified before', async () => {
  const page = openSession()
  let asked = 0
  const requestProof = async () => {
    asked++
    return 'a.jwt.c'
  }
  await renewalOf(page, { requestProof }).renew()
  expect(asked).toBe(0)
  expect(bodies(page)).toEqual([''])
})

test('an identified consumer whose token dies becomes anonymous, though the host can prove them', async () => {
  const requestProof = vi.fn(async () => 'a.jwt.c')
  const page = openSession()
  page.hold('dead', IDENTIFIED, { isLive: false })
  page.token.drop('dead')
  await renewalOf(page, { requestProof }).renew()
  expect(requestProof).not.toHaveBeenCalled()
  expect(page.consumer.current().level).toBe('anonymous')
})

describe('after a logout while the platform was unreachable', () => {
  /** What the page does, in its order. */
  function openLoggedOut(revoke: (page: OpenSession) => Promise<void>) {
    const steps: string[] = []
    const page = openSession({
      answer: ({ method, path }) => {
        steps.push(`${method} ${path}`)
        return undefined
      },
    })
    page.hold('ann', VERIFIED)
    page.token.forget()
    page.token.logOut()
    page.consumer.refresh()
    const renewal = renewalOf(page, {
      usesCookies: true,
      revoke: async () => {
        steps.push('revoke')
        await revoke(page)
      },
    })
    return { page, steps, renewal }
  }

  test('the old token is revoked before a new token is acquired', async () => {
    const { page, steps, renewal } = openLoggedOut(async ({ token }) => token.apply(logoutConfirmed))
    await renewal.renew()
    expect(steps).toEqual(['revoke', 'POST /zones'])
    expect(page.token.login().isLoggedOut).toBe(false)
  })

  test('a token is created if the old token cannot be revoked, because the program’s cookie would restore the person', async () => {
    const { page, steps, renewal } = openLoggedOut(() => Promise.reject(new TypeError('Failed to fetch')))
    await renewal.renew()
    expect(steps).toEqual(['revoke', CREATE])
    expect(page.inForce()).toBe('new-1')
    expect(page.token.login().isLoggedOut).toBe(true)
  })
})

describe('if a native app keeps the token', () => {
  /** An app that gives these, one after the other, and what it was told about the token it gave before. */
  function openInApp(...given: AppCredentials[]) {
    const asked: (string | undefined)[] = []
    const page = openSession({
      app: {
        isConnected: true,
        async renewToken(dead) {
          asked.push(dead)
          return given[asked.length - 1] ?? {}
        },
      },
    })
    return { page, asked }
  }
  const details = { scopes: VERIFIED.scopes, expires_at: 0 }

  test('its token is used without a request if the app knows the details', async () => {
    const { page, asked } = openInApp({ access_token: 'from-app', details })
    await renewalOf(page).renew()
    expect(page.token.current()).toMatchObject({
      access_token: 'from-app',
      scopes: VERIFIED.scopes,
      travelsByCookie: false,
    })
    expect(page.changes).toEqual(['verified'])
    expect(page.sent()).toEqual([])
    expect(asked).toEqual([undefined])
  })

  test('the platform is asked for the details if the app does not know them', async () => {
    const { page } = openInApp({ access_token: 'from-app' })
    page.live.set('from-app', VERIFIED)
    await renewalOf(page).renew()
    expect(page.token.current()).toMatchObject({ access_token: 'from-app', ...VERIFIED })
    expect(page.sent()).toEqual(['GET /api/v5/token from-app'])
  })

  test('the app is asked again after a dead token, with that token', async () => {
    const { page, asked } = openInApp({ access_token: 'stale' }, { access_token: 'fresh' })
    page.live.set('fresh', VERIFIED)
    await renewalOf(page).renew()
    expect(page.inForce()).toBe('fresh')
    expect(asked).toEqual([undefined, 'stale'])
  })

  test('a token is created after two dead ones', async () => {
    const { page, asked } = openInApp({ access_token: 'stale' }, { access_token: 'stale' }, { access_token: 'stale' })
    await renewalOf(page).renew()
    expect(page.inForce()).toBe('new-1')
    expect(asked).toHaveLength(2)
  })

  test('its JWT creates a token, whose details are read', async () => {
    const { page } = openInApp({ jwt: 'app.jwt.c' })
    await renewalOf(page).renew()
    expect(bodies(page)[0]).toBe('jwt=app.jwt.c')
    expect(page.token.current()).toMatchObject({ access_token: 'new-1', ...VERIFIED })
    expect(page.changes).toEqual(['verified'])
  })

  test('its token is not used if the consumer logs out meanwhile', async () => {
    const gate = createGate()
    const page = openSession({
      app: { isConnected: true, renewToken: async () => ({ access_token: 'from-app' }) },
      answer: gate.hold(),
    })
    page.live.set('from-app', VERIFIED)
    const renewal = renewalOf(page).renew()
    await gate.reached
    page.logOut()
    gate.open()
    await expect(renewal).rejects.toMatchObject({ code: 'logged_out' })
    expect(page.token.current()).toBeUndefined()
  })
})

describe('the details of a created token', () => {
  test('are returned once', async () => {
    const { renew, takeCreated } = renewalOf(openSession())
    await renew()
    expect(takeCreated('new-1')).toMatchObject({ scopes: DEVICE.scopes, expires_at: expect.any(Number) })
    expect(takeCreated('new-1')).toBeUndefined()
  })

  test('are not returned for another token', async () => {
    const { renew, takeCreated } = renewalOf(openSession())
    await renew()
    expect(takeCreated('another')).toBeUndefined()
  })
})

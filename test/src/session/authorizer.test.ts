import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aborted, RewardsError } from '../../../src/error/error.js'
import type { Request } from '../../../src/http/exchange.js'
import type { Answer } from '../../../src/http/send.js'
import { adoptToken } from '../../../src/session/adopt.js'
import { askAbout } from '../../../src/session/ask-about.js'
import { type AuthorizerPorts, createAuthorizer } from '../../../src/session/authorizer.js'
import { createRecovery } from '../../../src/session/recover.js'
import { fetchDetails } from '../../../src/session/token-details.js'
import { createToken } from '../../../src/token/token.js'
import { against } from '../against.js'
import { failure } from '../failure.js'
import { lifetime } from '../lifetime.js'
import { error, type Sent, web } from '../wire.js'
import { createGate, DEVICE, openSession } from './open-session.js'

const jwt = () => ''

const ZONE: Request = { method: 'POST', path: '/zones' }
const PROFILE: Request = { method: 'GET', path: '/api/v4/me' }
const ANSWER: Answer = { url: '', status: 200, headers: new Headers(), text: '{}', json: {} }

const dead = () => new RewardsError('expired_access_token', 'No', { status: 401 })
const denied = () => new RewardsError('scopes_denied', 'No', { status: 403 })
const loggedOut = () => new RewardsError('logged_out', 'No')

interface Page extends Partial<Pick<AuthorizerPorts, 'settings' | 'evaluate' | 'withLock'>> {
  renew?(): Promise<unknown>
  /** The consumer is known as verified, though they have no token. */
  wasVerified?: boolean
}

/** An authorizer on a page without a token, and in their order the renewals, proofs and zones that have brought one. */
function open({ renew, wasVerified, ...ports }: Page = {}) {
  const steps: string[] = []
  const token = createToken({ base: 'https://share.brand.com', vendor: 'svc' })
  const scopes = wasVerified ? ['VERIFIED_CONSUMER'] : []
  const hold = (access_token: string, expires_at = 0) =>
    token.replace({ stamp: token.stamp(), access_token, travelsByCookie: false }, { scopes, expires_at })
  if (wasVerified) {
    hold('dead')
    token.drop('dead')
  }
  const identity = {
    async renew() {
      steps.push('renew')
      if (renew) await renew()
      else hold(`renewed-${steps.length}`)
    },
    recover: createRecovery(token, async () => steps.push('prove')),
  }
  const authorizer = createAuthorizer({
    token,
    lifetime,
    settings: {},
    app: {},
    loadIdentity: async () => identity,
    evaluate: () => undefined,
    withLock: work => work(),
    ...ports,
  })
  async function send() {
    steps.push('send')
    hold('brought')
    return ANSWER
  }
  const inForce = () => token.current()?.access_token
  /** Resolves with the answer to the call, or with the token that the call is to be sent with. */
  const authorize = async (request: Request, previous?: RewardsError) =>
    (await authorizer.authorize(request, send, previous)) ?? inForce()
  return { ...authorizer, token, hold, steps, authorize, inForce }
}

/** An authorizer whose first renewal waits at the gate, then does `finish`. The second one brings a token. */
function openWaiting(finish = () => {}) {
  const gate = createGate()
  let renewals = 0
  const page = open({
    async renew() {
      renewals++
      if (renewals > 1) return page.hold('renewed')
      await gate.pass()
      return finish()
    },
  })
  return { ...page, gate, renewals: () => renewals }
}

describe('a call on a page without a token', () => {
  test('is sent at once if it requests a zone, and its answer brings the token', async () => {
    const { authorize, steps, inForce } = open()
    expect(await authorize(ZONE)).toBe(ANSWER)
    expect(steps).toEqual(['send'])
    expect(inForce()).toBe('brought')
  })

  test('waits for a renewal if it is any other call', async () => {
    const { authorize, steps } = open()
    expect(await authorize(PROFILE)).toBe('renewed-1')
    expect(steps).toEqual(['renew'])
  })

  test.each<[string, Page, RewardsError | undefined]>([
    ['its first attempt has failed', {}, dead()],
    ['the host can prove the consumer again', { settings: { jwt }, wasVerified: true }, undefined],
    ['only a renewal may bring a token', { settings: { tokenDuration: 600 } }, undefined],
  ])('waits for a renewal, even if it requests a zone, if %s', async (_, ports, previous) => {
    const { authorize, steps } = open(ports)
    expect(await authorize(ZONE, previous)).toBe('renewed-1')
    expect(steps).toEqual(['renew'])
  })

  test('creates the owner of the events that are tracked meanwhile', async () => {
    const { authorize, token, gate } = openWaiting()
    const call = authorize(PROFILE)
    await gate.reached
    expect(token.owner()).toMatch(/./)
    gate.open()
    await call
  })

  test('waits until the new token is evaluated', async () => {
    const gate = createGate()
    const page = open({
      evaluate: gate.pass,
      async renew() {
        page.accept({ access_token: 'brought', travelsByCookie: false, stamp: 1 })
      },
    })
    const isOver = vi.fn()
    const call = page.authorize(PROFILE).then(isOver)
    await gate.reached
    await new Promise(setImmediate)
    expect(isOver).not.toHaveBeenCalled()
    gate.open()
    await call
  })
})

describe('several calls on a page without a token', () => {
  test('use one new token', async () => {
    const { authorize, steps } = open()
    const all = await Promise.all([authorize(PROFILE), authorize(ZONE), authorize(PROFILE)])
    expect(all).toEqual(all.map(() => 'renewed-1'))
    expect(steps).toEqual(['renew'])
  })

  test('fail together if no token can be acquired, with a retryable error', async () => {
    const renew = vi.fn(() => Promise.reject(new RewardsError('jwt_error', 'No', { status: 400 })))
    const { authorize } = open({ renew })
    const calls = [authorize(PROFILE), authorize(PROFILE)].map(failure)
    expect(await Promise.all(calls)).toMatchObject([
      { code: 'jwt_error', retryable: true },
      { code: 'jwt_error', retryable: true },
    ])
    expect(renew).toHaveBeenCalledOnce()
    expect(await failure(authorize(PROFILE))).toMatchObject({ code: 'jwt_error', retryable: true })
    expect(renew).toHaveBeenCalledTimes(2)
  })

  test.each([
    ['was aborted', () => aborted()],
    ['ended with the session of a consumer who has logged out', loggedOut],
  ])('acquire a token with the second call if the first call %s', async (_, end) => {
    const { authorize, gate, renewals } = openWaiting(() => {
      throw end()
    })
    const first = failure(authorize(PROFILE))
    await gate.reached
    const second = authorize(PROFILE)
    gate.open()
    expect(await first).toMatchObject({ code: end().code })
    expect(await second).toBe('renewed')
    expect(renewals()).toBe(2)
  })

  test('end when they are aborted, and the renewal continues for the other calls', async () => {
    const page = openWaiting(() => page.hold('late'))
    const controllers = [new AbortController(), new AbortController()]
    const calls = controllers.map(({ signal }) => page.authorize({ ...PROFILE, signal }))
    const other = page.authorize(PROFILE)
    await page.gate.reached
    for (const controller of controllers) controller.abort()
    for (const call of calls) expect(await failure(call)).toMatchObject({ code: 'aborted' })
    page.gate.open()
    expect(await other).toBe('late')
    expect(page.renewals()).toBe(1)
  })

  test('end when their consumer logs out, and acquire no token', async () => {
    const page = openWaiting(() => {
      throw loggedOut()
    })
    const sessionSignal = page.token.login().signal
    const calls = [page.authorize({ ...PROFILE, sessionSignal }), page.authorize({ ...PROFILE, sessionSignal })]
    const ends = calls.map(failure)
    await page.gate.reached
    page.token.forget()
    page.gate.open()
    for (const end of ends) expect(await end).toMatchObject({ code: 'logged_out' })
    // Neither does the second attempt of a call that was refused before the logout.
    expect(await failure(page.authorize({ ...PROFILE, sessionSignal }, dead()))).toMatchObject({ code: 'logged_out' })
    expect(page.renewals()).toBe(1)
    expect(await page.authorize({ ...PROFILE, sessionSignal: page.token.login().signal })).toBe('renewed')
  })
})

test('calls share a listener on the signal of their session, which asks no call that has ended', async () => {
  const page = open()
  const sessionSignal = page.token.login().signal
  const { signal } = new AbortController()
  await Promise.all([1, 2, 3].map(() => page.authorize({ ...PROFILE, sessionSignal, signal })))
  expect(getEventListeners(sessionSignal, 'abort')).toHaveLength(1)
  const asked = vi.spyOn(signal, 'aborted', 'get')
  page.token.forget()
  expect(sessionSignal.aborted).toBe(true)
  expect(asked).not.toHaveBeenCalled()
})

describe('a token that is about to expire', () => {
  const soon = () => Date.now() + 9_000
  const verified = { settings: { jwt }, wasVerified: true }

  test('is renewed if the host can prove the consumer again', async () => {
    const { authorize, hold, steps } = open(verified)
    hold('old', soon())
    expect(await authorize(ZONE)).toBe('renewed-1')
    expect(steps).toEqual(['renew'])
  })

  test.each<[string, Page, () => number]>([
    ['the host proves nobody', { wasVerified: true }, soon],
    ['the consumer was not verified', { settings: { jwt } }, soon],
    ['it lives longer than ten seconds', verified, () => Date.now() + 15_000],
    ['the platform does not say when', verified, () => 0],
  ])('is used if %s', async (_, ports, expires_at) => {
    const { authorize, hold, steps } = open(ports)
    hold('old', expires_at())
    expect(await authorize(PROFILE)).toBe('old')
    expect(steps).toEqual([])
  })
})

describe('a rejected call', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
  afterEach(() => void vi.useRealTimers())

  test('drops a dead token and can be sent again', async () => {
    const { recover, hold, inForce } = open()
    hold('old')
    await recover(dead(), 'old')
    expect(inForce()).toBeUndefined()
  })

  test('keeps the token in force if that is no longer the dead token', async () => {
    const { recover, hold, inForce } = open()
    hold('new')
    await recover(dead(), 'old')
    expect(inForce()).toBe('new')
  })

  test('is not sent again if the renewed token is dead, and no token is renewed for a minute', async () => {
    const { recover, hold, inForce } = open()
    hold('renewed')
    expect(await failure(recover(dead(), 'renewed', dead()))).toMatchObject({ retryable: true })
    vi.advanceTimersByTime(59_999)
    expect(await failure(recover(dead(), 'renewed'))).toMatchObject({ retryable: true })
    expect(inForce()).toBe('renewed')
    vi.advanceTimersByTime(1)
    await recover(dead(), 'renewed')
    expect(inForce()).toBeUndefined()
  })

  test('is not sent a third time if its token dies after the proof', async () => {
    const { recover, hold, inForce } = open()
    hold('own')
    expect(await failure(recover(dead(), 'own', denied()))).toMatchObject({ retryable: true })
    expect(inForce()).toBe('own')
    // The token was not renewed in vain: the next call renews it.
    await recover(dead(), 'own')
    expect(inForce()).toBeUndefined()
  })

  test('is sent again once with a proof if its token lacks a scope', async () => {
    const { recover, hold, steps } = open({ settings: { jwt } })
    hold('own')
    await recover(denied(), 'own')
    expect(steps).toEqual(['prove'])
    expect(await failure(recover(denied(), 'own', denied()))).toMatchObject({ code: 'scopes_denied' })
    expect(steps).toEqual(['prove'])
  })

  test('fails if its token lacks a scope and the host has no JWT', async () => {
    const { recover, hold, steps } = open()
    hold('own')
    const error = denied()
    expect(await failure(recover(error, 'own'))).toBe(error)
    expect(steps).toEqual([])
  })

  test('fails with the original error in all other cases', async () => {
    const { recover, inForce, hold, steps } = open({ settings: { jwt } })
    hold('own')
    const error = new RewardsError('access_denied', 'No', { status: 403 })
    expect(await failure(recover(error, 'own'))).toBe(error)
    expect(inForce()).toBe('own')
    expect(steps).toEqual([])
  })
})

describe('work that blocks all calls', () => {
  test('delays a call even if there is a token', async () => {
    const { blockCalls, authorize, hold } = open()
    hold('own')
    const gate = createGate()
    const bringing = blockCalls(async () => {
      await gate.pass()
      hold('linked')
    })
    const call = authorize(PROFILE)
    await gate.reached
    gate.open()
    expect(await call).toBe('linked')
    await bringing
  })

  test('is not done by acquireToken() if another tab has acquired a token meanwhile', async () => {
    const turn = createGate()
    const page = open({
      async withLock(work) {
        await turn.pass()
        return work()
      },
    })
    const bring = vi.fn(async () => {})
    const bringing = page.acquireToken(bring)
    await turn.reached
    page.hold('theirs')
    turn.open()
    await bringing
    expect(bring).not.toHaveBeenCalled()
    expect(page.inForce()).toBe('theirs')
  })

  test('goes on blocking them if work that began earlier ends', async () => {
    const { blockCalls, authorize, hold } = open()
    hold('held')
    const [earlier, later] = [createGate(), createGate()]
    const first = blockCalls(earlier.pass)
    const second = blockCalls(later.pass)
    earlier.open()
    await first
    let isSent = false
    const call = authorize(PROFILE).then(() => (isSent = true))
    await new Promise(resolve => setTimeout(resolve))
    expect(isSent).toBe(false)
    later.open()
    await Promise.all([second, call])
    expect(isSent).toBe(true)
  })

  test('does not block the next call if it fails', async () => {
    const page = open()
    const error = new RewardsError('network_error', 'No', { retryable: true })
    expect(await failure(page.blockCalls(() => Promise.reject(error)))).toBe(error)
    expect(await page.authorize(PROFILE)).toBe('renewed-1')
  })
})

describe('a prerendered page', () => {
  class PrerenderedDocument extends EventTarget {
    #isActivated = false
    get prerendering() {
      return !this.#isActivated
    }
    activate() {
      this.#isActivated = true
      this.dispatchEvent(new Event('prerenderingchange'))
    }
  }
  /** Returns what activates the page. */
  function prerender() {
    const page = new PrerenderedDocument()
    vi.stubGlobal('document', page)
    return () => page.activate()
  }
  afterEach(() => void vi.unstubAllGlobals())

  test('sends nothing until it is activated', async () => {
    const activate = prerender()
    const { authorize, steps } = open()
    const call = authorize(ZONE)
    await new Promise(setImmediate)
    expect(steps).toEqual([])
    activate()
    await call
    expect(steps).toEqual(['send'])
  })

  test('ends the wait of a call that is aborted', async () => {
    prerender()
    const { authorize, steps } = open()
    const controller = new AbortController()
    const call = failure(authorize({ ...ZONE, signal: controller.signal }))
    controller.abort()
    expect(await call).toMatchObject({ code: 'aborted' })
    expect(steps).toEqual([])
  })

  test('sends no request that goes past the authorizer, and holds no lock, until it is activated', async () => {
    const activate = prerender()
    const session = openSession({ consent: 'granted' })
    session.hold('own', DEVICE)
    const request = vi.fn((_name: string, _options: unknown, work: () => Promise<unknown>) => work())
    vi.stubGlobal('navigator', { locks: { request } })
    session.live.set('linked', { ...DEVICE, identity_id: 'p-linked' })
    const adopt = async () => adoptToken(session, 'linked', await askAbout(session.client, 'linked'))
    const adoption = session.authorizer.blockCalls(adopt)
    const details = fetchDetails(session.client, 'linked')
    await new Promise(setImmediate)
    expect([session.sent(), request.mock.calls]).toEqual([[], []])
    activate()
    await Promise.all([adoption, details])
    expect(session.inForce()).toBe('linked')
  })
})

test.each([
  ['expired_access_token', 401],
  ['invalid_access_token', 403],
  ['missing_access_token', 403],
  ['method_unauthorized', 401],
])('an answer of the site itself with the code %s costs the consumer no token', async (code, status) => {
  const { rewards, requests } = against(({ path }) =>
    path === '/api/v4/me' ? Response.json({ code, message: 'Log in first' }, { status }) : undefined,
  )
  await rewards.zone('terms')
  expect(await failure(rewards.profile.get())).toMatchObject({ code: 'network_error', retryable: true })
  await rewards.track('page_viewed')
  expect(requests.map(({ path, token }) => `${path} ${token}`)).toEqual([
    '/zones undefined',
    '/api/v4/me made',
    '/api/v6/events made',
  ])
})

describe('the first call of a page without a token', () => {
  test('makes all other calls wait, and they carry its token', async () => {
    let release = () => {}
    const held = new Promise<void>(resolve => {
      release = resolve
    })
    const { rewards, requests } = against((_, index) => (index ? undefined : held.then(() => web('made', '{}'))))
    const all = Promise.all([rewards.zone('terms'), rewards.zone('overlay'), rewards.track('page_viewed')])
    await new Promise(resolve => setImmediate(resolve))
    expect(requests).toHaveLength(1)
    release()
    await all
    expect(requests.slice(1).map(({ token }) => token)).toEqual(['made', 'made'])
  })

  // It waits for the first, which may take half a minute.
  test('does not hold back a call that is aborted while it waits', async () => {
    const { rewards } = against(() => new Promise<Response>(() => {}))
    void rewards.zone('terms').catch(() => {})
    const controller = new AbortController()
    const outcome = rewards.zone('overlay', {}, { signal: controller.signal }).catch(error => error)
    controller.abort()
    const late = new Promise(resolve => setTimeout(resolve, 200, 'waits'))
    expect(await Promise.race([outcome, late])).toMatchObject({ code: 'aborted' })
  })

  test('fails the waiting calls in the same way if the network fails', async () => {
    const { rewards, requests } = against(() => {
      throw new TypeError('Failed to fetch')
    })
    const outcomes = await Promise.allSettled([rewards.zone('terms'), rewards.zone('overlay')])
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { code: 'network_error' } })
    expect(requests).toHaveLength(1)
  })

  test('does not fail the waiting calls if it is rejected for its own reason', async () => {
    const refusal = () => web('made', '', { 'x-svc-error-message': 'invalid_parameter: data.email' })
    const { rewards } = against((_, index) => (index ? undefined : refusal()))
    const [first, second, event] = await Promise.allSettled([
      rewards.zone('terms', { email: 'x' }),
      rewards.zone('overlay'),
      rewards.track('purchase'),
    ])
    expect(first).toMatchObject({ reason: { code: 'invalid_parameter' } })
    expect(second).toMatchObject({ status: 'fulfilled' })
    expect(event).toMatchObject({ status: 'fulfilled', value: { event_id: 'e-1' } })
  })
})

describe('a platform that refuses every token', () => {
  const refuses = ({ path }: Sent) => (path === '/api/v4/me' ? error(401, 'invalid_access_token') : undefined)
  const made = (paths: string[]) => paths.filter(path => path === '/api/v5/token').length

  test('is asked for one new token, not for one at each attempt', async () => {
    const { rewards, paths } = against(refuses)
    for (let tries = 6; tries--; )
      await expect(rewards.profile.get()).rejects.toMatchObject({ code: 'invalid_access_token', retryable: true })
    // The first, and the one in its place.
    expect(made(paths())).toBe(2)
  })

  test('is asked again a minute later', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { rewards, paths } = against(refuses)
    for (let minutes = 3; minutes--; ) {
      await expect(rewards.profile.get()).rejects.toMatchObject({ code: 'invalid_access_token' })
      await expect(rewards.profile.get()).rejects.toMatchObject({ code: 'invalid_access_token' })
      vi.advanceTimersByTime(60_000)
    }
    vi.useRealTimers()
    expect(made(paths())).toBe(4)
  })
})

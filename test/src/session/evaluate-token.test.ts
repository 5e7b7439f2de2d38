// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createEvaluator } from '../../../src/session/evaluate-token.js'
import { failure } from '../failure.js'
import { error, web } from '../wire.js'
import {
  createGate,
  DEVICE,
  IDENTIFIED,
  type OpenSession,
  openSession,
  openTab,
  type Said,
  VERIFIED,
} from './open-session.js'

const OTHER_DEVICE = { ...DEVICE, identity_id: 'p-other' }

interface Arrival {
  /** When the request left whose answer brought the token. */
  stamp?: number
  /** What the answer itself said, where it has created the token. */
  created?: Said
  /** Whose the token was when the answer came. */
  owner?: string | undefined
}

/** An answer has brought a token while `page` knows somebody. Resolves with how often the page has renewed its token for that. */
async function evaluate(page: OpenSession, access_token: string, arrival: Arrival = {}) {
  const { stamp = page.token.stamp(), created, owner = page.token.owner() } = arrival
  let renewals = 0
  const { evaluate } = createEvaluator(page, {
    async renew() {
      renewals++
    },
    takeCreated: () => created && { ...created, expires_at: 0 },
  })
  await evaluate({ access_token, travelsByCookie: true, stamp, owner })
  return renewals
}

/** An answer to a request of the present login has brought a token. */
const arriveAt = (page: OpenSession, { evaluate }: ReturnType<typeof createEvaluator>, access_token: string) =>
  evaluate({ access_token, travelsByCookie: true, stamp: page.token.stamp(), owner: page.token.owner() })

const GET = 'GET /api/v5/token'

/** The page's own cookie is the other tabs' too. */
afterEach(() => {
  vi.unstubAllGlobals()
  openTab().token.forget()
})

describe('an arrived token of a higher level', () => {
  test('replaces the held token, whose details are not requested', async () => {
    const page = openSession()
    page.hold('old', DEVICE)
    page.live.set('new', IDENTIFIED)
    expect(await evaluate(page, 'new')).toBe(0)
    expect(page.token.current()).toMatchObject({ access_token: 'new', travelsByCookie: true, ...IDENTIFIED })
    expect(page.sent()).toEqual([`${GET} new`])
  })

  test('replaces the held token even if that came with a later request', async () => {
    const page = openSession()
    const stamp = page.token.stamp()
    page.hold('old', DEVICE)
    page.live.set('new', IDENTIFIED)
    await evaluate(page, 'new', { stamp })
    expect(page.inForce()).toBe('new')
  })
})

describe('an arrived token of the same level', () => {
  test.each([
    ['of a person', IDENTIFIED, true],
    ['of a device whose token travels in the header', DEVICE, false],
  ])('replaces the held token %s', async (_, said, cookie) => {
    const page = openSession()
    page.hold('old', said, { travelsByCookie: cookie })
    page.live.set('new', said)
    await evaluate(page, 'new')
    expect(page.inForce()).toBe('new')
    expect(page.sent()).toEqual([`${GET} new`])
  })

  test('does not replace a token that came with a later request', async () => {
    const page = openSession()
    const stamp = page.token.stamp()
    page.hold('old', IDENTIFIED)
    page.live.set('new', IDENTIFIED)
    await evaluate(page, 'new', { stamp })
    expect(page.inForce()).toBe('old')
  })

  test('does not replace a live token whose cookie was not sent: that token travels in the header', async () => {
    const page = openSession()
    page.hold('old', DEVICE, { travelsByCookie: true })
    page.live.set('new', OTHER_DEVICE)
    expect(await evaluate(page, 'new')).toBe(0)
    expect(page.token.current()).toMatchObject({ access_token: 'old', travelsByCookie: false, ...DEVICE })
  })
})

describe('an arrived token of a lower level', () => {
  test('does not replace a live token, which then travels in the header', async () => {
    const page = openSession({ jwt: () => '' })
    page.hold('old', VERIFIED, { travelsByCookie: true })
    page.live.set('new', DEVICE)
    expect(await evaluate(page, 'new')).toBe(0)
    expect(page.token.current()).toMatchObject({ access_token: 'old', travelsByCookie: false, ...VERIFIED })
  })

  test.each<[string, Said, Parameters<typeof openSession>[0]]>([
    ['the host proves nobody', VERIFIED, {}],
    ['the person was not verified', IDENTIFIED, { jwt: () => '' }],
  ])('replaces a dead token if %s', async (_, said, options) => {
    const page = openSession(options)
    page.hold('old', said, { isLive: false })
    page.live.set('new', DEVICE)
    expect(await evaluate(page, 'new')).toBe(0)
    expect(page.token.current()).toMatchObject({ access_token: 'new', travelsByCookie: true, ...DEVICE })
    expect(page.changes.at(-1)).toBe('anonymous')
  })

  test.each<[string, Said, Parameters<typeof openSession>[0]]>([
    ['the host proves', VERIFIED, { jwt: () => '' }],
    ['a native app knows', IDENTIFIED, { app: { renewToken: async () => ({}) } }],
  ])('does not replace the dead token of a person whom %s: the person is restored with their owner', async (_, said, options) => {
    const page = openSession(options)
    page.hold('old', said, { isLive: false })
    const owner = page.token.owner()
    page.live.set('new', DEVICE)
    expect(await evaluate(page, 'new')).toBe(1)
    expect(page.inForce()).toBeUndefined()
    expect(page.token.owner()).toBe(owner)
  })
})

describe('tokens that arrive at the same time', () => {
  test('are evaluated one after the other', async () => {
    const gate = createGate()
    const page = openSession({
      answer: gate.hold(({ token }) => token === 'first'),
    })
    page.hold('old', DEVICE)
    page.live.set('first', IDENTIFIED)
    page.live.set('second', DEVICE)
    const evaluator = createEvaluator(page, { renew: async () => {}, takeCreated: () => undefined })
    const arrive = (access_token: string) => arriveAt(page, evaluator, access_token)
    const evaluations = [arrive('first'), arrive('second')]
    await gate.reached
    expect(page.sent()).toEqual([`${GET} first`])
    gate.open()
    await evaluator.allEvaluated()
    expect(page.inForce()).toBe('first')
    await Promise.all(evaluations)
  })

  test('are evaluated even if the evaluation before fails', async () => {
    const page = openSession({ answer: ({ token }) => (token === 'first' ? error(503, 'software_error') : undefined) })
    page.hold('old', DEVICE)
    page.live.set('second', IDENTIFIED)
    const evaluator = createEvaluator(page, { renew: async () => {}, takeCreated: () => undefined })
    const arrive = (access_token: string) => arriveAt(page, evaluator, access_token)
    const [first, second] = [failure(arrive('first')), arrive('second')]
    expect(await first).toMatchObject({ status: 503 })
    await second
    expect(page.inForce()).toBe('second')
  })
})

test('a token that has arrived before a logout restores nobody', async () => {
  const page = openSession()
  page.hold('old', VERIFIED)
  const owner = page.token.owner()
  page.token.forget()
  page.live.set('new', VERIFIED)
  await evaluate(page, 'new', { owner })
  expect(page.token.current()).toBeUndefined()
})

describe('the details of an arrived token', () => {
  test('are those of the answer that created it, if it is anonymous', async () => {
    const page = openSession()
    page.hold('old', DEVICE)
    await evaluate(page, 'new', { created: OTHER_DEVICE })
    expect(page.token.current()).toMatchObject({ access_token: 'new', ...OTHER_DEVICE })
    expect(page.sent()).toEqual([])
  })

  test('are requested if it is a person’s, because the answer does not say which person', async () => {
    const page = openSession()
    page.hold('old', DEVICE)
    page.live.set('new', VERIFIED)
    await evaluate(page, 'new', { created: { ...VERIFIED, identity_id: '' } })
    expect(page.token.current()).toMatchObject({ access_token: 'new', ...VERIFIED })
  })

  test('are missing if it is dead: nothing changes', async () => {
    const page = openSession({ jwt: () => '' })
    page.hold('old', VERIFIED, { travelsByCookie: true })
    expect(await evaluate(page, 'new')).toBe(0)
    expect(page.token.current()).toMatchObject({ access_token: 'old', travelsByCookie: true })
    expect(page.sent()).toEqual([`${GET} new`])
  })

  test.each([
    'new',
    'old',
  ])('cannot be compared if the request about the %s token fails: nothing changes', async which => {
    const page = openSession({ answer: ({ token }) => (token === which ? error(503, 'software_error') : undefined) })
    page.hold('old', IDENTIFIED, { travelsByCookie: true })
    page.live.set('new', DEVICE)
    await expect(evaluate(page, 'new')).rejects.toMatchObject({ status: 503 })
    expect(page.token.current()).toMatchObject({ access_token: 'old', travelsByCookie: true })
  })
})

test.each(['new', 'old'])('an answer about the %s token that is cut off says nothing: nothing changes', async which => {
  const page = openSession({ answer: ({ token }) => (token === which ? web(which, '{"scopes":["LOC') : undefined) })
  page.hold('old', IDENTIFIED, { travelsByCookie: true })
  page.live.set('new', DEVICE)
  await expect(evaluate(page, 'new')).rejects.toMatchObject({ code: 'network_error', retryable: true })
  expect(page.token.current()).toMatchObject({ access_token: 'old', travelsByCookie: true, ...IDENTIFIED })
})

/** A page that waits for what the platform says of one of the tokens. */
function openWaitingFor(which: string) {
  const gate = createGate()
  const page = openSession({
    consent: 'granted',
    jwt: () => '',
    answer: gate.hold(({ method, token }) => method === 'GET' && token === which),
  })
  return { page, gate }
}

describe.each(['new', 'old'])('while the details of the %s token are requested', which => {
  test('a logout in another tab ends the evaluation and restores nobody', async () => {
    const { page, gate } = openWaitingFor(which)
    page.hold('old', VERIFIED, { isLive: false })
    page.live.set('new', IDENTIFIED)
    const evaluation = evaluate(page, 'new')
    await gate.reached
    openTab().token.forget()
    gate.open()
    expect(await evaluation).toBe(0)
    expect(page.token.current()).toBeUndefined()
  })

  test('a logout in this tab ends the evaluation and restores nobody', async () => {
    const { page, gate } = openWaitingFor(which)
    page.hold('old', VERIFIED, { isLive: false })
    page.live.set('new', IDENTIFIED)
    const evaluation = evaluate(page, 'new')
    await gate.reached
    page.logOut()
    gate.open()
    await expect(evaluation).rejects.toMatchObject({ code: 'logged_out' })
    expect(page.token.current()).toBeUndefined()
  })

  test('a token from another tab stays in force', async () => {
    const { page, gate } = openWaitingFor(which)
    page.hold('old', IDENTIFIED, { isLive: false })
    page.live.set('new', DEVICE)
    const evaluation = evaluate(page, 'new')
    await gate.reached
    const tab = openTab()
    page.live.set('theirs', VERIFIED)
    tab.token.replace(
      { stamp: tab.token.stamp(), access_token: 'theirs', travelsByCookie: false },
      { ...VERIFIED, expires_at: 0 },
    )
    gate.open()
    expect(await evaluation).toBe(0)
    expect(page.inForce()).toBe('theirs')
  })

  test('denied consent keeps the result in memory only', async () => {
    const { page, gate } = openWaitingFor(which)
    page.hold('old', IDENTIFIED, { isLive: false })
    page.live.set('new', DEVICE)
    const evaluation = evaluate(page, 'new')
    await gate.reached
    page.consent.set('denied')
    gate.open()
    await evaluation
    expect(page.inForce()).toBe('new')
    expect(document.cookie).toBe('')
    expect(page.usesCookies()).toBe(false)
  })
})

describe('a zone request with the dead token of a verified person', () => {
  test('resolves after the native app has provided a new token', async () => {
    const details = { scopes: VERIFIED.scopes, expires_at: 0 }
    const page = openSession({
      app: {
        isConnected: true,
        async renewToken() {
          // The app answers in a later task.
          await new Promise(resolve => setTimeout(resolve))
          return { access_token: 'from-app', details }
        },
      },
    })
    page.hold('dead', VERIFIED, { isLive: false })
    page.live.set('from-app', VERIFIED)
    expect(await page.client.web('/zones', { event_name: 'terms' })).toMatchObject({ status: 200 })
    expect(page.inForce()).toBe('from-app')
    expect(page.consumer.current().level).toBe('verified')
  })

  test('resolves after another tab has acquired a new token', async () => {
    const jwt = vi.fn(() => '')
    const page = openSession({ jwt, consent: 'granted' })
    // The other tab has the lock until it has brought a token.
    const request = (_: string, __: object, work: () => Promise<unknown>) => {
      page.hold('theirs', VERIFIED)
      return work()
    }
    vi.stubGlobal('navigator', { locks: { request } })
    page.hold('dead', VERIFIED, { isLive: false })
    expect(await page.client.web('/zones', { event_name: 'terms' })).toMatchObject({ status: 200 })
    expect(page.inForce()).toBe('theirs')
    expect(page.consumer.current().level).toBe('verified')
    expect(jwt).not.toHaveBeenCalled()
  })
})

describe('a platform that sends another token with each answer about a token', () => {
  /** The tokens of these devices come with each answer about `ann`. */
  function openRotating(said: Said) {
    let count = 0
    const page = openSession({
      answer({ path, token = '' }) {
        const known = page.live.get(token)
        if (path !== '/api/v5/token' || token === 'new' || !known || count > 20) return undefined
        const next = `next-${++count}`
        page.live.set(next, said)
        return web(next, JSON.stringify({ ...known, access_token: token, expires_in: 3600 }))
      },
    })
    page.hold('ann', IDENTIFIED)
    return page
  }

  test('is asked about the held token once', async () => {
    const page = openRotating(DEVICE)
    page.live.set('new', DEVICE)
    const owner = page.token.owner()
    page.authorizer.accept({ access_token: 'new', travelsByCookie: true, stamp: page.token.stamp(), owner })
    let evaluated: unknown
    while (evaluated !== page.authorizer.evaluated()) {
      evaluated = page.authorizer.evaluated()
      await evaluated
    }
    expect(page.sent()).toEqual([`${GET} new`, `${GET} ann`, `${GET} next-1`])
    expect(page.inForce()).toBe('ann')
  })
})

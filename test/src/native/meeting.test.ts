// @vitest-environment happy-dom
import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { createRewards } from '../../../src/index.js'
import { DOMAIN } from '../local-platform.js'
import { installApp, type Kind } from './app.js'
import {
  ALL,
  gate,
  leavePage,
  met,
  newToken,
  pageIn,
  platformFetch,
  somebody,
  soon,
  stopTime,
  usePages,
  welcomed,
} from './page.js'

usePages()

describe('a page with the npm package', () => {
  test('hears an app that uses the queue, before and after the runtime starts', async () => {
    const { access_token, scopes } = await newToken(somebody())
    leavePage()
    const queue = globalThis as { rewards?: unknown[] }
    const say = (message: unknown) => {
      if (!queue.rewards?.push) queue.rewards = []
      queue.rewards.push(['receive', message])
    }
    say(JSON.stringify({ rewards: 1, type: 'welcome', payload: { color_scheme: 'dark' } }))
    queue.rewards!.push(['track', 'of somebody else'])
    installApp('ios', { hello: () => ({ capabilities: ALL, token: access_token, scopes }) }, say)
    const rewards = createRewards({ domain: DOMAIN, fetch: platformFetch })
    await rewards.zone('terms')
    expect(rewards.consumer.level).toBe('identified')
    expect([...queue.rewards!]).toEqual([['track', 'of somebody else']])
  })

  test('lets only its first runtime talk to the app', async () => {
    const { access_token, scopes } = await newToken(somebody())
    const { app } = pageIn('android', { hello: () => ({ capabilities: ALL, token: access_token, scopes }) })
    const elsewhere: (string | null)[] = []
    const other = createRewards({
      domain: 'https://other.example',
      fetch: async (input, init) => {
        elsewhere.push(new Request(input as string, init).headers.get('authorization'))
        throw new TypeError('offline')
      },
    })
    await other.zone('terms').catch(() => {})
    expect(new Set(elsewhere)).toEqual(new Set([null]))
    expect(other.shell).toBeUndefined()
    expect(app.of('hello')).toHaveLength(1)
  })
})

describe('an app', () => {
  test('with a partly invalid welcome is connected all the same', async () => {
    const { access_token, scopes } = await newToken(somebody())
    const { rewards, errors } = pageIn(
      'ios',
      { hello: () => ({ capabilities: ALL, token: access_token, scopes, consent: 'maybe', insets: { top: {} } }) },
      { data: Object.freeze({ labels: 'refer' }) },
    )
    await rewards.zone('terms')
    expect(rewards.consumer.level).toBe('identified')
    expect(errors).toMatchObject([{ code: 'invalid_argument' }])
  })

  test('sets the language of a page whose data is frozen', async () => {
    const data = Object.freeze({ labels: 'refer' })
    const { rewards, app } = pageIn('ios', { hello: () => ({ capabilities: ALL, locale: 'de' }) }, { data })
    await met(rewards)
    expect(rewards.data).toEqual({ labels: 'refer', locale: 'de' })
    await welcomed(app, { locale: 'fr' })
    expect(rewards.data.locale).toBe('fr')
  })

  test('that repeats its consent does not overrule the page', async () => {
    const { rewards, app } = pageIn('ios', { hello: () => ({ capabilities: [], consent: 'granted' }) })
    await met(rewards)
    rewards.setConsent('denied')
    await welcomed(app, { consent: 'granted', color_scheme: 'dark' })
    const tracked = rewards.track('page_view')
    expect(Object.keys(localStorage)).toEqual([])
    // An event that still waits is stored as soon as that is allowed.
    await tracked
    await welcomed(app, { consent: 'unset' })
    await welcomed(app, { consent: 'granted' })
    const id = randomUUID()
    rewards.track('page_view', {}, { id }).catch(() => {})
    expect(JSON.stringify({ ...localStorage })).toContain(id)
  })

  test('can answer hello late, and only by its id', async () => {
    stopTime()
    const { rewards, app } = pageIn('ios', {})
    const zone = rewards.zone('terms')
    await soon(() => expect(app.sent).toHaveLength(1))
    await vi.advanceTimersByTimeAsync(15_000)
    vi.useRealTimers()
    await zone
    app.say({ rewards: 1, id: app.sent[0]!.id, payload: { capabilities: ['share'] } })
    await met(rewards)
    expect(rewards.shell?.offers('share')).toBe(true)
  })

  test('whose handler throws or rejects is not waited for', async () => {
    for (const postMessage of [() => Promise.reject(new Error('gone')), thrower]) {
      leavePage()
      vi.stubGlobal('webkit', { messageHandlers: { rewards: { postMessage } } })
      stopTime()
      const rewards = createRewards({ domain: DOMAIN, fetch: platformFetch })
      expect(await rewards.zone('terms')).toMatchObject({ name: 'terms' })
      vi.useRealTimers()
    }
  })

  test('receives hello again from a page of the back/forward cache', async () => {
    const one = await newToken(somebody())
    const two = await newToken(somebody())
    const welcomes = [one, two].map(({ access_token, scopes }, index) => ({
      capabilities: ALL,
      person: `p-${index}`,
      session: `s-${index}`,
      token: access_token,
      scopes,
    }))
    const { rewards, app, requests } = pageIn('react native', { hello: () => welcomes.shift() })
    await rewards.zone('terms')
    globalThis.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
    expect(app.of('hello')).toHaveLength(1)
    globalThis.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await soon(() => expect(welcomes).toEqual([]))
    await rewards.zone('terms')
    expect(requests.at(-1)?.token).toBe(two.access_token)
    rewards.shell?.notify('haptic', {})
    expect(app.sent.at(-1)?.session).toBe('s-1')
  })

  test('with handlers for other purposes only costs nothing', async () => {
    leavePage()
    const postMessage = vi.fn()
    vi.stubGlobal('webkit', { messageHandlers: { fbLogin: { postMessage } } })
    stopTime()
    const rewards = createRewards({ domain: DOMAIN, fetch: platformFetch })
    expect(await rewards.zone('terms')).toMatchObject({ name: 'terms' })
    expect(postMessage).not.toHaveBeenCalled()
  })
})

const thrower = () => {
  throw new Error('gone')
}

describe('an app that does not know the SDK', () => {
  /** A page that is left without an answer; resolves with how long its first zone has waited before it was requested. */
  async function wait(consent: 'granted' | 'unset', kind: Kind = 'react native') {
    vi.unstubAllGlobals()
    stopTime()
    let requested: number | undefined
    const fetch: typeof platformFetch = (...request) => {
      requested ??= performance.now()
      return platformFetch(...request)
    }
    const { rewards, app } = pageIn(kind, {}, { consent, fetch })
    const since = performance.now()
    const zone = rewards.zone('terms')
    await soon(() => expect(app.sent).toHaveLength(1))
    while (requested === undefined) await vi.advanceTimersByTimeAsync(100)
    vi.useRealTimers()
    await zone
    return { waited: requested - since, rewards, app }
  }

  test('is waited for on the first page of a session only, if the page may store that', async () => {
    expect((await wait('granted')).waited).toBeGreaterThanOrEqual(2_000)
    const { waited, rewards, app } = await wait('granted')
    expect(waited).toBeLessThan(500)
    // It has heard of us now.
    await welcomed(app, { capabilities: ['share'] })
    expect(rewards.shell?.offers('share')).toBe(true)
    expect(sessionStorage).toHaveLength(0)
  })

  test('is waited for on every page if nothing may be stored, or if the app was made for the SDK', async () => {
    for (const kind of ['react native', 'ios'] as const)
      for (let pages = 2; pages--; ) {
        const { waited } = await wait(kind === 'ios' ? 'granted' : 'unset', kind)
        expect(waited).toBeGreaterThanOrEqual(2_000)
        expect(sessionStorage).toHaveLength(0)
      }
    const { rewards } = await wait('granted')
    expect(sessionStorage).toHaveLength(1)
    rewards.setConsent('denied')
    expect(sessionStorage).toHaveLength(0)
  })
})

describe('copies of events', () => {
  test('are sent for all events of the page, once each, with id and time, even if the page changes its data later', async () => {
    let welcome: (payload: object) => void = () => {}
    const door = gate(({ url }) => url.includes('/events'))
    const { rewards, app } = pageIn(
      'ios',
      { hello: () => new Promise(resolve => (welcome = resolve)) },
      { fetch: door.fetch },
    )
    const ids = [randomUUID(), randomUUID(), randomUUID()]
    const data = { items: ['lamp'] }
    const first = rewards.track('purchase', data, { id: ids[0]! })
    // What delivers has taken it over by now, and the app knows nothing of it yet.
    await soon(() => expect(app.sent).toHaveLength(1))
    await new Promise(resolve => setTimeout(resolve))
    const second = rewards.track('purchase', data, { id: ids[1]! })
    welcome({ capabilities: ['event'] })
    await met(rewards)
    const third = rewards.track('purchase', data, { id: ids[2]! })
    data.items.push('chair')
    door.open()
    await Promise.all([first, second, third])
    await soon(() => expect(app.of('event')).toHaveLength(3))
    expect(app.of('event')).toEqual(
      ids.map(partner_event_id => ({
        name: 'purchase',
        data: { items: ['lamp'], partner_event_id, event_time: expect.any(String) },
      })),
    )
  })
})

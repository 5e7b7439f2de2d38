import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { RewardsError } from '../../../src/error/error.js'
import { type Bridge, createBridge } from '../../../src/native/bridge.js'
import { lifetime } from '../lifetime.js'
import { type Answers, installApp, KINDS, type Kind } from './app.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A page's bridge, with an app of a kind behind it. */
function inApp(kind: Kind, answers: Answers = {}, onRequest: (type: string, payload: object) => unknown = () => {}) {
  let bridge: Bridge
  const app = installApp(kind, answers, message => bridge.receive(message))
  bridge = createBridge(onRequest, lifetime)
  return { bridge, app }
}

const settled = () => vi.advanceTimersByTimeAsync(0)

describe.each(KINDS)('the bridge to an app by %s', kind => {
  test('gives each request the answer with its id, in any order', async () => {
    const { bridge, app } = inApp(kind)
    const first = bridge.request('share', { url: 'https://a.example', text: undefined })
    const second = bridge.request('token.renew')
    const [one, two] = app.sent
    app.say({ rewards: 1, id: two!.id, payload: { token: 'new' } })
    app.say({ rewards: 1, id: one!.id, payload: { outcome: 'shared', count: 3 } })
    expect(await first).toEqual({ outcome: 'shared', count: 3 })
    expect(await second).toEqual({ token: 'new' })
    expect(one).toEqual({ rewards: 1, id: one!.id, type: 'share', payload: { url: 'https://a.example' } })
  })

  test.each([
    { code: 'native_error', reason: 'no_browser' },
    { reason: 'no_browser' },
    { code: 'no_browser' },
  ])('rejects with the reason of the app’s error, else with its code: %j', async error => {
    const { bridge } = inApp(kind, { open: () => ({ error }) })
    await expect(bridge.request('open')).rejects.toMatchObject({
      code: 'native_error',
      parameters: { reason: 'no_browser' },
    })
  })

  test('ignores a second answer', async () => {
    const { bridge, app } = inApp(kind)
    const asked = bridge.request('share')
    const { id } = app.sent[0]!
    app.say({ rewards: 1, id, payload: { outcome: 'canceled' } })
    app.say({ rewards: 1, id, type: 'share', payload: { outcome: 'shared' } })
    expect(await asked).toEqual({ outcome: 'canceled' })
    await settled()
    expect(app.sent).toHaveLength(1)
  })

  test('answers requests of the app', async () => {
    const { app } = inApp(kind, {}, (type, payload) => {
      if (type !== 'greet') throw new RewardsError('native_error', 'unknown_type')
      return { heard: payload }
    })
    app.say({ rewards: 1, id: 'n-1', type: 'greet', payload: { to: 'Ada' } })
    await settled()
    app.say({ rewards: 1, id: 'n-2', type: 'dance', payload: {} })
    await settled()
    expect(app.sent).toEqual([
      { rewards: 1, id: 'n-1', payload: { heard: { to: 'Ada' } } },
      { rewards: 1, id: 'n-2', error: { code: 'native_error', reason: 'unknown_type' } },
    ])
  })

  test('rejects at once when the app is gone', async () => {
    const { bridge, app } = inApp(kind)
    app.leave()
    await expect(bridge.request('share')).rejects.toMatchObject({ parameters: { reason: 'unreachable' } })
  })

  test.each([
    [10_000, undefined],
    [5_000, 5_000],
  ])('waits %i ms as usual when the app goes during a request with the timeout %s', async (limit, timeout) => {
    const { bridge, app } = inApp(kind)
    const rejected = vi.fn()
    bridge.request('share', {}, timeout).catch(rejected)
    app.leave()
    await vi.advanceTimersByTimeAsync(limit - 1)
    expect(rejected).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(rejected.mock.lastCall).toMatchObject([{ code: 'native_error', parameters: { reason: 'timeout' } }])
  })
})

test('a message that is not ours is ignored', async () => {
  const asked = vi.fn()
  const { bridge } = inApp('ios', {}, asked)
  for (const other of [undefined, null, 7, '', 'text', '{', '[]', {}, { type: 'greet' }, { rewards: 2, type: 'greet' }])
    bridge.receive(other)
  await settled()
  expect(asked).not.toHaveBeenCalled()
})

test('a message whose fields have the wrong types breaks nothing', async () => {
  const { bridge, app } = inApp('ios')
  const trick = JSON.parse('{"toString":1,"valueOf":1,"__proto__":{"rewards":1}}')
  for (const other of [{ rewards: trick }, { rewards: 1, id: trick }, { rewards: 1, type: trick }, trick])
    expect(() => bridge.receive(other)).not.toThrow()
  const asked = bridge.request('share')
  bridge.receive({ rewards: 1, id: app.sent.at(-1)!.id, error: { reason: trick, code: trick } })
  await expect(asked).rejects.toMatchObject({ parameters: { reason: 'failed' } })
})

test('an app is heard though another script takes its place on the object', async () => {
  const { bridge, app } = inApp('android', { share: () => ({ outcome: 'shared' }) })
  Reflect.get(globalThis, 'rewardsNative').onmessage = null
  expect(await bridge.request('share')).toEqual({ outcome: 'shared' })
  const listeners = new Set<unknown>()
  vi.stubGlobal('rewardsNative', {
    postMessage: () => {},
    onmessage: null,
    addEventListener: (_: string, hear: unknown) => listeners.add(hear),
  })
  for (let times = 2; times--; ) bridge.request('share').catch(() => {})
  expect(listeners.size).toBe(1)
  expect(Reflect.get(globalThis, 'rewardsNative').onmessage).toBe(null)
  app.leave()
})

test('a page that has ended hears the app no more', () => {
  const start = () => {
    const lifetime = new AbortController()
    createBridge(() => {}, lifetime.signal)
    return () => lifetime.abort()
  }
  const { app } = inApp('android')
  const android = Reflect.get(globalThis, 'rewardsNative')
  const end = start()
  expect(android.onmessage).not.toBe(null)
  end()
  expect(android.onmessage).toBe(null)
  const listeners = new Set<unknown>()
  vi.stubGlobal('rewardsNative', {
    postMessage: () => {},
    addEventListener: (_: string, hear: unknown) => listeners.add(hear),
    removeEventListener: (_: string, hear: unknown) => listeners.delete(hear),
  })
  const endOther = start()
  expect(listeners.size).toBe(1)
  endOther()
  expect(listeners.size).toBe(0)
  app.leave()
})

test('a handler can answer by its reply', async () => {
  const { bridge } = inApp('ios')
  vi.stubGlobal('webkit', {
    messageHandlers: {
      rewards: { postMessage: async ({ id }: { id: string }) => ({ rewards: 1, id, payload: { id } }) },
    },
  })
  expect(await bridge.request('share')).toEqual({ id: expect.any(String) })
})

test('an app whose handler rejects its reply is unreachable', async () => {
  const { bridge } = inApp('ios')
  vi.stubGlobal('webkit', { messageHandlers: { rewards: { postMessage: () => Promise.reject(new Error('gone')) } } })
  await expect(bridge.request('share')).rejects.toMatchObject({ parameters: { reason: 'unreachable' } })
})

test('a page names its session once the app has given one', async () => {
  const { bridge, app } = inApp('react native')
  bridge.request('hello').catch(() => {})
  bridge.setSession('s-1')
  bridge.request('share').catch(() => {})
  expect(app.sent.map(({ session }) => session)).toEqual([undefined, 's-1'])
})

test('a message that a window posts is not the app’s', async () => {
  const greeted = vi.fn()
  vi.stubGlobal('location', { origin: 'https://shop.brand.com' })
  inApp('android', {}, greeted)
  const hear = Reflect.get(globalThis, 'rewardsNative').onmessage
  const data = { rewards: 1, id: 'n-1', type: 'greet', payload: {} }
  hear({ data, origin: 'https://evil.example', source: {} })
  hear({ data, origin: 'https://evil.example' })
  hear({ data, origin: '', source: globalThis })
  await settled()
  expect(greeted).not.toHaveBeenCalled()
  hear({ data, origin: '', source: null })
  hear({ data: { ...data, id: 'n-2' }, origin: location.origin, source: null })
  await settled()
  expect(greeted).toHaveBeenCalledTimes(2)
})

test('a message goes to the handler that an app has added late', async () => {
  const { bridge } = inApp('ios')
  vi.stubGlobal('webkit', undefined)
  const app = installApp('android', { share: () => ({ outcome: 'shared' }) }, () => {})
  expect(await bridge.request('share')).toEqual({ outcome: 'shared' })
  expect(app.sent).toHaveLength(1)
})

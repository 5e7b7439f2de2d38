// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Consent, createRewards, type RewardsError } from '../../src/index.js'
import { json, tokenAnswer, web, wire } from './wire.js'

const blocked = (): never => {
  throw new DOMException('The operation is insecure', 'SecurityError')
}
const unhandled: unknown[] = []
const note = (reason: unknown) => unhandled.push(reason)

// What a browser does in a sandboxed frame, whose origin is nobody's, and where the user blocks all storage.
beforeEach(() => {
  Object.defineProperty(document, 'cookie', { configurable: true, get: blocked, set: blocked })
  vi.stubGlobal('localStorage', new Proxy({}, { get: blocked, ownKeys: blocked, set: blocked }))
  vi.stubGlobal('indexedDB', { open: blocked })
  vi.stubGlobal('BroadcastChannel', undefined)
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: { request: () => Promise.reject(new DOMException('No locks here', 'SecurityError')) },
  })
  process.on('unhandledRejection', note)
})
afterEach(async () => {
  await new Promise(resolve => setImmediate(resolve))
  process.off('unhandledRejection', note)
  vi.unstubAllGlobals()
  Reflect.deleteProperty(document, 'cookie')
  Reflect.deleteProperty(navigator, 'locks')
  expect(unhandled.splice(0)).toEqual([])
})

describe.each([
  'program',
  'granted',
  'unset',
  'denied',
] as Consent[])('where storage is blocked and consent is %s', consent => {
  function runtime() {
    const platform = wire((sent, index) => {
      const { path } = sent
      if (path === '/api/v5/token') return tokenAnswer(sent, 'made')
      const event = { id: `e-${index}`, event_id: `e-${index}`, data: {} }
      return path.startsWith('/api') ? json(event) : web('made', '{"id":"e-0"}')
    })
    const errors: RewardsError[] = []
    const rewards = createRewards({ domain: 'https://share.brand.localhost', consent, fetch: platform.fetch })
    rewards.addEventListener('error', ({ detail }) => errors.push(detail))
    return { rewards, errors, requests: platform.requests }
  }

  test('zones are loaded and events are delivered, from memory', async () => {
    const { rewards, errors } = runtime()
    expect(await rewards.zone('terms')).toMatchObject({ name: 'terms' })
    expect(await rewards.track('purchase', {}, { id: 'o-1' })).toMatchObject({ partner_event_id: 'o-1' })
    expect(await rewards.track('purchase', {}, { id: 'o-2' })).toMatchObject({ partner_event_id: 'o-2' })
    expect(errors).toEqual([])
  })

  test('an event can be the first call', async () => {
    const { rewards, requests } = runtime()
    expect(await rewards.track('purchase')).toMatchObject({ event_id: expect.any(String) })
    // One for the token, and one for the event.
    expect(requests).toHaveLength(2)
  })

  test('a change of consent and a logout work', async () => {
    const { rewards, errors } = runtime()
    await rewards.zone('terms')
    rewards.setConsent('granted')
    rewards.setConsent('denied')
    await rewards.logout()
    expect(rewards.consumer.level).toBe('anonymous')
    expect(errors).toEqual([])
  })
})

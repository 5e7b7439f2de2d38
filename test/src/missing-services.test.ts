// @vitest-environment happy-dom
// @vitest-environment-options {"url": "https://shop.brand.localhost/"}
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Rewards, RewardsError } from '../../src/index.js'
import { json, type Sent, web, wire } from './wire.js'

// A browser may lack a service, refuse to name it, or refuse to give it: Firefox throws at `new BroadcastChannel` where all cookies are blocked.

const blocked = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}
class Refused {
  constructor() {
    blocked()
  }
}

const ON_WINDOW = ['BroadcastChannel', 'MutationObserver', 'IntersectionObserver', 'ResizeObserver']
const STORES = ['localStorage', 'sessionStorage', 'indexedDB']
const refusing = new Proxy({}, { get: blocked, set: blocked, has: blocked, ownKeys: blocked, deleteProperty: blocked })

/** Takes a service away until the end of the test. */
function take(owner: object, name: string, descriptor: PropertyDescriptor) {
  const own = Object.getOwnPropertyDescriptor(owner, name)
  Object.defineProperty(owner, name, { configurable: true, ...descriptor })
  restore.push(() => {
    if (own) Object.defineProperty(owner, name, own)
    else Reflect.deleteProperty(owner, name)
  })
}
const ownerOf = (name: string): [object, string] => {
  if (name === 'navigator.locks') return [navigator, 'locks']
  return name === 'crypto.randomUUID' ? [crypto, 'randomUUID'] : [globalThis, name]
}

const SERVICES = [...ON_WINDOW, ...STORES, 'navigator.locks', 'crypto.randomUUID']
const refusalOf = (name: string) => (ON_WINDOW.includes(name) ? Refused : refusing)
const WAYS: [way: string, descriptor: (name: string) => PropertyDescriptor][] = [
  ['is missing', () => ({ value: undefined, writable: true })],
  ['throws when it is named', () => ({ get: blocked })],
  ['throws when it is used', name => ({ value: refusalOf(name), writable: true })],
]

const restore: (() => void)[] = []
let open: Rewards | undefined
const unhandled: unknown[] = []
const note = (reason: unknown) => unhandled.push(reason)

beforeEach(() => {
  vi.resetModules()
  process.on('unhandledRejection', note)
})
afterEach(async () => {
  open?.destroy()
  for (const undo of restore.splice(0).reverse()) undo()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  await new Promise(resolve => setImmediate(resolve))
  process.off('unhandledRejection', note)
  expect(unhandled.splice(0)).toEqual([])
})

function answer({ path }: Sent, index: number) {
  if (path === '/api/v5/token') return json({ access_token: 'made', expires_in: 60, scopes: [], status: 'SUCCEEDED' })
  const event = { id: `e-${index}`, event_id: `e-${index}`, data: {} }
  return path.startsWith('/api') ? json(event) : web('made', JSON.stringify(event))
}

const domain = 'https://share.brand.localhost'

const DOORS: [door: string, start: () => Promise<Rewards>][] = [
  [
    'npm package',
    async () => {
      const { createRewards } = await import('../../src/index.js')
      return createRewards({ domain, consent: 'granted' })
    },
  ],
  [
    'script tag',
    async () => {
      const tag = Object.assign(document.createElement('script'), { src: `${domain}/rewards.js` })
      tag.dataset.consent = 'granted'
      vi.spyOn(Object.getPrototypeOf(document), 'currentScript', 'get').mockReturnValue(tag)
      const { startScript } = await import('../../src/kernel/start-script.js')
      const { scriptModules } = await import('./replace-modules.js')
      startScript(scriptModules())
      return (globalThis as unknown as { rewards: Rewards }).rewards
    },
  ],
]

describe.each(DOORS)('the runtime of the %s', (_, start) => {
  describe.each(SERVICES)('in a browser whose %s', name => {
    test.each(WAYS)('%s delivers, shows zones and logs out', async (_, descriptor) => {
      const { fetch } = wire(answer)
      vi.stubGlobal('fetch', fetch)
      take(...ownerOf(name), descriptor(name))
      const rewards = await start()
      open = rewards
      const errors: RewardsError[] = []
      rewards.addEventListener('error', ({ detail }) => errors.push(detail))
      expect(await rewards.zone('terms')).toMatchObject({ name: 'terms' })
      expect(await rewards.track('purchase')).toMatchObject({ event_id: expect.stringMatching(/^e-/) })
      rewards.setConsent('denied')
      rewards.setConsent('granted')
      await rewards.logout()
      expect(rewards.consumer.level).toBe('anonymous')
      expect(errors).toEqual([])
    })
  })
})

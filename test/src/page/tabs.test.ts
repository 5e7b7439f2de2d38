import { afterEach, expect, test, vi } from 'vitest'
import { joinTabs, type TabMessage } from '../../../src/page/tabs.js'
import { lifetime } from '../lifetime.js'

const NAME = 'rewards:https://share.brand.localhost'
const channel = new BroadcastChannel(NAME)

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a page in the back/forward cache leaves the channel, which would remove it from the cache', async () => {
  const page = new EventTarget()
  vi.stubGlobal('document', {})
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  const heard: number[] = []
  const ignore = () => {}
  joinTabs(NAME, lifetime, {
    onConsent: ignore,
    onSettled: ignore,
    onLogout: at => heard.push(at),
    onConsumerChange: ignore,
  })
  page.dispatchEvent(new Event('pagehide'))
  channel.postMessage({ logout: 1 })
  page.dispatchEvent(new Event('pageshow'))
  channel.postMessage({ logout: 2 })
  await expect.poll(() => heard).toEqual([2])
})

test('a page that is being left sends nothing but a logout, and a runtime that was destroyed sends nothing', async () => {
  const page = new EventTarget()
  vi.stubGlobal('document', {})
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  const ignore = () => {}
  const runtime = new AbortController()
  const received: unknown[] = []
  channel.onmessage = ({ data }) => received.push(data)
  const broadcast = joinTabs(NAME, runtime.signal, {
    onConsent: ignore,
    onSettled: ignore,
    onLogout: ignore,
    onConsumerChange: ignore,
  })
  page.dispatchEvent(new Event('pagehide'))
  broadcast('consumer')
  broadcast({ logout: 1 })
  await expect.poll(() => received).toEqual([{ logout: 1 }])
  runtime.abort()
  broadcast({ logout: 2 })
  const other = new BroadcastChannel(NAME)
  other.postMessage('last')
  await expect.poll(() => received).toEqual([{ logout: 1 }, 'last'])
  other.close()
  channel.onmessage = null
})

test.each<[string, TabMessage, boolean]>([
  ['a logout removes', { logout: 1 }, true],
  ['a new consent removes', { consent: 'denied' }, true],
  ['the end of an event does not remove', { id: 'e-1', name: 'purchase', owner: 'device', key: '1|e-1' }, false],
  ['a change of the cookie does not remove', 'consumer', false],
])('%s other pages from the back/forward cache', async (_, message, isDiscarding) => {
  vi.stubGlobal('document', {})
  const ignore = () => {}
  const listeners = {
    onConsent: ignore,
    onSettled: ignore,
    onLogout: ignore,
    onConsumerChange: ignore,
  }
  // On this channel, no page listens: the browser removes the pages that have it open.
  const open = new BroadcastChannel(`${NAME}:discard`)
  const received: string[] = []
  open.onmessage = () => received.push('discarded')
  channel.onmessage = () => received.push('message')
  const broadcast = joinTabs(NAME, lifetime, listeners)
  broadcast(message)
  await expect.poll(() => received).toContain('message')
  broadcast({ logout: 2 })
  await expect.poll(() => received.filter(each => each === 'message')).toHaveLength(2)
  await expect.poll(() => received.filter(each => each === 'discarded')).toHaveLength(isDiscarding ? 2 : 1)
  open.close()
  channel.onmessage = null
})

test('a message that is not of a tab of this version is ignored', async () => {
  vi.stubGlobal('document', {})
  const heard: TabMessage[] = []
  let changes = 0
  joinTabs(NAME, lifetime, {
    onConsent: message => heard.push(message),
    onSettled: settled => heard.push(settled),
    onLogout: logout => heard.push({ logout }),
    onConsumerChange: () => changes++,
  })
  const foreign = [
    null,
    undefined,
    0,
    true,
    '',
    'erase',
    'logout',
    'person',
    { logout: '1' },
    [],
    {},
    { id: 1 },
    { id: 'e-1' },
    { id: 'e-1', name: 'purchase' },
    new Map(),
    new Error('No'),
  ]
  const consents = [null, 5, '', 'maybe', ['denied']].map(consent => ({ consent }))
  for (const message of [...foreign, ...consents]) channel.postMessage(message)
  const settled = { id: 'e-1', name: 'purchase', owner: 'device', key: '1|e-1' }
  const own: TabMessage[] = [{ logout: 1 }, { consent: 'denied' }, settled]
  for (const message of [...own, 'consumer']) channel.postMessage(message)
  await expect.poll(() => heard).toEqual(own)
  // Each of them but the event's, and `consumer`, may change who the consumer is.
  await expect.poll(() => changes).toBe(3)
  channel.close()
})

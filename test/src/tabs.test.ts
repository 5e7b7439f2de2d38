import { afterEach, expect, test, vi } from 'vitest'
import { joinTabs, type TabMessage } from '../../src/tabs.js'
import { lifetime } from './lifetime.js'

const NAME = 'rewards:https://share.brand.localhost'
const channel = new BroadcastChannel(NAME)

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a message that is not of a tab of this version is ignored', async () => {
  vi.stubGlobal('document', {})
  const heard: TabMessage[] = []
  let changes = 0
  joinTabs(NAME, lifetime, {
    onConsent: message => heard.push(message),
    onSettled: settled => heard.push(settled),
    onLogout: logout => heard.push({ logout }),
    onOtherPerson: () => heard.push('person'),
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
  const own: TabMessage[] = [{ logout: 1 }, 'person', { consent: 'denied' }, settled]
  for (const message of [...own, 'consumer']) channel.postMessage(message)
  await expect.poll(() => heard).toEqual(own)
  // Each of them but the event's, and `consumer`, may change who the consumer is.
  await expect.poll(() => changes).toBe(4)
  channel.close()
})

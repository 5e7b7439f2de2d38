import { afterEach, expect, test, vi } from 'vitest'
import { joinTabs, type News } from '../../src/tabs.js'

const NAME = 'rewards:https://share.brand.localhost'
const channel = new BroadcastChannel(NAME)

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a message that no tab of this version sends is not heard', async () => {
  vi.stubGlobal('document', {})
  const heard: News[] = []
  joinTabs(NAME, news => heard.push(news))
  const foreign = [null, undefined, 0, true, '', 'erase', [], {}, { id: 1 }, { id: 'e-1' }, new Map(), new Error('No')]
  const consents = [null, 5, '', 'maybe', ['denied']].map(consent => ({ consent }))
  for (const message of [...foreign, ...consents]) channel.postMessage(message)
  const own: News[] = ['logout', 'person', 'consumer', { consent: 'denied' }, { id: 'e-1', name: 'purchase' }]
  for (const message of own) channel.postMessage(message)
  await expect.poll(() => heard).toEqual(own)
  channel.close()
})

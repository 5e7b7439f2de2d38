// @vitest-environment happy-dom
// @vitest-environment-options {"url": "https://shop.brand.localhost/"}
import { expect, test } from 'vitest'
import { createRewards } from '../../src/index.js'
import { writeCookie } from '../../src/token/cookie.js'
import { pageCookie } from '../page-cookie.js'
import { waiting } from './outbox/waiting.js'
import { json, wire } from './wire.js'

const domain = 'https://share.brand.com'

test('an event that an earlier page has sent goes again as the device of then, though a link’s token is in force', async () => {
  const platform = wire(({ method, path, token }) =>
    method === 'GET' && path === '/api/v5/token'
      ? json({ scopes: ['LOCAL_PROFILE'], expires_in: 1000, identity_id: `p-${token}` })
      : json({ id: 'e-1', event_id: 'e-1' }),
  )
  writeCookie(pageCookie(domain), 't-device|1|0|0||LOCAL_PROFILE')
  const earlier = waiting('1', { name: 'earlier', owner: '1' })
  localStorage.setItem(`rewards:${domain}|${earlier.key}`, JSON.stringify(earlier))
  const sender = { owner: '1', access_token: 't-device', isPerson: false }
  localStorage.setItem(`rewards:${domain}:senders|1`, JSON.stringify(sender))
  history.replaceState(null, '', '/?access_token=t-link')
  const rewards = createRewards({ domain, consent: 'granted', carrier: 'header', fetch: platform.fetch })
  // Tracked before the link's token is in force.
  await rewards.track('landed')
  await rewards.flush()
  const events = platform.requests.filter(({ path }) => path.endsWith('/events'))
  expect(events.map(({ token, body }) => [JSON.parse(body).event_name, token]).sort()).toEqual([
    ['earlier', 't-device'],
    ['landed', 't-link'],
  ])
})

// @vitest-environment happy-dom
// @vitest-environment-options {"url": "http://shop.brand.localhost/"}
import { expect, test } from 'vitest'
import { createRewards } from '../../../src/index.js'
import { json, web, wire } from '../wire.js'

test('an event that another tab has taken over, before this one has looked, is that tab’s alone', async () => {
  const platform = wire(({ path }) =>
    path === '/api/v6/events' ? json({ id: 'e-1', event_id: 'e-1' }) : web('t-1', JSON.stringify({ id: 'e-1' })),
  )
  const rewards = createRewards({
    domain: 'https://share.brand.com',
    consent: 'granted',
    carrier: 'header',
    fetch: platform.fetch,
  })
  void rewards.track('purchase', {}, { id: 'taken-over' })
  const [place] = Object.keys(localStorage).filter(key => key.includes('taken-over'))
  localStorage.removeItem(place!)
  await rewards.track('purchase', {}, { id: 'own' })
  expect(platform.requests.map(({ body }) => body).filter(body => body.includes('taken-over'))).toEqual([])
})

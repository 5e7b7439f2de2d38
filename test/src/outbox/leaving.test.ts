// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { createRewards } from '../../../src/index.js'
import { json, web, wire } from '../wire.js'
import { journal, waiting } from './waiting.js'

beforeEach(() => {
  // What happy-dom's requests do not have. https://developer.mozilla.org/docs/Web/API/Request/keepalive
  Reflect.set(Request.prototype, 'keepalive', false)
})

/** The whole of what the browser has to do now. */
const turn = () => new Promise(resolve => setTimeout(resolve))

test.each([
  ['is sent beside an event of an earlier page', {}, true, 'https://share.one.com'],
  [
    'is not sent beside one of an earlier page that names somebody',
    { email: 'bob@example.com' },
    false,
    'https://share.two.com',
  ],
])('an event tracked while its page is left %s', async (_, data, isSent, domain) => {
  // Each has its own program: a runtime of the other would take the events for its own.
  let release = () => {}
  const held = new Promise<void>(resolve => {
    release = resolve
  })
  const platform = wire(async ({ path, body }) => {
    if (body.includes('earlier')) await held
    return path === '/api/v6/events' ? json({ id: 'e-1', event_id: 'e-1' }) : web('t-1', JSON.stringify({ id: 'e-1' }))
  })
  const sent = (text: string) => platform.requests.some(({ body }) => body.includes(text))
  const earlier = waiting('1', { name: 'earlier', data })
  journal(`rewards:${domain}`, earlier)
  const rewards = createRewards({ domain, consent: 'granted', carrier: 'header', fetch: platform.fetch })
  await expect.poll(() => sent('earlier')).toBe(true)
  const receipt = rewards.track('purchase', {}, { id: 'order-1' })
  await turn()
  dispatchEvent(new Event('pagehide'))
  await turn()
  expect(sent('order-1')).toBe(isSent)
  // The page comes back, and delivers in order.
  release()
  dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  await receipt
  expect(sent('order-1')).toBe(true)
})

import { describe, expect, test } from 'vitest'
import { against } from '../against.js'
import { type Sent, web } from '../wire.js'

describe('an event on its way', () => {
  test('is kept alive when the page goes, under either carrier', async () => {
    for (const carrier of ['header', 'cookie'] as const) {
      const { rewards, requests } = against(() => undefined, { carrier })
      await rewards.zone('terms')
      await rewards.track('purchase')
      expect(requests.at(-1)).toMatchObject({
        path: carrier === 'cookie' ? '/events' : '/api/v6/events',
        keepalive: true,
      })
    }
  })

  test('that is the first of a page waits for a token: its answer may be lost, and it must find the same consumer again', async () => {
    const { rewards, paths } = against(() => undefined, { carrier: 'cookie' })
    await rewards.track('purchase')
    expect(paths()).toEqual(['/zones', '/events'])
  })

  test('is acknowledged by the headers when its answer’s body was lost', async () => {
    const lost = ({ path }: Sent) =>
      path === '/events' ? web('made', '', { 'x-svc-input-event-id': 'e-9' }) : undefined
    const { rewards } = against(lost, { carrier: 'cookie' })
    expect(await rewards.track('purchase')).toMatchObject({ event_id: 'e-9' })
  })

  test('that is answered with an id which has no text is tried again, and not given up', async () => {
    let answers = 0
    const odd = ({ path }: Sent) =>
      path === '/events' && !answers++ ? web('made', '{"id":{"toString":null}}') : undefined
    const { rewards } = against(odd, { carrier: 'cookie' })
    expect(await rewards.track('purchase')).toMatchObject({ event_id: expect.any(String) })
  })

  test('is told once when the person is blocked: 200, and still a refusal', async () => {
    const refusal = ({ path }: Sent) =>
      path === '/events' ? web('made', '{}', { 'x-svc-error-message': 'access_denied: blocked' }) : undefined
    const { rewards, errors } = against(refusal, { carrier: 'cookie' })
    await expect(rewards.track('purchase')).rejects.toMatchObject({ code: 'access_denied', status: 403 })
    expect(errors).toMatchObject([{ code: 'access_denied' }])
  })
})

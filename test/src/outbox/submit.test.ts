import { describe, expect, test } from 'vitest'
import { against } from '../against.js'
import { type Sent, web } from '../wire.js'

describe('a submitted event', () => {
  test('is sent with keepalive, by cookie or by header', async () => {
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

  test('waits for a token if it is the first call of the page: after a lost answer, the same consumer is needed', async () => {
    const { rewards, paths } = against(() => undefined, { carrier: 'cookie' })
    await rewards.track('purchase')
    expect(paths()).toEqual(['/zones', '/events'])
  })

  test('is acknowledged by the headers if the body of the answer is lost', async () => {
    const lost = ({ path }: Sent) =>
      path === '/events' ? web('made', '', { 'x-svc-input-event-id': 'e-9' }) : undefined
    const { rewards } = against(lost, { carrier: 'cookie' })
    expect(await rewards.track('purchase')).toMatchObject({ event_id: 'e-9' })
  })

  test('is tried again if the id in the answer has no text', async () => {
    let answers = 0
    const odd = ({ path }: Sent) =>
      path === '/events' && !answers++ ? web('made', '{"id":{"toString":null}}') : undefined
    const { rewards } = against(odd, { carrier: 'cookie' })
    expect(await rewards.track('purchase')).toMatchObject({ event_id: expect.any(String) })
  })

  test('rejects once if the person is blocked: the platform answers 200 with an error', async () => {
    const refusal = ({ path }: Sent) =>
      path === '/events' ? web('made', '{}', { 'x-svc-error-message': 'access_denied: blocked' }) : undefined
    const { rewards, errors } = against(refusal, { carrier: 'cookie' })
    await expect(rewards.track('purchase')).rejects.toMatchObject({ code: 'access_denied', status: 403 })
    expect(errors).toMatchObject([{ code: 'access_denied' }])
  })
})

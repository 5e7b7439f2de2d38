import { describe, expect, test } from 'vitest'
import { eventUrl as addressOf } from '../../../src/session/event-url.js'
import { createRefresh } from '../../../src/session/refresh.js'
import { type Data, readOptions } from '../../../src/settings/options.js'
import { failure } from '../failure.js'
import { json, type Sent } from '../wire.js'
import { DEVICE, IDENTIFIED, openSession } from './open-session.js'

const settings = readOptions({ domain: 'https://share.brand.com' })

function eventUrl(name: string, data: Data, answer?: (sent: Sent) => Response | undefined) {
  const page = openSession({ answer })
  page.hold('in force', DEVICE)
  const refresh = createRefresh(page, async () => {})
  return addressOf({ ...page, ...refresh, settings, sendClaim: (_, send) => send() }, name, data)
}

describe('eventUrl()', () => {
  test('has the event, its data, the token in force and an id, so that fetching it twice records one event', async () => {
    const url = new URL(await eventUrl('mail opened', { labels: 'a&b', cart_value: 3, first_name: 'Ада', none: null }))
    expect(url.origin + url.pathname).toBe('https://share.brand.com/events/mail%20opened')
    const { partner_event_id, ...said } = Object.fromEntries(url.searchParams)
    expect(said).toEqual({ labels: 'a&b', cart_value: '3', first_name: 'Ада', access_token: 'in force' })
    expect(partner_event_id).toMatch(/./)
  })

  test('has the id of the page if there is one, and never a token from the data', async () => {
    const { searchParams } = new URL(await eventUrl('purchase', { partner_event_id: 'o-1', access_token: 'other' }))
    expect(searchParams.getAll('partner_event_id')).toEqual(['o-1'])
    expect(searchParams.getAll('access_token')).toEqual(['in force'])
  })

  test.each([
    { email: 'ann@example.com' },
    { partner_user_id: 'c-1' },
  ])('identifies the consumer first by %j, with nothing else of its data', async claims => {
    const named: unknown[] = []
    await eventUrl('purchase', { ...claims, cart_value: 3 }, ({ path, body }) => {
      if (path === '/api/v6/events') named.push(JSON.parse(body))
      return undefined
    })
    expect(named).toEqual([{ event_name: 'identify', data: { ...claims, partner_event_id: expect.any(String) } }])
  })

  test('never has the token of the person before, which a proxy has kept', async () => {
    const kept = json({ ...IDENTIFIED, access_token: 'former', expires_in: 60 })
    expect(await failure(eventUrl('purchase', {}, () => kept))).toMatchObject({ code: 'network_error' })
  })

  test.each([
    { content: { title: 'Stool' } },
    { items: ['stool'] },
  ])('rejects data that a query cannot express: %j', async data => {
    await expect(eventUrl('purchase', data)).rejects.toMatchObject({ code: 'invalid_argument' })
  })
})

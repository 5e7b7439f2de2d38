import { describe, expect, test } from 'vitest'
import { asyncEventJob } from '../../../../demo/platform/server/async-event-job.js'
import { tokenIn, usePlatform } from '../use-platform.js'

const visit = usePlatform()
const { send } = visit
const named = (event_name: string, data: object = {}) => ({ event_name, data })

describe('a repeated partner_event_id', () => {
  const purchase = named('purchase', { partner_event_id: 'order-1' })
  const submit = async (token: string, json: object = purchase) =>
    (await (await send('/api/v6/events', { token, json })).json()).id

  test('returns the id of the first event and records nothing', async () => {
    const token = await visit.anonymous()
    const first = await submit(token)
    expect(await submit(token)).toBe(first)
    const rows = await visit.rows('select 1 from steps where event_id = $1', [first])
    expect(rows).toHaveLength(1)
    visit.now += 1000
    await submit(token)
    const [event] = await visit.rows('select repeats, repeated_at from events where event_id = $1', [first])
    expect(event).toEqual({ repeats: 2, repeated_at: new Date(visit.now) })
  })

  test('counts as a repetition if one is a number and the other the same text', async () => {
    const token = await visit.anonymous()
    const first = await submit(token, named('purchase', { partner_event_id: 7 }))
    expect(await submit(token, named('purchase', { partner_event_id: '7' }))).toBe(first)
  })

  test('counts as a repetition after the consumer was identified', async () => {
    const token = await visit.anonymous()
    const first = await submit(token)
    const response = await send('/api/v6/events', { token, json: named('identify', { email: 'ann@example.com' }) })
    expect(await submit(tokenIn(response))).toBe(first)
  })

  test('counts as a repetition for a verified person with a new token', async () => {
    const first = await submit(await visit.verified('vera@example.com'))
    expect(await submit(await visit.verified('vera@example.com'))).toBe(first)
  })

  test('does not count as a repetition under another event name or for another consumer', async () => {
    const token = await visit.anonymous()
    const first = await submit(token)
    expect(await submit(token, named('return', { partner_event_id: 'order-1' }))).not.toBe(first)
    expect(await submit(await visit.anonymous())).not.toBe(first)
  })

  test('does not count as a repetition for somebody who only claims the buyer’s email address', async () => {
    const guessed = await submit(await visit.identified('buyer@example.com'))
    expect(await submit(await visit.identified('buyer@example.com'))).not.toBe(guessed)
  })

  test('counts as a repetition if the first response, with the token of the named person, was lost', async () => {
    const token = await visit.identified('parent@example.com')
    const own = await submit(token)
    const theirs = { ...purchase, data: { ...purchase.data, email: 'child@example.com' } }
    const lost = await send('/api/v6/events', { token, json: theirs })
    const first = (await lost.json()).id
    expect(first).not.toBe(own)
    expect(await submit(token, theirs)).toBe(first)
    // Also if it was not lost: the event belongs to the device of the token in it.
    expect(await submit(tokenIn(lost))).toBe(first)
    const [event] = await visit.rows('select device_id, came_with from events where event_id = $1', [first])
    const [before] = await visit.rows('select device_id from events where event_id = $1', [own])
    expect([event!.came_with, event!.device_id === event!.came_with]).toEqual([before!.device_id, false])
    expect(await submit(await visit.identified('parent@example.com'), theirs)).not.toBe(first)
    expect(await submit(token)).toBe(own)
  })

  test('is recorded once if both arrive at the same time', async () => {
    const token = await visit.anonymous()
    const json = named('purchase', { partner_event_id: 'order-2' })
    const ids = await Promise.all([submit(token, json), submit(token, json), submit(token, json)])
    expect(new Set(ids).size).toBe(1)
  })
})

describe('an event is stored without', () => {
  const jws = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'
  const jwe = 'eyJhbGciOiJBMTI4S1cifQ.a2V5.aXY.Y2lwaGVydGV4dA.dGFn'

  const cases: [string, object, object][] = [
    ['a JWT that is the name of a field', { [jws]: 1 }, {}],
    ['an encrypted JWT', { auth: jwe }, {}],
    ['a JWT in a text', { text: `Bearer ${jws}, then` }, { text: 'Bearer , then' }],
    ['an encrypted JWT in a list of texts', { list: [`see ${jwe}`, jwe] }, { list: ['see '] }],
    [
      'an escaped JWT in a URL',
      { url: `https://shop.example/?auth=Bearer%20${jws}` },
      { url: 'https://shop.example/?auth=Bearer%20' },
    ],
    [
      'tokens in the query and the fragment of a URL',
      { url: 'https://shop.example/?access_token=secret&size=s&svc_token=secret&jwt=secret#token=secret' },
      { url: 'https://shop.example/?access_token=&size=s&svc_token=&jwt=#token=' },
    ],
    [
      'a token or a JWT in an object within the data',
      { device: { push_token: 's', size: 's', links: [{ jwt: jws }, `?token=s#${jwe}`] } },
      { device: { size: 's', links: [{}, '?token=#'] } },
    ],
    [
      'the value of any field whose name ends in "token" or "jwt"',
      { 'access-token': 's', id_token: 's', refresh_token: 's', svc_token: 's', userJwt: 's', Authorization: 's' },
      {},
    ],
  ]

  test.each(cases)('%s', async (_, data, stored) => {
    const event_name = 'careless'
    const token = await visit.anonymous()
    const { id } = await (await send('/api/v6/events', { token, json: { event_name, data } })).json()
    expect(await visit.rows('select data from events where event_id = $1', [id])).toEqual([{ data: stored }])
  })

  test.each(cases)('%s, also while it waits', (_, data, stored) => {
    expect(asyncEventJob('id', { name: 'careless', data: { ...data } }).payload).toEqual({
      name: 'careless',
      data: stored,
    })
  })

  test('taking a long time for a text that resembles a JWT', async () => {
    const data = { text: 'eyJ'.repeat(80_000), dots: 'eyJ.'.repeat(60_000) }
    const begun = performance.now()
    asyncEventJob('id', { name: 'careless', data })
    expect(performance.now() - begun).toBeLessThan(2_000)
  })

  test('a change of texts that are no tokens', async () => {
    const data = {
      url: 'https://shop.example/a.b.c?tokens=3&size=s',
      text: 'www.shop.example.com is our.new.home',
      n: 7,
      nested: [{ ok: true }, null],
    }
    const token = await visit.anonymous()
    const { id } = await (await send('/api/v6/events', { token, json: { event_name: 'careful', data } })).json()
    expect(await visit.rows('select data from events where event_id = $1', [id])).toEqual([{ data }])
  })
})

test('the events of a person wait in one lane, however the address is written', () => {
  const laneOf = (email: unknown) => asyncEventJob('id', { name: 'seen', data: { email } }).lane
  expect(laneOf(' Ada@Example.com')).toBe(laneOf('ada@example.com'))
  expect(laneOf('grace@example.com')).not.toBe(laneOf('ada@example.com'))
})

import { beforeAll, describe, expect, test } from 'vitest'
import { inTimeZone, isoTime, readTime } from '../../../../demo/platform/identity/account-time.js'
import { demo } from '../../../../demo/platform/index.js'
import { backendOf } from '../setup/seed-programs/people.js'
import { server, usePlatform } from '../use-platform.js'

test.each([
  ['2026-01-15T12:00:00.007Z', 'America/New_York', '2026-01-15T07:00:00.007-05:00'],
  ['2026-07-15T12:00:00.000Z', 'America/New_York', '2026-07-15T08:00:00.000-04:00'],
  ['2025-12-31T20:00:00.000Z', 'Asia/Kolkata', '2026-01-01T01:30:00.000+05:30'],
  ['2026-01-01T00:00:00.000Z', 'UTC', '2026-01-01T00:00:00.000+00:00'],
])('inTimeZone() formats %s in %s as %s, which is the same time', (utc, zone, local) => {
  expect(inTimeZone(new Date(utc), zone)).toBe(local)
  expect(new Date(local).toISOString()).toBe(utc)
})

const visit = usePlatform()
const backend = backendOf(visit)

/** The account is in New York. */
const read = async (text: string) =>
  (await readTime({ db: visit.platform.db, clientId: demo.clientId } as never, text)).toISOString()

test.each([
  ['2026-05-01T12:00:00Z', '2026-05-01T12:00:00.000Z'],
  ['2026-05-01T12:00Z', '2026-05-01T12:00:00.000Z'],
  ['2026-05-01T12:00:00.1239+02:00', '2026-05-01T10:00:00.123Z'],
  ['2026-05-01T12:00:00-0430', '2026-05-01T16:30:00.000Z'],
  ['2026-05-01T12:00:00-23:59', '2026-05-02T11:59:00.000Z'],
  ['2026-05-01T12:00:00', '2026-05-01T16:00:00.000Z'],
  ['2026-01-15T12:00', '2026-01-15T17:00:00.000Z'],
  ['2026-05-01', '2026-05-01T04:00:00.000Z'],
  ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
])('%s is %s', async (text, time) => {
  expect(isoTime.safeParse(text).success).toBe(true)
  expect(await read(text)).toBe(time)
})

test('a time that clocks show twice is the first one, and one that they skip is an hour later', async () => {
  expect(await read('2026-11-01T01:30:00')).toBe('2026-11-01T05:30:00.000Z')
  expect(await read('2026-03-08T02:30:00')).toBe('2026-03-08T07:30:00.000Z')
  expect([await read('2026-03-08T01:59:59'), await read('2026-03-08T03:00:00')]).toEqual([
    '2026-03-08T06:59:59.000Z',
    '2026-03-08T07:00:00.000Z',
  ])
})

test.each([
  ...['', 'yesterday', '2026', '2026-05', '2026-5-1', '2026-02-30', '2026-05-01T', '2026-05-01T24:00:00Z'],
  ...[
    '2026-05-01T12Z',
    '2026-05-01T12:60Z',
    '2026-05-01T12:00:00+24:00',
    '2026-05-01T12:00:00+01:60',
    '2026-05-01Z',
    '2026-05-01 12:00:00Z',
  ],
  ...['0001-01-01T00:00:00Z', '1969-12-31T23:59:59Z', '+010000-01-01T00:00:00Z', '2026-05-01T12:00:00 EST'],
])('“%s” is no time', text => {
  expect(isoTime.safeParse(text).success).toBe(false)
})

describe('a time without an offset', () => {
  test.each<[string, string, string]>([
    ['event', '2026-04-01T12:00:00', '2026-04-01T16:00:00.000Z'],
    ['event of a day', '2026-04-01', '2026-04-01T04:00:00.000Z'],
  ])('of an %s is in the time zone of the account', async (name, event_time, stored) => {
    const response = await backend.send('/v6/events', {
      json: { event_name: name, data: { email: 'time@example.com', event_time } },
    })
    const { event_id } = await response.json()
    const [event] = await visit.rows<{ event_time: Date }>('select event_time from events where event_id = $1', [
      event_id,
    ])
    expect(event!.event_time.toISOString()).toBe(stored)
  })

  test.each<[string, number]>([
    ['2026-02-10/2026-02-11', 2],
    ['2026-02-10T23:30/2026-02-11', 2],
    ['2026-02-11T04:30:00Z/2026-02-11', 2],
    ['2026-02-11/2026-02-12', 0],
  ])('of the interval %s is in the time zone of the account', async (interval, length) => {
    const path = `/v2/rewards?success_only=false&time_interval=${interval}`
    expect(await (await backend.send(path)).json()).toHaveLength(length)
  })

  test('of an expiry is in the time zone of the account', async () => {
    const [{ reward_id }] = await (await backend.send('/v2/rewards?success_only=false')).json()
    const changed = await backend.send(`/v2/rewards/${reward_id}`, {
      method: 'PUT',
      json: { expires_at: '2027-01-01' },
    })
    expect((await changed.json()).expires_at).toBe('2027-01-01T05:00:00.000Z')
  })

  beforeAll(async () => {
    const event_time = '2026-02-10T23:30:00'
    const data = { email: 'fay@example.com', advocate_code: demo.ada.code, event_time }
    await backend.send('/v6/events', { json: { event_name: 'purchase', data } })
  })
})

test.each(['/v6/events', '/v6/async-events'])('%s refuses an event that is more than a day ahead', async path => {
  const submit = (ahead: number) => {
    const event_time = new Date(visit.now + ahead).toISOString()
    return backend.send(path, { json: { event_name: 'ahead', data: { email: 'time@example.com', event_time } } })
  }
  expect((await submit(86_400_000)).status).toBe(200)
  const refused = await submit(86_400_001)
  expect([refused.status, (await refused.json()).parameters]).toEqual([400, { name: 'event_time' }])
})

test('an interval that ends before it begins is refused by its name', async () => {
  const response = await visit.send(`${server}/v2/rewards?time_interval=2026-05-01/2026-05-01T03:59:59Z`, {
    token: demo.serverToken,
  })
  expect([response.status, (await response.json()).parameters]).toEqual([400, { parameter: 'time_interval' }])
})

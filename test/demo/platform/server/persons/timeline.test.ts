import { expect, test } from 'vitest'
import { demo } from '../../../../../demo/platform/index.js'
import { type Call, codeOf, server, tokenIn, usePlatform } from '../../use-platform.js'

const visit = usePlatform()
const ask = (path: string, call: Call = {}) =>
  visit.send(`${server}/v5/persons${path}`, { token: demo.serverToken, ...call })

test('the timeline of a person has their clicks, events, steps and rewards, newest first, with the ids that explain them', async () => {
  const friend = tokenIn(await visit.send(`/s/${demo.ada.code}`))
  const clicked_date = new Date(visit.now).toISOString()
  visit.now += 60_000
  const json = { event_name: 'purchase', data: { email: 'fay@example.com', container: 'try' } }
  const { event_id, person_id } = await (await visit.send('/v6/events', { token: friend, json })).json()
  const happened_date = new Date(visit.now).toISOString()

  const timeline = await (await ask(`/${person_id}/timeline`)).json()
  expect(timeline[0]).toEqual({
    kind: 'reward',
    happened_date,
    name: 'friend-20',
    id: expect.any(String),
    state: 'EARNED',
    detail: '20 USD',
    container: 'try',
  })
  expect(timeline).toContainEqual(
    expect.objectContaining({ kind: 'step', name: 'conversion', id: event_id, container: 'try' }),
  )
  expect(timeline.slice(-2)).toEqual([
    { kind: 'event', happened_date, name: 'purchase', id: event_id, state: null, detail: null, container: 'try' },
    {
      ...{ kind: 'click', happened_date: clicked_date, name: demo.ada.code, id: expect.any(String) },
      ...{ state: null, detail: 'link of Ada Lovelace', container: null },
    },
  ])
  await visit.send(`/s/${demo.ada.code}`, { cookie: await visit.identified(demo.ada.email) })
  expect(await (await ask('/ada-lovelace/timeline')).json()).toContainEqual(
    expect.objectContaining({ kind: 'click', name: demo.ada.code, detail: 'their own link' }),
  )
})

test('a timeline has the newest 200 entries', async () => {
  await visit.rows(
    `insert into events (event_id, person_id, event_name, data, event_time, created_at)
     select 'many-' || n, 'grace-hopper', 'event-' || n, '{}', at, at
     from (select n, $1::timestamptz + n * interval '1 second' as at from generate_series(1, 201) n) numbered`,
    [new Date(visit.now)],
  )
  const names = (await (await ask('/grace-hopper/timeline')).json()).map(({ name }: { name: string }) => name)
  expect(names).toEqual(Array.from({ length: 200 }, (_, index) => `event-${201 - index}`))
})

test('the timeline of nobody is an error', async () => {
  expect(await codeOf(await ask('/nobody/timeline'))).toBe('person_not_found')
})

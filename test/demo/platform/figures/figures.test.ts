import { beforeEach, describe, expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { pauseAfter } from '../../../../demo/platform/jobs/pause-after.js'
import { addReward } from '../server/rewards/add-reward.js'
import { server, tokenIn, usePlatform } from '../use-platform.js'

const visit = usePlatform()

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** 14:00 in New York, the time zone of the demo client. */
const START = Date.UTC(2026, 4, 1, 18)

/** Waits for figures that are no older than a run at the current time. */
async function update() {
  visit.now += 5 * MINUTE_MS
  await visit.platform.updateFigures()
}

interface Row {
  day: string
  figure: string
  channel: string
  currency: string
  value: number
}

/** The figures of a client as texts: `2026-05-01 clicks email 2`. */
async function figures(clientId: string = demo.clientId): Promise<string[]> {
  const rows = await visit.rows<Row>(
    `select day::text, figure, channel, currency, value::float8 from figures where client_id = $1
     order by day, figure, channel, currency`,
    [clientId],
  )
  return rows.map(({ day, figure, channel, currency, value }) =>
    [day, figure, channel, currency, value].filter(part => part !== '').join(' '),
  )
}

const run = async (clientId: string = demo.clientId) => {
  const [row] = await visit.rows<{ as_of: Date; advocates: Record<string, object[]>; attention: object[] }>(
    'select * from figure_runs where client_id = $1',
    [clientId],
  )
  return row!
}

const backend = async (path: string, json: object) =>
  (await visit.send(server + path, { token: demo.serverToken, json })).json()

const share = (data: object) =>
  backend('/v6/events', { event_name: 'share', data: { person_id: 'ada-lovelace', ...data } })

const purchase = (email: string, data: object = {}) =>
  backend('/v6/events', { event_name: 'purchase', data: { email, cart_value: 50, ...data } })

const personOf = async (email: string) =>
  (await visit.rows<{ person_id: string }>('select person_id from persons where email = $1', [email]))[0]!.person_id

/** A browser opens a link of Ada, and its owner gives an email address. */
async function click(email: string, query = '') {
  const answer = await visit.send(`/s/${demo.ada.code}${query}`)
  const token = tokenIn(answer)
  await visit.send('/events', { token, json: { event_name: 'registration', data: { email } } })
}

beforeEach(async () => {
  for (const table of [
    'reward_states',
    'rewards',
    'referrals',
    'shares',
    'clicks',
    'steps',
    'journeys',
    'audience_memberships',
    'events',
  ])
    await visit.rows(`delete from ${table}`)
  visit.now = Math.max(START, visit.now + DAY_MS)
  visit.now += (START - visit.now) % DAY_MS
})

const today = (days = 0) => new Date(visit.now + days * DAY_MS).toISOString().slice(0, 10)

test('what a share leads to counts in its channel', async () => {
  await share({ 'share.channel': 'Email', partner_share_id: 'mail-1', advocate_code: demo.ada.code })
  await share({ advocate_code: demo.ada.code })
  await click('by-mail@example.com', '?partner_share_id=mail-1')
  await click('by-link@example.com')
  await click('no-buyer@example.com')
  visit.now += MINUTE_MS
  await purchase('by-mail@example.com')
  await purchase('by-link@example.com')
  await purchase('by-link@example.com', { partner_event_id: 'second' })
  await purchase('by-code@example.com', { advocate_code: demo.ada.code })
  await purchase('nobody@example.com')
  const day = today()
  await update()
  expect(await figures()).toEqual([
    ...[`${day} clicks email 1`, `${day} clicks link 2`],
    ...[`${day} friends code 1`, `${day} friends email 1`, `${day} friends link 1`],
    ...[`${day} open code USD 40`, `${day} open email USD 40`, `${day} open link USD 40`],
    ...[`${day} purchases code 1`, `${day} purchases email 1`, `${day} purchases link 2`],
    ...[`${day} rewards code 2`, `${day} rewards email 2`, `${day} rewards link 2`],
    ...[`${day} shares email 1`, `${day} shares link 1`],
  ])
  expect((await run()).advocates['7']).toEqual([
    { person_id: 'ada-lovelace', friends: 3, shares: 2, clicks: 3, earned: { USD: 60 } },
  ])
  expect((await run()).as_of.getTime()).toBe(visit.now)
  // A program that leaves the event its name, and a second campaign.
  const before = await figures()
  await visit.rows(
    `insert into steps (step_id, person_id, event_id, step_name, campaign_id, program_name, program_label, quality, data, event_date)
     select 'second ' || step_id, person_id, event_id, step_name, 'second', program_name, program_label, quality, data, event_date from steps`,
  )
  await visit.rows(
    `insert into referrals (advocate_id, friend_id, code, container, campaign_id, reason, updated_at, referred_at)
     select advocate_id, friend_id, code, container, 'second', reason, updated_at, referred_at from referrals`,
  )
  await visit.rows(`update steps set step_name = 'purchase' where step_name = 'conversion'`)
  await update()
  expect(await figures()).toEqual(before)
})

test('a friend counts in the channel of the last click before the purchase', async () => {
  for (const channel of ['email', 'sms', 'qr'])
    await share({ channel, partner_share_id: `by-${channel}`, advocate_code: demo.ada.code })
  for (const channel of ['email', 'sms']) {
    await click('twice@example.com', `?partner_share_id=by-${channel}`)
    visit.now += MINUTE_MS
  }
  await purchase('twice@example.com')
  visit.now += 20 * MINUTE_MS
  await click('twice@example.com', '?partner_share_id=by-qr')
  // A click that belongs to no share has the channel link.
  await click('unshared@example.com')
  const day = today()
  await update()
  const facts = await figures()
  expect(facts.filter(text => text.includes('clicks'))).toEqual(
    ['email', 'link', 'qr', 'sms'].map(channel => `${day} clicks ${channel} 1`),
  )
  expect(facts.filter(text => /friends|purchases/.test(text))).toEqual([
    ...[`${day} friends sms 1`, `${day} purchases sms 1`],
  ])
})

test('rewards without a friend have no channel, and percentages have no sum', async () => {
  await purchase('one@example.com', { advocate_code: demo.ada.code })
  for (const face_value_type of ['POINTS', 'PERCENT_OFF']) await addReward(visit, { face_value_type })
  const day = today()
  await update()
  expect((await figures()).filter(text => text.includes('none'))).toEqual([
    ...[`${day} open none POINTS 20`, `${day} rewards none 2`],
  ])
  expect((await run()).advocates['7']).toMatchObject([{ earned: { USD: 20, POINTS: 20 } }])
  expect(JSON.stringify((await run()).advocates)).not.toContain('PERCENT_OFF')
})

test('the ten advocates with the most friends of a period are listed, the most first', async () => {
  await visit.rows(
    `insert into persons (person_id, client_id, created_at) select 'advocate-' || n, $1::text, $2::timestamptz from generate_series(1, 11) n
     union all select 'friend-' || n || '-' || friend, $1::text, $2::timestamptz from generate_series(1, 11) n, generate_series(1, n) friend`,
    [demo.clientId, new Date(visit.now)],
  )
  await visit.rows(
    `insert into referrals (advocate_id, friend_id, container, campaign_id, reason, updated_at, referred_at)
     select 'advocate-' || n, 'friend-' || n || '-' || friend, 'production', $1, 'CONVERSION', $2::timestamptz, $2::timestamptz + (n - 12) * interval '1 second'
     from generate_series(1, 11) n, generate_series(1, n) friend`,
    [demo.campaignId, new Date(visit.now)],
  )
  await update()
  const listed = (await run()).advocates['7'] as { person_id: string; friends: number }[]
  expect(listed.map(({ friends }) => friends)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
  expect(listed[0]!.person_id).toBe('advocate-11')
})

test('test containers, own clicks and events without quality count nowhere', async () => {
  await share({ container: 'qa' })
  await purchase('tester@example.com', { container: 'qa', advocate_code: demo.ada.code })
  const own = await visit.identified(demo.ada.email)
  await visit.send(`/s/${demo.ada.code}`, { cookie: own })
  await purchase('friend@example.com', { advocate_code: demo.ada.code })
  await visit.rows(`update steps set quality = 'LOW'`)
  await visit.rows('delete from rewards')
  const day = today()
  await update()
  expect(await figures()).toEqual([`${day} friends code 1`])
  expect((await run()).advocates['7']).toMatchObject([{ friends: 1, shares: 0, clicks: 0, earned: {} }])
  expect(await figures(demo.sandbox.clientId)).toEqual([])
})

test('a day is that of the time zone of the client, also after the zone has changed', async () => {
  const midnight = visit.now + 10 * 60 * MINUTE_MS
  await share({})
  visit.now = midnight + MINUTE_MS
  await share({})
  const day = (days: number) => new Date(midnight - 12 * 60 * MINUTE_MS + days * DAY_MS).toISOString().slice(0, 10)
  await update()
  expect(await figures()).toEqual([`${day(0)} shares link 1`, `${day(1)} shares link 1`])
  await visit.rows(`update clients set time_zone = 'UTC' where client_id = $1`, [demo.clientId])
  await update()
  expect(await figures()).toEqual([`${day(0)} shares link 1`, `${day(1)} shares link 1`])
  await visit.rows(`update clients set time_zone = 'Pacific/Kiritimati' where client_id = $1`, [demo.clientId])
  await update()
  expect(await figures()).toEqual([`${day(1)} shares link 2`])
  await visit.rows(`update clients set time_zone = 'America/New_York' where client_id = $1`, [demo.clientId])
})

describe('days that have ended change with', () => {
  const setUp = async (email: string) => {
    await share({ advocate_code: demo.ada.code })
    await click(email)
    visit.now += MINUTE_MS
    await purchase(email, { partner_event_id: 'order' })
    const day = today()
    visit.now += 40 * DAY_MS
    await update()
    expect(await figures()).toEqual([
      ...[`${day} clicks link 1`, `${day} friends link 1`, `${day} open link USD 40`],
      ...[`${day} purchases link 1`, `${day} rewards link 2`, `${day} shares link 1`],
    ])
    return day
  }

  test('a merge: nobody is their own friend', async () => {
    const day = await setUp('merged@example.com')
    await backend(`/v5/persons/${await personOf('merged@example.com')}/forward`, { target_person_id: 'ada-lovelace' })
    await update()
    expect(await figures()).toEqual([`${day} shares link 1`])
  })

  test('a reward that is canceled or fulfilled', async () => {
    const day = await setUp('rewarded@example.com')
    const rewards = await visit.rows<{ reward_id: string }>('select reward_id from rewards order by position')
    await visit.rows(`update rewards set state = 'FULFILLED' where reward_id = $1`, [rewards[0]!.reward_id])
    await visit.rows(`update rewards set state = 'CANCELED' where reward_id = $1`, [rewards[1]!.reward_id])
    await update()
    expect((await figures()).filter(text => /open|paid|rewards/.test(text))).toEqual([
      `${day} paid link USD 20`,
      `${day} rewards link 1`,
    ])
  })

  test('an event whose time is earlier', async () => {
    const day = await setUp('late@example.com')
    const event_time = new Date(visit.now - 39 * DAY_MS).toISOString()
    await purchase('late@example.com', { event_time, partner_event_id: 'forgotten' })
    // Before the friend was referred.
    const earlier = new Date(visit.now - 41 * DAY_MS).toISOString()
    await purchase('late@example.com', { event_time: earlier, partner_event_id: 'first of all' })
    await update()
    const purchases = (await figures()).filter(text => text.includes('purchases'))
    expect(purchases).toEqual([`${day} purchases link 1`, `${event_time.slice(0, 10)} purchases link 1`])
    // A friend who is imported, beside one of today: what they earn belongs to the days of their orders.
    for (const time of [event_time, undefined])
      await purchase(time ? 'imported@example.com' : 'bought-today@example.com', {
        advocate_code: demo.ada.code,
        event_time: time,
      })
    await update()
    expect((await run()).advocates['7']).toMatchObject([{ friends: 1, earned: { USD: 20 } }])
  })
})

test.each([
  ['earlier', 0, -2],
  ['later', -2, 0],
])('a proven event that replaces an unproven one moves a purchase, and what it has caused, to a day that is %s', async (when, page, shop) => {
  const email = `replaced-${when}@example.com`
  const token = await visit.identified(email)
  const timeOf = (days: number) => new Date(visit.now + days * DAY_MS).toISOString()
  const data = { partner_event_id: 'page-order', advocate_code: demo.ada.code }
  const json = { event_name: 'purchase', data: { ...data, event_time: timeOf(page) } }
  await visit.send('/events', { token, json })
  const event_time = timeOf(shop)
  const [before, after] = [today(page), today(shop)]
  visit.now += 40 * DAY_MS
  await update()
  const factsOf = (day: string) => [
    ...[`${day} friends code 1`, `${day} open code USD 40`],
    ...[`${day} purchases code 1`, `${day} rewards code 2`],
  ]
  expect(await figures()).toEqual(factsOf(before))
  await purchase(email, { ...data, event_time })
  await update()
  expect(await figures()).toEqual(factsOf(after))
})

test('pages can invent channels, but not any number of them', async () => {
  for (let n = 0; n < 15; n++) await share({ channel: `invented-${n}` })
  await share({ channel: 'invented-14' })
  const day = today()
  await update()
  const shares = await figures()
  expect(shares).toHaveLength(13)
  expect(shares).toContain(`${day} shares invented-14 2`)
  expect(shares).toContain(`${day} shares other 3`)
})

test('what is older than the shown days is forgotten, and what has not changed is not written again', async () => {
  await share({})
  await update()
  const [before] = await visit.rows('select xmin::text from figures')
  await update()
  expect(await visit.rows('select xmin::text from figures')).toEqual([before])
  visit.now += 180 * DAY_MS
  await update()
  expect(await figures()).toEqual([])
})

test('somebody should look at what has failed, is refused or shows nothing', async () => {
  await update()
  expect((await run()).attention).toEqual([])
  await addReward(visit, { state: 'FAILED' })
  for (const state of ['FAILED', 'EARNED']) await addReward(visit, { state, container: 'qa' })
  await addReward(visit, { reward_name: 'other', fulfill_at: new Date(visit.now + DAY_MS) })
  await addReward(visit, { reward_name: 'another' })
  const [now, gone] = [new Date(visit.now), new Date(visit.now - DAY_MS)]
  await visit.rows(
    `insert into webhooks (webhook_id, client_id, url, event_types, enabled, secret, failing_since, created_at, updated_at)
     values ('hook', $1, 'https://shop.example.com', '{}', false, '', $2, $2, $2), ('off', $1, 'https://shop.example.com', '{}', false, '', null, $2, $2)`,
    [demo.clientId, gone],
  )
  for (const email of ['gone@example.com', 'done@example.com'])
    await backend('/v6/events', { event_name: 'deletion_requested', data: { email } })
  await visit.rows(
    `update deletion_requests set done_at = $1 from events join persons using (person_id)
     where events.event_id = deletion_requests.event_id and email = 'done@example.com'`,
    [now],
  )
  for (const refused_at of [now, new Date(visit.now - 8 * DAY_MS)])
    await visit.rows(
      `insert into refusals (refusal_id, client_id, kind, subject, code, message, refused_at)
       select kind || $2::text, $1, kind, 'x', 'x', 'x', $2::timestamptz from unnest(array['EVENT', 'CLICK']) kind`,
      [demo.clientId, refused_at],
    )
  await visit.rows(
    `insert into webhook_messages (webhook_id, message_id, type, payload, state, next_attempt_at, created_at)
     values ('hook', 'one', 'reward.earned', '{}', 'DEAD', $1, $1), ('hook', 'two', 'reward.earned', '{}', 'DELIVERED', $1, $1)`,
    [now],
  )
  await visit.rows(
    `insert into jobs (job_id, kind, client_id, lane, payload, run_at, died_at, created_at) values ('dead', 'report', $1, 'x', 'null', $2, $2, $2)`,
    [demo.clientId, now],
  )
  await visit.send('/s/no-such-link')
  const token = await visit.anonymous()
  await visit.send('/zones', { token, json: { event_name: 'yesterday' } })
  await visit.rows(`update events set created_at = $1 where event_name = 'yesterday'`, [gone])
  const empty = ['a', 'b', 'c', 'd', 'e'].map(name => `nowhere-${name}`)
  for (const zone of ['nowhere', 'nowhere', 'my_account', ...empty])
    await visit.send('/zones', { token, json: { event_name: zone } })
  await update()
  expect((await run()).attention).toEqual([
    { kind: 'deletion_requests', count: 1 },
    { kind: 'failed_rewards', count: 1 },
    { kind: 'dead_messages', count: 1 },
    { kind: 'disabled_webhooks', count: 1 },
    { kind: 'dead_jobs', count: 1 },
    { kind: 'refused_events', count: 1 },
    { kind: 'refused_clicks', count: 2 },
    { kind: 'waiting_rewards', count: 1 },
    { kind: 'empty_zone', subject: 'nowhere', count: 2 },
    // At most five zones are listed.
    ...empty.slice(0, 4).map(subject => ({ kind: 'empty_zone', subject, count: 1 })),
  ])
  expect((await run(demo.sandbox.clientId)).attention).toEqual([])
})

test.each([
  [1, 30_000],
  [2_000, 100_000],
  [60_000, 240_000],
])('after a run of %i ms, the next one is in %i ms', (runMs, pauseMs) => {
  expect(pauseAfter(runMs)).toBe(pauseMs)
})

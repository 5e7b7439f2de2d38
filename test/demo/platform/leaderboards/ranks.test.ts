import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { addVersion } from '../../../../demo/platform/campaign/campaign-version.js'
import { keepDraft } from '../../../../demo/platform/campaign/zone-draft.js'
import type { Domain } from '../../../../demo/platform/domain.js'
import { demo } from '../../../../demo/platform/index.js'
import { server, usePlatform } from '../use-platform.js'

const visit = usePlatform()

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Friday, 14:00 in New York, the time zone of the demo client. */
const START = Date.UTC(2026, 4, 1, 18)

interface Row {
  rank: number | null
  name: string | null
  image_url: string | null
  value: number
  own?: true
}

interface Board {
  rows: Row[]
  ends_at: string | null
  opted_in: boolean
}

const backend = (path: string, json: object, method?: string) =>
  visit.send(server + path, { token: demo.serverToken, json, ...(method && { method }) })

/** A person who agrees that others see them, unless the test says otherwise. */
async function person(id: string, profile: Record<string, string | null> = {}, optIn: true | null = true) {
  const { first_name = id, last_name = 'Example', profile_picture_url = null } = profile
  const { email = `${id.toLowerCase()}@example.com`, partner_user_id = null } = profile
  await visit.rows(
    `insert into persons (person_id, client_id, email, partner_user_id, first_name, last_name, profile_picture_url, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, demo.clientId, email, partner_user_id, first_name, last_name, profile_picture_url, new Date(visit.now)],
  )
  if (optIn) await agree(id, optIn)
}

const agree = (id: string, value: unknown) =>
  visit.rows(
    `insert into parameters (person_id, name, value, updated_at) values ($1, 'leaderboard_opt_in', $2::text::jsonb, $3)
     on conflict (person_id, name) do update set value = excluded.value`,
    [id, JSON.stringify(value), new Date(visit.now)],
  )

let friends = 0

/** Friends of a person who have bought something. */
async function refers(
  id: string,
  count: number,
  { at = visit.now, ...more }: { at?: number; [key: string]: unknown } = {},
) {
  for (let n = 0; n < count; n += 1) {
    friends += 1
    await visit.rows(
      `insert into persons (person_id, client_id, email, created_at) values ($1, $2, $1 || '@friends.example', $3)`,
      [`friend-${friends}`, demo.clientId, new Date(at)],
    )
    await visit.rows(
      `insert into referrals (advocate_id, friend_id, container, campaign_id, reason, updated_at, referred_at, last_at)
       values ($1, $2, $3, $4, 'CONVERSION', $5, $5, $5)`,
      [id, `friend-${friends}`, more.container ?? 'production', more.campaign_id ?? demo.campaignId, new Date(at)],
    )
  }
}

async function buys(id: string, name: string, data: object = {}) {
  const response = await backend('/v6/events', { event_name: name, data: { person_id: id, ...data } })
  expect(response.status).toBe(200)
}

async function publish(content: object) {
  const zones = {
    board: JSON.stringify({ creatives: [{ content: { widget: 'leaderboard', ranks: '{{ranks}}', ...content } }] }),
  }
  await addVersion(visit.platform, { zones, editorId: 'ida', message: '', publish: true, at: new Date(visit.now) })
}

const read = async (token: string, json: object = {}) => (await visit.send('/zones/board', { token, json })).json()

/** The ranks after the job has run. */
async function board(id: string, content: object = {}): Promise<Board> {
  await publish(content)
  const token = await visit.verified(`${id.toLowerCase()}@example.com`)
  await read(token)
  await update()
  return (await read(token)).ranks
}

async function update() {
  visit.now += 5 * 60_000
  await visit.platform.updateLeaderboards()
}

/** `2. Ada E. 5`, and an asterisk for the consumer. */
const listed = ({ rows }: Board) =>
  rows.map(({ rank, name, value, own }) => `${own ? '* ' : ''}${rank}. ${name} ${value}`)

beforeEach(async () => {
  for (const table of [
    ...['leaderboards', 'parameters', 'reward_states', 'rewards', 'referrals', 'shares', 'clicks', 'steps', 'journeys'],
    ...['audience_memberships', 'deletion_requests', 'events', 'shareables', 'identity_history', 'mails', 'tokens'],
  ])
    await visit.rows(`delete from ${table} ${table === 'tokens' ? `where type = 'CONSUMER'` : ''}`)
  await visit.rows('update persons set merged_into = null')
  await visit.rows('delete from persons')
  visit.now = Math.max(START, visit.now)
})

test('people who agree are ranked by their friends, and those with the same number share a rank', async () => {
  for (const [id, count] of [
    ['Ada', 5],
    ['Bea', 3],
    ['Cleo', 3],
    ['Dora', 1],
    ['Eve', 0],
  ] as const) {
    await person(id)
    await refers(id, count)
    visit.now += 1_000
  }
  expect(await board('Dora')).toEqual({
    rows: [
      { rank: 1, name: 'Ada E.', image_url: null, value: 5 },
      { rank: 2, name: 'Bea E.', image_url: null, value: 3 },
      { rank: 2, name: 'Cleo E.', image_url: null, value: 3 },
      { rank: 4, name: 'Dora E.', image_url: null, value: 1, own: true },
    ],
    ends_at: null,
    opted_in: true,
  })
})

describe('the row of the consumer', () => {
  beforeEach(async () => {
    for (const [id, count] of [
      ['Ada', 5],
      ['Bea', 4],
      ['Cleo', 3],
      ['Dora', 2],
    ] as const) {
      await person(id)
      await refers(id, count)
    }
  })

  test('is beyond the end of the list, too', async () => {
    await person('Eve')
    await refers('Eve', 1)
    expect(listed(await board('Eve', { limit: 2 }))).toEqual(['1. Ada E. 5', '2. Bea E. 4', '* 5. Eve E. 1'])
  })

  test('is in the list that others do not see it in', async () => {
    await person('Eve', {}, null)
    await refers('Eve', 4)
    const own = await board('Eve')
    expect(listed(own)).toEqual(['1. Ada E. 5', '2. Bea E. 4', '* 2. Eve E. 4', '4. Cleo E. 3', '5. Dora E. 2'])
    expect(own.opted_in).toBe(false)
    expect(listed(await board('Dora'))).toEqual(['1. Ada E. 5', '2. Bea E. 4', '3. Cleo E. 3', '* 4. Dora E. 2'])
  })

  test('is first where others see somebody else first: nobody shares a rank with a different number', async () => {
    await person('Eve', {}, null)
    await refers('Eve', 6)
    expect(listed(await board('Eve', { limit: 2 }))).toEqual(['* 1. Eve E. 6', '2. Ada E. 5', '3. Bea E. 4'])
    expect(listed(await board('Ada', { limit: 2 }))).toEqual(['* 1. Ada E. 5', '2. Bea E. 4', '3. Cleo E. 3'])
  })

  test('is without a rank before anything counts', async () => {
    await person('Eve', {}, null)
    expect(listed(await board('Eve', { limit: 1 }))).toEqual(['1. Ada E. 5', '* null. Eve E. 0'])
  })

  test('is not behind the consumer as the job has counted them', async () => {
    await board('Dora')
    await visit.rows(
      `delete from referrals where friend_id = (select max(friend_id) from referrals where advocate_id = 'Dora')`,
    )
    const { ranks } = await read(await visit.verified('dora@example.com'))
    expect(listed(ranks).at(-1)).toBe('* 4. Dora E. 1')
  })

  test('does not wait for the job', async () => {
    const before = await board('Dora')
    expect(listed(before).at(-1)).toBe('* 4. Dora E. 2')
    await refers('Dora', 2)
    const token = await visit.verified('dora@example.com')
    expect(listed((await read(token)).ranks)).toEqual(['1. Ada E. 5', '2. Bea E. 4', '* 2. Dora E. 4', '4. Cleo E. 3'])
  })

  test('is of a consumer who is verified: others who are identified get the ranks of the people who are shown', async () => {
    await board('Dora')
    const { ranks } = await read(await visit.identified('dora@example.com'))
    expect(listed(ranks)).toEqual(['1. Ada E. 5', '2. Bea E. 4', '3. Cleo E. 3', '4. Dora E. 2'])
    expect(ranks.opted_in).toBeUndefined()
    expect((await read(await visit.anonymous())).ranks).toBeNull()
  })

  test('stays alone until the job has run', async () => {
    await publish({})
    const token = await visit.verified('dora@example.com')
    expect(listed((await read(token)).ranks)).toEqual(['* null. Dora E. 2'])
  })
})

describe('others do not see', () => {
  beforeEach(async () => {
    for (const [id, count] of [
      ['Ada', 5],
      ['Bea', 3],
      ['Viewer', 1],
    ] as const) {
      await person(id)
      await refers(id, count)
    }
  })
  const seen = async () => listed(await board('Viewer'))
  const seenAgain = async () => listed((await read(await visit.verified('viewer@example.com'))).ranks)
  const HIDDEN = ['1. Bea E. 3', '* 2. Viewer E. 1']

  test.each([undefined, false, 'true', 1, null])('who has answered %j', async answer => {
    await visit.rows(`delete from parameters where person_id = 'Ada'`)
    if (answer !== undefined) await agree('Ada', answer)
    expect(await seen()).toEqual(HIDDEN)
  })

  const HIDING: [string, string][] = [
    ['who no longer agrees', `update parameters set value = 'false' where person_id = 'Ada'`],
    [
      'who denies the processing of their data',
      `update persons set processing_consent = 'denied' where person_id = 'Ada'`,
    ],
    ['who is blocked for events', `update persons set blocks = '{"EVENTS":null}' where person_id = 'Ada'`],
    ['who is blocked for rewards', `update persons set blocks = '{"REWARDS":null}' where person_id = 'Ada'`],
    ['who is merged into another person', `update persons set merged_into = 'Bea' where person_id = 'Ada'`],
  ]
  test.each(HIDING)('%s, at once', async (_, change) => {
    expect(await seen()).toEqual(['1. Ada E. 5', '2. Bea E. 3', '* 3. Viewer E. 1'])
    await visit.rows(change)
    expect((await seenAgain()).filter(row => row.includes('Ada'))).toEqual([])
    await update()
    expect(await seenAgain()).toEqual(HIDDEN)
  })

  test('who asks for the deletion of their data while they are verified, until the brand has seen to it', async () => {
    expect(await seen()).toEqual(['1. Ada E. 5', '2. Bea E. 3', '* 3. Viewer E. 1'])
    const ask = async (token: string) => {
      const data = { privacy_request: 'deletion' }
      expect((await visit.send('/api/v6/events', { token, json: { event_name: 'leave', data } })).status).toBe(200)
    }
    // Anybody can enter the address of another person.
    await ask(await visit.identified('bea@example.com'))
    await ask(await visit.verified('ada@example.com'))
    expect((await seenAgain()).filter(row => row.includes('Ada'))).toEqual([])
    await update()
    expect(await seenAgain()).toEqual(HIDDEN)
    await visit.rows('update deletion_requests set done_at = $1', [new Date(visit.now)])
    await update()
    expect(await seenAgain()).toEqual(['1. Ada E. 5', '2. Bea E. 3', '* 3. Viewer E. 1'])
  })

  test.each(HIDING.slice(1, 4))('%s, who is offered no choice', async (_, change) => {
    expect((await board('Ada')).opted_in).toBe(true)
    await visit.rows(change)
    const { ranks } = await read(await visit.verified('ada@example.com'))
    expect([ranks?.opted_in, listed(ranks ?? { rows: [] }).length]).toEqual([undefined, 3])
  })

  test('people of another client', async () => {
    await visit.rows(`update persons set client_id = $1 where person_id = 'Ada'`, [demo.sandbox.clientId])
    expect(await seen()).toEqual(HIDDEN)
  })
})

test('a consumer can agree and withdraw by the call of the widget', async () => {
  await person('Ada', {}, null)
  await person('Bea')
  for (const id of ['Ada', 'Bea']) await refers(id, 2)
  const token = await visit.verified('ada@example.com')
  const choose = (value: boolean) =>
    visit.send('/api/v4/me/parameters/leaderboard_opt_in', { method: 'PUT', token, json: { value } })
  expect((await choose(true)).status).toBe(200)
  expect(listed(await board('Bea'))).toContain('1. Ada E. 2')
  await choose(false)
  expect(listed((await read(await visit.verified('bea@example.com'))).ranks)).toEqual(['* 1. Bea E. 2'])
})

describe('after a merge, others see the remaining person', () => {
  /** `undefined`: nobody has asked them. */
  test.each<[source: unknown, target: unknown, isSeen: boolean]>([
    [true, true, true],
    [true, false, false],
    [true, undefined, false],
    [false, true, false],
    [false, undefined, false],
    ['no', true, false],
    [undefined, true, true],
    [undefined, undefined, false],
  ])('whose choices were %j and then %j: %s', async (source, target, isSeen) => {
    await person('Viewer')
    await person('Src', {}, null)
    await person('Ada', {}, null)
    if (source !== undefined) await agree('Src', source)
    if (target !== undefined) await agree('Ada', target)
    await refers('Ada', 2)
    const response = await backend('/v5/persons/Src/forward', { target_person_id: 'Ada' })
    expect(response.status).toBe(200)
    expect(listed(await board('Viewer'))).toEqual([...(isSeen ? ['1. Ada E. 2'] : []), '* null. Viewer E. 0'])
    expect((await read(await visit.verified('ada@example.com'))).ranks.opted_in).toBe(isSeen)
  })
})

test('a parameter of the brand with the name of the widget is no choice of the consumer', async () => {
  for (const id of ['Ada', 'Viewer']) await person(id, {}, null)
  await refers('Ada', 2)
  expect((await backend('/v5/persons/Ada/data', { name: 'leaderboard', value: true })).status).toBe(200)
  expect(listed(await board('Viewer'))).toEqual(['* null. Viewer E. 0'])
})

describe('of a person, a leaderboard shows', () => {
  const shown = async (profile: Record<string, string | null>) => {
    await person('Ada', profile)
    await refers('Ada', 2)
    await person('Viewer')
    const { rows } = await board('Viewer')
    return rows.find(({ own }) => !own)!
  }

  test.each<[string | null, string | null, string | null]>([
    ['Ada', 'Lovelace', 'Ada L.'],
    [' Ada ', ' lovelace', 'Ada L.'],
    ['Ada', null, 'Ada'],
    ['Ada', 'o\u0308rsted', 'Ada \u00d6.'],
    ['Ada', '1815', 'Ada'],
    ['Ada', '', 'Ada'],
    ['さくら', '田中', 'さくら 田.'],
    [null, 'Lovelace', null],
    ['ada@example.com', 'Lovelace', null],
    ['+44 20 7946 0000', 'Lovelace', null],
    ['https://ada.example', 'Lovelace', null],
    ['ada.example', 'Lovelace', null],
    ['\uff0b\uff14\uff14', 'Lovelace', null],
    ['\u0660\u0661\u0662', 'Lovelace', null],
    ['\u2460\u2461', 'Lovelace', null],
    ['ada\uff20example', 'Lovelace', null],
    ['\u200b', 'Lovelace', null],
    ['\u3164', 'Lovelace', null],
    ['\u202eadA', 'Lovelace', null],
    ['Z\u0300\u0301\u0302\u0303\u0304\u0305', 'Lovelace', null],
    ['\u0646\u200c\u0627', 'Lovelace', '\u0646\u200c\u0627 L.'],
    ['J. Ada', 'Lovelace', 'J. L.'],
    ['Ada Lovelace', 'Lovelace', 'Ada L.'],
    ['Ada LOVELACE', 'Lovelace', 'Ada L.'],
    ['Lovelace Ada', 'Lovelace', 'Ada L.'],
    ['Ada Lovelace', null, 'Ada L.'],
    ['Ada Lovelace', 'L', 'Ada L.'],
    ['Ada\u00a0\u2003Lovelace', '', 'Ada L.'],
    ['Lovelace, Ada', null, null],
    ['Ada_Lovelace', null, null],
    ['Jean-Luc', 'Picard', 'Jean-Luc P.'],
    ['Ada', 'van Lovelace', 'Ada V.'],
    ['7 Ada', 'Lovelace', null],
    ['Ada', '\u1100'.repeat(9), 'Ada \u1100.'],
  ])('of %j and %j the name %j', async (first_name, last_name, name) => {
    expect((await shown({ first_name, last_name })).name).toBe(name)
  })

  test.each([
    ['https://images.garden/olive.jpg', true],
    ['http://images.garden/olive.jpg', false],
    ['javascript:alert(1)', false],
    ['https://images.example/persons/Ada/picture', false],
    ['https://images.example/?of=Augusta%40example.com', false],
    ['https://images.example/CUST-1815.jpg', false],
    ['https://images.garden/%/olive.jpg', true],
    ['https://images.garden/?of=Augusta%2540example.com', false],
    ['https://images.garden/?of=Augusta%252540example.com', false],
    ['https://images.garden/%/augusta%40example.com.jpg', false],
    ['https://images.garden/augusta+example.com.jpg', false],
    ['https://images.garden/%63ust/1815.jpg', false],
    [`https://images.garden/avatar/${createHash('md5').update('augusta@example.com').digest('hex')}`, false],
    [`https://images.garden/avatar/${createHash('sha256').update('augusta@example.com').digest('hex')}`, false],
    ['https://x@images.garden/olive.jpg', false],
    ['https://user:secret@images.garden/olive.jpg', false],
    ['https://images.garden/olive@2x.jpg', true],
    ['https://images.garden/%4cOVELACE-a.jpg', false],
    ['https://images.garden/lovel%C3%A1ce.jpg', false],
    ['https://love-lace.garden/olive.jpg', false],
    ['https://images.garden/byron_.jpg', false],
    ['https://images.garden/ng/olive.jpg', false],
    ['https://images.garden/young.jpg', true],
  ])('the picture %s: %s', async (profile_picture_url, isShown) => {
    expect(
      (
        await shown({
          ...{ email: 'augusta@example.com', partner_user_id: 'cust-1815', profile_picture_url },
          ...{ first_name: 'Augusta Byron', last_name: 'Lovelace Ng' },
        })
      ).image_url,
    ).toBe(isShown ? profile_picture_url : null)
  })

  test('no id and nothing else', async () => {
    expect(Object.keys(await shown({}))).toEqual(['rank', 'name', 'image_url', 'value'])
  })
})

describe('what counts', () => {
  test('each friend once, in production only', async () => {
    await person('Ada')
    await refers('Ada', 2)
    await refers('Ada', 3, { container: 'qa' })
    await visit.rows(
      `insert into referrals (advocate_id, friend_id, container, campaign_id, reason, updated_at, referred_at, last_at)
       select advocate_id, friend_id, container, 'another', reason, updated_at, referred_at, last_at from referrals`,
    )
    await person('Viewer')
    expect(listed(await board('Viewer'))[0]).toBe('1. Ada E. 2')
    expect(listed(await board('Ada'))).toEqual(['* 1. Ada E. 2'])
  })

  test('rewards, without those that have ended', async () => {
    await person('Ada')
    await person('Viewer')
    await buys('Ada', 'purchase', { cart_value: 50 })
    await visit.rows(
      `insert into rewards (reward_id, reward_name, person_id, event_id, campaign_id, journey_name, state, face_value, face_value_type, container, data, created_at)
       select 'reward-' || state || container, 'thanks', 'Ada', (select event_id from events limit 1), $1, '', state, 20, 'USD', container, '{}', $2
       from unnest(array['EARNED', 'FULFILLED', 'CANCELED', 'REVOKED']) state, unnest(array['production', 'qa']) container`,
      [demo.campaignId, new Date(visit.now)],
    )
    const [{ count }] = (await visit.rows<{ count: number }>(
      `select count(*)::int as count from rewards where container = 'production' and state in ('EARNED', 'FULFILLED')`,
    )) as [{ count: number }]
    expect(listed(await board('Viewer', { counts: 'rewards' }))[0]).toBe(`1. Ada E. ${count}`)
    // A reward belongs to the month of its event, whenever the event arrives.
    await visit.rows(`update rewards set event_time = $1 where reward_id = 'reward-EARNEDproduction'`, [
      new Date(visit.now - 40 * DAY_MS),
    ])
    expect(listed(await board('Viewer', { counts: 'rewards', period: 'month' }))[0]).toBe(`1. Ada E. ${count - 1}`)
  })

  test('an event, without those of low quality, and without zones', async () => {
    await person('Ada')
    await person('Viewer')
    await buys('Ada', 'planted_tree', { partner_event_id: 'one' })
    await buys('Ada', 'planted_tree', { partner_event_id: 'two' })
    await buys('Ada', 'planted_tree', { partner_event_id: 'three', container: 'qa' })
    await buys('Ada', 'watered', { partner_event_id: 'four' })
    await buys('Ada', 'planted_tree', { partner_event_id: 'five' })
    await visit.rows(
      `update steps set quality = 'LOW' where event_id = (select event_id from events where partner_event_id = 'five')`,
    )
    expect(listed(await board('Viewer', { counts: 'planted_tree' }))).toEqual(['1. Ada E. 2', '* null. Viewer E. 0'])
    expect(listed(await board('Ada', { counts: 'planted_tree' }))).toEqual(['* 1. Ada E. 2'])
    expect(listed(await board('Viewer', { counts: 'board' }))).toEqual(['* null. Viewer E. 0'])
  })
})

describe('a period', () => {
  /** The first moment of Monday, 4 May 2026, in New York. */
  const MONDAY = Date.UTC(2026, 4, 4, 4)
  /** The first moment of June in New York. */
  const JUNE = Date.UTC(2026, 5, 1, 4)

  test.each([
    ['week', MONDAY, '2026-05-10'],
    ['month', JUNE, '2026-06-30'],
    ['year', Date.UTC(2027, 0, 1, 5), '2027-12-31'],
  ])('begins with the first moment of the %s in the time zone of the client', async (period, begins, ends_at) => {
    visit.now = Math.max(visit.now, begins)
    for (const id of ['Ada', 'Bea', 'Viewer']) await person(id)
    await refers('Ada', 2, { at: begins - 1 })
    await refers('Ada', 1, { at: begins })
    await refers('Bea', 2, { at: begins - 1 })
    await refers('Viewer', 3, { at: begins - 1 })
    visit.now = begins + HOUR_MS
    const own = await board('Viewer', { period })
    expect(listed(own)).toEqual(['1. Ada E. 1', '* null. Viewer E. 0'])
    expect(own.ends_at).toBe(ends_at)
    visit.now = begins
  })

  test('that has just begun is empty until the job has run', async () => {
    visit.now = Date.UTC(2027, 5, 1, 3, 40)
    for (const id of ['Ada', 'Viewer']) {
      await person(id)
      await refers(id, 2)
    }
    expect(listed(await board('Viewer', { period: 'month' }))).toEqual(['1. Ada E. 2', '* 1. Viewer E. 2'])
    visit.now = Date.UTC(2027, 5, 1, 3, 59, 59)
    const token = await visit.verified('viewer@example.com')
    expect(listed((await read(token)).ranks)).toHaveLength(2)
    visit.now = Date.UTC(2027, 5, 1, 4)
    const next = (await read(token)).ranks
    expect([listed(next), next.ends_at]).toEqual([['* null. Viewer E. 0'], '2027-06-30'])
  })

  test('that is missing or wrong is all time', async () => {
    await person('Ada')
    await refers('Ada', 1, { at: START - 900 * DAY_MS })
    for (const period of [undefined, 'fortnight', 7])
      expect(listed(await board('Ada', { period }))).toEqual(['* 1. Ada E. 1'])
  })
})

describe('the number of rows', () => {
  test('is the limit of 1 to 100, else 10, beside that of the consumer', async () => {
    await visit.rows(
      `insert into persons (person_id, client_id, first_name, email, created_at)
       select 'p' || n, $1, 'P', 'p' || n || '@example.com', $2 from generate_series(1, 130) n`,
      [demo.clientId, new Date(visit.now)],
    )
    await visit.rows(
      `insert into parameters (person_id, name, value, updated_at) select person_id, 'leaderboard_opt_in', 'true', $1 from persons`,
      [new Date(visit.now)],
    )
    await visit.rows(
      `insert into referrals (advocate_id, friend_id, container, campaign_id, reason, updated_at, referred_at, last_at)
       select 'p' || a, 'p' || b, 'production', $1, 'CONVERSION', $2, $2, $2 from generate_series(2, 130) a, generate_series(1, 129) b where b < a`,
      [demo.campaignId, new Date(visit.now)],
    )
    const limits = [
      [undefined, 10],
      [3, 3],
      [100, 100],
      [101, 10],
      [0, 10],
      ['5', 10],
    ] as const
    for (const [limit, count] of limits) {
      const own = listed(await board('p2', { limit }))
      expect(own, `limit ${limit}`).toHaveLength(count + 1)
      expect(own.at(-1)).toBe('* 129. P 1')
      // The rank of everybody follows from the values, wherever they are.
      expect(listed(await board('p30', { limit })).at(-1)).toBe('* 101. P 29')
    }
  })
})

test('several leaderboards of a zone each have their own ranks', async () => {
  await person('Ada')
  await refers('Ada', 2)
  await refers('Ada', 3, { at: START - 400 * DAY_MS })
  const items = [
    { widget: 'leaderboard', ranks: '{{ranks}}' },
    { widget: 'leaderboard', ranks: '{{ranks}}', period: 'year' },
    { widget: 'leaderboard', ranks: { rows: [] } },
    { note: '{{ranks}}' },
  ]
  await publish({ widget: 'stack', ranks: undefined, items })
  const token = await visit.verified('ada@example.com')
  await read(token)
  await update()
  const { items: filled } = await read(token)
  expect(filled.map(({ ranks }: { ranks?: Board }) => ranks && listed(ranks))).toEqual([
    ['* 1. Ada E. 5'],
    ['* 1. Ada E. 2'],
    [],
    undefined,
  ])
})

describe('the number of leaderboards', () => {
  const counting = (count: number, name = 'event') =>
    Array.from({ length: count }, (_, n) => ({ widget: 'leaderboard', counts: `${name}-${n}`, ranks: '{{ranks}}' }))
  const stack = (items: object[]) => publish({ widget: 'stack', ranks: undefined, items })
  const kept = async () => (await visit.rows('select 1 from leaderboards')).length

  test('of a creative is limited: those beyond say so', async () => {
    await person('Ada')
    await stack(counting(300))
    const { items } = await read(await visit.verified('ada@example.com'))
    expect(items.filter(({ ranks }: { ranks: Board }) => ranks.rows)).toHaveLength(10)
    expect(items.at(10).ranks).toBe('Not filled in: a creative can have at most 10 leaderboards')
    expect(await kept()).toBe(10)
  })

  test('of a client is limited: those beyond say so, until others are forgotten', async () => {
    await person('Ada')
    await visit.rows(
      `insert into leaderboards (client_id, counts, period, wanted_at) select $1, 'old-' || n, 'all', $2 from generate_series(1, 49) n`,
      [demo.clientId, new Date(visit.now)],
    )
    await stack(counting(2))
    const ranks = async () =>
      (await read(await visit.verified('ada@example.com'))).items.map(({ ranks }: { ranks: Board | string }) =>
        typeof ranks === 'string' ? ranks : 'ranks',
      )
    expect(await ranks()).toEqual(['ranks', 'Not filled in: a client can have at most 50 leaderboards'])
    expect(await kept()).toBe(50)
    visit.now += 8 * DAY_MS
    await update()
    expect(await ranks()).toEqual(['ranks', 'ranks'])
  })

  test('does not grow by a preview', async () => {
    await person('Ada')
    await publish({})
    const source = JSON.stringify({ creatives: [{ content: counting(1, 'typed')[0] }] })
    const [user] = await visit.rows<{ user_id: string }>('select user_id from users limit 1')
    const draft = { user_id: user!.user_id, campaign_id: demo.campaignId, zone_name: 'board', source }
    const { db } = visit.platform
    const preview_key = await keepDraft(
      { db, settings: { machineNow: () => visit.now } as Domain['settings'] },
      draft,
      '',
    )
    const { ranks } = await read(await visit.verified('ada@example.com'), { preview_key })
    expect(listed(ranks)).toEqual(['* null. Ada E. 0'])
    expect(await kept()).toBe(0)
  })
})

test.each(['a\0b', '\ud800', 'a\nb', ''])('what counts cannot be %j: friends count', async counts => {
  await person('Ada')
  await refers('Ada', 2)
  expect(listed(await board('Ada', { counts }))).toEqual(['* 1. Ada E. 2'])
})

test('a leaderboard that no zone asks for is forgotten after a week, and computed again when one does', async () => {
  await person('Ada')
  await refers('Ada', 2)
  await board('Ada')
  const kept = async () => (await visit.rows('select 1 from leaderboards')).length
  visit.now += 6 * DAY_MS
  await update()
  expect(await kept()).toBe(1)
  const token = await visit.verified('ada@example.com')
  await read(token)
  visit.now += 6 * DAY_MS
  await update()
  expect(await kept()).toBe(1)
  visit.now += 2 * DAY_MS
  await update()
  expect(await kept()).toBe(0)
  expect(await visit.rows('select 1 from leaderboard_values')).toEqual([])
  expect(listed(await board('Ada'))).toEqual(['* 1. Ada E. 2'])
})

test('the friends of a merged person count for the other one', async () => {
  for (const id of ['Ada', 'Bea', 'Viewer']) await person(id)
  await refers('Ada', 2)
  await refers('Bea', 1)
  await board('Viewer')
  const response = await backend('/v5/persons/Ada/forward', { target_person_id: 'Bea' })
  expect(response.status).toBe(200)
  await update()
  const token = await visit.verified('viewer@example.com')
  expect(listed((await read(token)).ranks)).toEqual(['1. Bea E. 3', '* null. Viewer E. 0'])
})

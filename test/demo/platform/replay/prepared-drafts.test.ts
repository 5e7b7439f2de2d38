// Drafts of a program, and what each changes in the rewards of the same history.

import { beforeAll, expect, test } from 'vitest'
import { findLiveProgram } from '../../../../demo/platform/campaign/live-program.js'
import { demo } from '../../../../demo/platform/index.js'
import { replayDraft } from '../../../../demo/platform/replay/replay-draft.js'
import { publishProgram, saveProgram } from '../publish-program.js'
import { advocate, backendOf, purchase } from '../setup/seed-programs/people.js'
import { tokenIn, usePlatform } from '../use-platform.js'

const visit = usePlatform()
const backend = backendOf(visit)
const DAY_MS = 86_400_000

const thanks = { name: 'thanks', to: 'advocate', step: 'purchase', value: 20, type: 'USD' }
const atLeast = (min: number) => ({ when: { data: { cart_value: { min } } } })
const welcome = { name: 'welcome', to: 'friend', step: 'purchase', value: 20, type: 'USD', ...atLeast(30) }
const points = { name: 'points', to: 'consumer', step: 'review', value: 5, type: 'POINTS', once_per: 'event' }
const referral = {
  step: 'purchase',
  found_by: ['click', 'advocate_code'],
  click_days: 30,
  friend: { not_audience: 'customers' },
}
const live = {
  name: 'A test',
  label: 'a-test',
  audiences: { customers: { step: 'purchase' } },
  referral,
  rewards: [thanks, welcome, points],
}

/** Plays what the drafts are replayed against. Each day has one event, if it has any. */
beforeAll(async () => {
  await publishProgram(visit, live)
  const ada = await advocate(visit, 'ann@example.com')
  const other = await advocate(visit, 'ben@example.com')
  const clickOf = async (path: string) => tokenIn(await visit.send(path))
  const buy = async (token: string, name: string, cart_value: number, data: object = {}) => {
    visit.now += DAY_MS
    const json = { event_name: 'purchase', data: { email: `${name}@example.com`, cart_value, ...data } }
    expect((await visit.send('/events', { token, json })).headers.get('X-Svc-Error-Message')).toBeNull()
  }
  const late = await clickOf(ada.path)
  await buy(await clickOf(ada.path), 'fay', 50)
  await buy(await clickOf(ada.path), 'gil', 28)
  await purchase(visit, 'joe@example.com', { cart_value: 100 })
  const kim = await backend.send('/v5/persons', { json: { email: 'kim@example.com' } })
  const { id } = await kim.json()
  await backend.send(`/v5/persons/${id}/audience-memberships`, { json: { audience_id: 'vip' } })
  await buy(await visit.anonymous(), 'kim', 60, { advocate_code: ada.code })
  await buy(await visit.identified('gil@example.com'), 'gil', 48)
  await buy(await clickOf(ada.path), 'joe', 90)
  await buy(await clickOf(ada.path), 'liv', 70, { advocate_code: other.code })
  await buy(await clickOf(ada.path), 'max', 80, { container: 'try' })
  const ivy = await visit.identified('ivy@example.com')
  for (const text of ['Fine', 'Good']) {
    visit.now += DAY_MS
    await visit.send('/events', { token: ivy, json: { event_name: 'review', data: { text } } })
  }
  visit.now += 40 * DAY_MS
  await buy(late, 'hal', 75)
})

/** Replays a draft. Each line is a change: `lost welcome of gil: 20 USD`. */
async function replay(fields: object) {
  const draft = JSON.stringify({ ...live, ...fields })
  const version = await saveProgram(visit, draft, 'draft')
  const changes: string[] = []
  const names = new Map(
    (await visit.rows<{ person_id: string; email: string }>('select person_id, email from persons')).map(
      ({ person_id, email }) => [person_id, email?.split('@')[0]],
    ),
  )
  const result = await replayDraft(
    visit.platform,
    {
      ...{ campaignId: demo.campaignId, version, until: new Date(visit.now) },
      live: await findLiveProgram(visit.platform, demo.campaignId),
    },
    async batch => {
      for (const { kind, reward_name, person_id, friend_id, before, after } of batch.changes) {
        const worth = [before, after].filter(Boolean).map(each => `${each!.value} ${each!.type}`)
        const friend = friend_id ? ` for ${names.get(friend_id)}` : ''
        changes.push(`${kind} ${reward_name} of ${names.get(person_id)}${friend}: ${worth.join(' to ')}`)
      }
    },
  )
  return { ...result, changes: changes.sort() }
}

const friends = ['fay', 'gil', 'kim', 'liv']
const lostWelcome = friends.map(name => `lost welcome of ${name}: 20 USD`)
const lostThanks = friends.map(name => `lost thanks of ann for ${name}: 20 USD`)

const cases: [about: string, fields: object, changes: string[]][] = [
  ['is the same', {}, []],
  [
    'gives less',
    { rewards: [thanks, { ...welcome, value: 10 }, points] },
    friends.map(name => `changed welcome of ${name}: 20 USD to 10 USD`),
  ],
  [
    'gives another currency',
    { rewards: [thanks, { ...welcome, type: 'EUR' }, points] },
    friends.map(name => `changed welcome of ${name}: 20 USD to 20 EUR`),
  ],
  ['asks for more', { rewards: [thanks, { ...welcome, ...atLeast(49) }, points] }, ['lost welcome of gil: 20 USD']],
  ['asks for more, but nobody had less', { rewards: [thanks, { ...welcome, ...atLeast(40) }, points] }, []],
  [
    'asks for less, so that an earlier purchase earns',
    { rewards: [thanks, { ...welcome, ...atLeast(20) }, points] },
    ['gained welcome of gil: 20 USD', 'lost welcome of gil: 20 USD'],
  ],
  [
    'gives the advocate one reward in all',
    { rewards: [{ ...thanks, once_per: 'person' }, welcome, points] },
    lostThanks.slice(1),
  ],
  [
    'gives a reward for each purchase',
    { rewards: [thanks, { ...welcome, once_per: 'event', ...atLeast(20) }, points] },
    ['gained welcome of gil: 20 USD'],
  ],
  [
    'counts older clicks',
    { referral: { ...referral, click_days: 90 } },
    ['gained thanks of ann for hal: 20 USD', 'gained welcome of hal: 20 USD'],
  ],
  [
    'has a new reward',
    { rewards: [thanks, welcome, points, { ...thanks, name: 'first-order', to: 'consumer', value: 5 }] },
    ['fay', 'gil', 'hal', 'joe', 'kim', 'liv'].map(name => `gained first-order of ${name}: 5 USD`),
  ],
  ['has no reward any more', { rewards: [thanks, points] }, lostWelcome],
  [
    'has another name for a reward',
    { rewards: [thanks, { ...welcome, name: 'hello' }, points] },
    [...friends.map(name => `gained hello of ${name}: 20 USD`), ...lostWelcome],
  ],
  [
    'leaves an audience of the brand out',
    {
      audiences: { ...live.audiences, vip: {} },
      rewards: [thanks, { ...welcome, when: { ...welcome.when, not_audience: 'vip' } }, points],
    },
    ['lost welcome of kim: 20 USD'],
  ],
  [
    'lets fewer people join an audience, so that a customer can be referred',
    { audiences: { customers: { step: 'purchase', ...{ when: { data: { cart_value: { min: 200 } } } } } } },
    ['gained thanks of ann for joe: 20 USD', 'gained welcome of joe: 20 USD'],
  ],
  [
    'has a reward for two friends',
    { rewards: [thanks, welcome, points, { ...thanks, name: 'bonus', value: 50, friends: 2 }] },
    ['gained bonus of ann for gil: 50 USD'],
  ],
  [
    'finds an advocate by a code only',
    { referral: { ...referral, found_by: ['advocate_code'] } },
    [
      'gained thanks of ben for liv: 20 USD',
      ...['fay', 'gil', 'liv'].map(name => `lost thanks of ann for ${name}: 20 USD`),
      ...['fay', 'gil'].map(name => `lost welcome of ${name}: 20 USD`),
    ],
  ],
  [
    'calls the step by another name everywhere',
    {
      events: { purchase: 'order' },
      audiences: { customers: { step: 'order' } },
      referral: { ...referral, step: 'order' },
      rewards: [{ ...thanks, step: 'order' }, { ...welcome, step: 'order' }, points],
    },
    [],
  ],
  [
    'gives small purchases no quality, so that a later one refers',
    { quality: [{ step: 'purchase', when: { data: { cart_value: { max: 29 } } }, quality: 'LOW' }] },
    ['gained thanks of ann for gil: 20 USD', 'lost thanks of ann for gil: 20 USD'],
  ],
]

test.each(cases)('a draft that %s', async (_, fields, changes) => {
  const { changes: found, ...counts } = await replay(fields)
  expect(found).toEqual([...changes].sort())
  expect(counts).toMatchObject({ total: 12, processed: 12, notKept: 0, notDecided: 0 })
})

test('the live program, decided again, gives the rewards that were given', async () => {
  const { changes } = await replay({ rewards: [] })
  const rewards = await visit.rows<{ reward_name: string; count: number }>(
    `select reward_name, count(*)::int from rewards where container = 'production' group by 1 order by 1`,
  )
  const lost = (name: string) => changes.filter(change => change.startsWith(`lost ${name} `)).length
  expect(rewards.map(({ reward_name, count }) => [reward_name, count])).toEqual(
    ['points', 'thanks', 'welcome'].map(name => [name, lost(name)]),
  )
})

test('a draft is replayed with the same result again, and writes nothing', async () => {
  // When a recurring job runs next changes by itself.
  const jobs = '(select job_id, kind, client_id, payload from jobs)'
  const tables = ['events', 'steps', 'rewards', 'referrals', 'audience_memberships', 'journeys', jobs]
  const state = () =>
    Promise.all(
      tables.map(table => visit.rows(`select md5(string_agg(t::text, '|' order by t::text)) from ${table} t`)),
    )
  const fields = { referral: { ...referral, click_days: 90 } }
  const before = await state()
  const first = await replay(fields)
  expect(await replay(fields)).toEqual(first)
  expect(await state()).toEqual(before)
})

test('an event whose facts a draft needs, and that were not kept, is counted and not decided', async () => {
  const draft = { referral: { ...referral, step: 'review' }, rewards: [points, { ...thanks, step: 'review' }] }
  const { notDecided, changes } = await replay(draft)
  expect(notDecided).toBe(2)
  expect(changes).toEqual([...lostThanks, ...lostWelcome].sort())
})

test('an event without kept facts is counted, and what it has earned counts as it is', async () => {
  await visit.rows(`update steps set facts = null where person_id = $1`, [await backend.personId('fay@example.com')])
  const { notKept, changes } = await replay({
    rewards: [{ ...thanks, once_per: 'person' }, { ...welcome, value: 10 }, points],
  })
  expect(notKept).toBe(1)
  // The reward for Fay was the first: the draft gives no other.
  expect(changes).toEqual(
    [...lostThanks.slice(1), ...friends.slice(1).map(name => `changed welcome of ${name}: 20 USD to 10 USD`)].sort(),
  )
})

test('only events of the last 90 days count', async () => {
  visit.now += 60 * DAY_MS
  const { total, changes } = await replay({ rewards: [thanks, points] })
  expect(total).toBe(1)
  expect(changes).toEqual([])
})

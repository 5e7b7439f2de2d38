import { beforeAll, describe, expect, test } from 'vitest'
import { mergedColumns } from '../../../../demo/platform/events/merge-persons.js'
import {
  duplicatesIn,
  type MergeFacts,
  mergeRows,
  type RewardRow,
} from '../../../../demo/platform/events/merge-rows.js'
import type { RewardState } from '../../../../demo/platform/rewards/reward.js'
import { signJwt } from '../../../proof.js'
import { publishProgram } from '../publish-program.js'
import { advocate, backendOf, purchase, type Reward } from '../setup/seed-programs/people.js'
import { program, usePlatform } from '../use-platform.js'

const visit = usePlatform()
const backend = backendOf(visit)

let people = 0
const newEmail = () => `person-${++people}@example.com`
const list = async (path: string) => (await backend.send(path)).json()
const put = (path: string, json: object) => backend.send(path, { method: 'PUT', json })
const forward = (from: string, target_person_id: string) =>
  backend.send(`/v5/persons/${from}/forward`, { json: { target_person_id } })
const track = (token: string, event_name: string, data: object = {}) =>
  visit.send('/v6/events', { token, json: { event_name, data } })

/** The rewards that name a person, oldest first, as `name state` or `name state reason`. */
async function rewardsOf(id: string): Promise<string[]> {
  const rewards: Reward[] = (await list(`/v5/persons/${id}/rewards`)).reverse()
  return Promise.all(
    rewards.map(async ({ reward_id, reward_name, state }) => {
      const history = await list(`/v2/rewards/${reward_id}/state-history`)
      return [reward_name, state, history.at(-1).message].filter(Boolean).join(' ')
    }),
  )
}

const rule = { step: 'conversion', value: 5, type: 'USD' }
const rules = [
  { ...rule, name: 'friend', to: 'advocate' },
  { ...rule, name: 'paid', to: 'advocate', fulfillment: { mode: 'immediate' } },
  { ...rule, name: 'commission', to: 'advocate', once_per: 'event' },
  { ...rule, name: 'first', to: 'advocate', friends: 1 },
  { ...rule, name: 'three', to: 'advocate', friends: 3, value: 40 },
  { ...rule, name: 'welcome', to: 'friend' },
]

beforeAll(() =>
  publishProgram(visit, {
    events: { purchase: 'conversion' },
    journeys: { advocate: { steps: ['share'] }, friend: { steps: ['conversion'] } },
    referral: { step: 'conversion' },
    rewards: rules,
  }),
)

test('of rewards that a person can have once, a paid one stays, else one that can still be paid, also by a retry', () => {
  const reward = { person_id: 'p', reward_name: 'r', container: 'c', campaign_id: 'k', once_per: 'person' } as const
  const row = (state: RewardState): RewardRow => ({
    ...{ ...reward, reward_id: state, state, event_id: state, friend_id: null, advocate_id: null },
  })
  const [canceled, failed, earned, paid] = [row('CANCELED'), row('FAILED'), row('EARNED'), row('REDEEMED')] as const
  expect(duplicatesIn([canceled, failed])).toEqual([canceled])
  expect(duplicatesIn([failed, canceled])).toEqual([canceled])
  expect(duplicatesIn([canceled, failed, earned])).toEqual([failed, canceled])
  expect(duplicatesIn([canceled, earned, failed, paid])).toEqual([earned, failed, canceled])
})

test.each(['cookie_consent', 'processing_consent'] as const)('of two answers about %s, a refusal stays', column => {
  const undecided: MergeFacts['source'] = {
    ...{ person_id: 'p', email: null, partner_user_id: null, first_name: null, last_name: null, locale: null },
    ...{ profile_picture_url: null, cookie_consent: null, processing_consent: null, blocks: {}, version: 1 },
    created_at: new Date(0),
  }
  type Answer = 'granted' | 'denied' | null
  const merged = (source: Answer, target: Answer) =>
    mergeRows({
      source: { ...undecided, [column]: source },
      target: { ...undecided, person_id: 'q', [column]: target },
      ...{ isProven: false, links: [], keyed: [], journeys: [], referrals: [], rewards: [] },
    }).person[column]
  expect([merged('denied', 'granted'), merged('granted', 'denied')]).toEqual(['denied', 'denied'])
  expect([merged('granted', null), merged(null, 'granted'), merged(null, null)]).toEqual(['granted', 'granted', null])
})

test('every column with the id of a person is in the list of what a merge moves', async () => {
  const columns = await visit.rows<{ name: string }>(
    `select c.conrelid::regclass || '.' || a.attname as name from pg_constraint c
       join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
       where contype = 'f' and confrelid = 'persons'::regclass
     union
     select table_name || '.' || column_name from information_schema.columns where table_schema = current_schema()
       and column_name in ('person_id', 'identity_id', 'advocate_id', 'friend_id', 'visitor_id')
       -- The result of a replay says what was then. An id in it leads to the person that remains.
       and table_name <> 'replay_changes'
     order by 1`,
  )
  expect(columns.map(({ name }) => name)).toEqual(Object.keys(mergedColumns).sort())
})

test('an index finds the rows of a person and those of an event, so that no merge reads whole tables', async () => {
  const references = await visit.rows<{ name: string }>(
    `select conrelid::regclass || '.' || attname as name from pg_constraint
       join pg_attribute on attrelid = conrelid and attnum = conkey[1]
     where contype = 'f' and confrelid = 'events'::regclass`,
  )
  const indexed = await visit.rows<{ name: string }>(
    `select distinct indrelid::regclass || '.' || attname as name from pg_index
       join pg_attribute on attrelid = indrelid and attnum = indkey[0]`,
  )
  const searched = [...Object.keys(mergedColumns), ...references.map(({ name }) => name)]
  expect(references.length).toBeGreaterThan(0)
  const names = new Set(indexed.map(({ name }) => name))
  expect(searched.filter(name => !names.has(name))).toEqual([])
})

/** A person with everything that a person can have. `mark` is in all names, so that a test sees whose row it is. */
async function person(mark: string, shared: { advocateCode: string; friend: string }) {
  const email = newEmail()
  const owner = await advocate(visit, email)
  const id = await backend.personId(email)
  const { token } = owner
  // The person refers the shared friend and one of their own, and is a friend of the shared advocate.
  const own = newEmail()
  for (const friend of [shared.friend, own])
    await purchase(visit, friend, { partner_event_id: `${mark} ${friend}` }, owner.path)
  await track(token, 'purchase', { advocate_code: shared.advocateCode, partner_event_id: `own order of ${mark}` })
  for (const [name, value] of [
    ['size', mark],
    [`only-${mark}`, mark],
  ])
    await backend.send(`/v5/persons/${id}/data`, { json: { name, value } })
  for (const audience_id of ['both', `only-${mark}`])
    await backend.send(`/v5/persons/${id}/audience-memberships`, { json: { audience_id } })
  const body = new FormData()
  body.set('file', new Blob([mark], { type: 'text/plain' }), `${mark}.txt`)
  await visit.platform.fetch(
    new Request(`${program}/api/v4/me/assets`, { method: 'POST', body, headers: { Authorization: `Bearer ${token}` } }),
  )
  const { code: rose } = await (await visit.send('/v6/me/shareables', { token, json: { key: 'rose' } })).json()
  await visit.send('/v6/me/shareables', { token, json: { key: `only-${mark}` } })
  await visit.send('/v4/me/send-verification-email', { token, json: {} })
  await visit.send('/zones/share_experience', { token, json: {} })
  return { mark, email, id, own, rose, ...owner }
}

type Person = Awaited<ReturnType<typeof person>>

describe.each(['the older', 'the newer'])('a person with everything who is forwarded, %s of two', which => {
  let source: Person
  let target: Person
  let shared: { advocateCode: string; friend: string; advocate: string }
  let before: Record<string, number>

  /** The number of rows of both persons in each column that names persons. */
  async function counts(): Promise<Record<string, number>> {
    const ids = [source.id, target.id]
    const counted = await Promise.all(
      Object.keys(mergedColumns).map(async name => {
        const [table, column] = name.split('.')
        const [row] = await visit.rows<{ count: number }>(
          `select count(*)::int as count from ${table} where ${column} = any($1)`,
          [ids],
        )
        return [name, row!.count] as const
      }),
    )
    return Object.fromEntries(counted)
  }

  beforeAll(async () => {
    const email = newEmail()
    shared = { advocateCode: (await advocate(visit, email)).code, friend: newEmail(), advocate: email }
    const older = await person('older', shared)
    visit.now += 60_000
    const newer = await person('newer', shared)
    source = which === 'the older' ? older : newer
    target = which === 'the older' ? newer : older
    await visit.send('/v4/me', {
      token: source.token,
      json: { cookie_consent: 'denied', processing_consent: 'granted' },
    })
    await visit.send('/v4/me', { token: target.token, json: { cookie_consent: 'granted' } })
    await put(`/v5/persons/${source.id}/block`, { type: 'EVENTS', reason: 'Robot' })
    await put(`/v5/persons/${source.id}/block`, { type: 'REWARDS', reason: 'Fraud' })
    await put(`/v5/persons/${target.id}/block`, { type: 'REWARDS', reason: 'Refers herself' })
    before = await counts()
    expect((await forward(source.id, target.id)).status).toBe(200)
  })

  test('leads to the target by its id and key', async () => {
    expect(await list(`/v5/persons/${source.id}`)).toMatchObject({ id: target.id, email: target.email })
    expect(await backend.personId(source.email)).toBe(target.id)
    expect(await (await visit.send('/v5/token', { token: source.token })).json()).toMatchObject({
      identity_id: target.id,
    })
  })

  test('leaves nothing behind that the target lacks, and loses no row', async () => {
    const after = await counts()
    const changes = Object.keys(before).map(name => [name, after[name]! - before[name]!])
    expect(Object.fromEntries(changes.filter(([, change]) => change !== 0))).toEqual({
      'persons.merged_into': 1,
      // The referral of the shared friend by both, and that of both by the shared advocate, become one each.
      'referrals.advocate_id': -1,
      'referrals.friend_id': -1,
      // The reward for three friends.
      'rewards.person_id': 1,
      'steps.person_id': 1,
    })
    const left = await Promise.all(
      Object.entries(mergedColumns).map(async ([name, fate]) => {
        const [table, column] = name.split('.')
        const rows = await visit.rows(`select * from ${table} where ${column} = $1`, [source.id])
        return rows.map(row => [name, fate, row.name ?? row.audience_id ?? row.journey_type ?? ''].join(' '))
      }),
    )
    // The target has its own value, membership and journeys. The profile and its history lead to the target.
    expect(left.flat().sort()).toEqual([
      'audience_memberships.person_id is decided both',
      'identity_history.person_id stays ',
      'journeys.person_id is decided ADVOCATE',
      'journeys.person_id is decided FRIEND',
      'parameters.person_id is decided size',
      'persons.person_id is decided ',
    ])
  })

  test('gives the target its parameters, audiences, links, shares and files', async () => {
    const names = async (path: string, name: string) =>
      (await list(`/v5/persons/${target.id}/${path}`)).map((row: Record<string, unknown>) => row[name]).sort()
    const data: { name: string; value: string }[] = await list(`/v5/persons/${target.id}/data`)
    expect(Object.fromEntries(data.map(({ name, value }) => [name, value]))).toEqual({
      size: target.mark,
      [`only-${source.mark}`]: source.mark,
      [`only-${target.mark}`]: target.mark,
    })
    expect(await names('audience-memberships', 'audience_id')).toEqual(['both', 'only-newer', 'only-older'])
    const links: { code: string; key: string }[] = await list(`/v5/persons/${target.id}/shareables`)
    expect(links).toHaveLength(6)
    expect(links.map(({ key }) => key)).toEqual(expect.arrayContaining(['only-newer', 'only-older']))
    expect(links.find(({ code }) => code === target.rose)).toMatchObject({ key: 'rose' })
    expect(links.find(({ code }) => code === source.rose)).toMatchObject({ key: source.rose })
    expect(await names('shares', 'shareable_id')).toEqual([source.code, target.code].sort())
    const assets = await (await visit.send('/v4/me/assets', { token: target.token })).json()
    expect(assets.map(({ name }: { name: string }) => name).sort()).toEqual(['newer.txt', 'older.txt'])
  })

  test('keeps both blocks with all reasons, and the stricter consent', async () => {
    const [row] = await visit.rows(
      'select blocks, cookie_consent, processing_consent from persons where person_id = $1',
      [target.id],
    )
    expect(row).toEqual({
      blocks: { EVENTS: 'Robot', REWARDS: 'Refers herself; Fraud' },
      cookie_consent: 'denied',
      processing_consent: 'granted',
    })
    for (const { id } of [source, target])
      expect(await list(`/v5/persons/${id}/block`)).toEqual({ type: 'EVENTS', reason: 'Robot' })
  })

  test('has each friend once, and one journey of each type with the first entry', async () => {
    const friends = (await list(`/v5/persons/${target.id}/relationships?my_roles=ADVOCATE`)) as object[]
    expect(friends).toHaveLength(3)
    expect(await list(`/v4/persons/${target.id}/stats`)).toMatchObject({ shares: 2, clicks: 4, conversions: 3 })
    const journeys: { journey_type: string; entry_advocate_code?: string }[] = await list(
      `/v5/persons/${target.id}/journeys`,
    )
    expect(journeys.map(({ journey_type }) => journey_type).sort()).toEqual(['ADVOCATE', 'FRIEND'])
    const [older] = [source, target].filter(({ mark }) => mark === 'older')
    expect(JSON.stringify(journeys)).toContain(`"entry_shareable_id":"${older!.code}"`)
  })

  test('has one of each reward that can exist once, what is fulfilled, and the reward for three friends', async () => {
    expect((await rewardsOf(target.id)).sort()).toEqual(
      [
        ...['commission EARNED', 'commission EARNED', 'commission EARNED', 'commission EARNED'],
        ...['first EARNED', 'first CANCELED merged'],
        ...['friend EARNED', 'friend EARNED', 'friend EARNED', 'friend CANCELED merged'],
        ...['paid FULFILLED', 'paid FULFILLED', 'paid FULFILLED', 'paid FULFILLED'],
        'three EARNED',
        ...['welcome EARNED', 'welcome CANCELED merged'],
      ].sort(),
    )
    const theirs = (await rewardsOf(await backend.personId(shared.advocate))).filter(name => name.startsWith('friend'))
    expect(theirs.sort()).toEqual(['friend CANCELED merged', 'friend EARNED'])
  })

  test('cannot get a canceled reward, nor one that its block stops', async () => {
    const all: Reward[] = await list(`/v2/rewards?person_id=${source.id}&success_only=false`)
    for (const { reward_id, state } of all.filter(each => each.state !== 'FULFILLED')) {
      const response = await backend.send(`/v2/custom-rewards/${reward_id}/fulfilled`, { method: 'POST' })
      expect([state, response.status]).toEqual([state, state === 'EARNED' ? 403 : 400])
    }
  })
})

describe('an anonymous profile whose consumer is identified', () => {
  test('gives its parameters and audiences to the known person, as a forward does', async () => {
    const known = newEmail()
    await visit.identified(known)
    const token = await visit.anonymous()
    const { identity_id } = await (await visit.send('/v5/token', { token })).json()
    await backend.send(`/v5/persons/${identity_id}/data`, { json: { name: 'city', value: 'Ghent' } })
    await backend.send(`/v5/persons/${identity_id}/audience-memberships`, { json: { audience_id: 'vip' } })
    await track(token, 'seen', { email: known })
    const id = await backend.personId(known)
    expect(await list(`/v5/persons/${id}/data`)).toMatchObject([{ name: 'city', value: 'Ghent' }])
    expect(await list(`/v5/persons/${id}/audience-memberships`)).toMatchObject([{ audience_id: 'vip' }])
  })

  test.each([
    ['verifies', { scope: 'VERIFIED_CONSUMER' }],
    ['only identifies', {}],
  ])('keeps both blocks if a JWT proves the claim that %s', async (_, scope) => {
    const known = newEmail()
    await visit.identified(known)
    const token = await visit.anonymous()
    const { identity_id } = await (await visit.send('/v5/token', { token })).json()
    await put(`/v5/persons/${identity_id}/block`, { type: 'REWARDS', reason: 'Shared device' })
    const jwt = await signJwt({ email: known, ...scope })
    expect((await visit.send('/v5/token', { token, json: { jwt } })).status).toBe(200)
    expect(await list(`/v5/persons/${await backend.personId(known)}/block`)).toEqual({
      type: 'REWARDS',
      reason: 'Shared device',
    })
  })
})

describe('a friend who is merged into the advocate', () => {
  test.each(['the friend', 'the advocate'])('has not referred themselves, whoever is forwarded: %s', async which => {
    const [owner, friend] = [newEmail(), newEmail()]
    const { path } = await advocate(visit, owner)
    await purchase(visit, friend, {}, path)
    const [ownerId, friendId] = [await backend.personId(owner), await backend.personId(friend)]
    const [from, into] = which === 'the friend' ? [friendId, ownerId] : [ownerId, friendId]
    await forward(from, into)
    expect(await list(`/v5/persons/${into}/relationships`)).toEqual([])
    expect(await list(`/v4/persons/${into}/stats`)).toMatchObject({ conversions: 0, earned: [{ value: 5 }] })
    expect((await rewardsOf(into)).sort()).toEqual([
      'commission CANCELED merged',
      // A person can have it once, for whomever: it does not name the friend.
      'first CANCELED merged',
      'friend CANCELED merged',
      'paid FULFILLED',
      'welcome CANCELED merged',
    ])
    // What a merge has canceled can be earned again.
    await purchase(visit, newEmail(), {}, path)
    expect(await rewardsOf(into)).toContain('first EARNED')
  })
})

test.each([
  [0, 1, 'in their order'],
  [1, 0, 'in their order'],
  [0, 1, 'late'],
])('of two referrals of one friend, and of two journeys, the first begin and the last touch stay: %i is forwarded to %i, events came %s', async (from, to, arrival) => {
  const [emails, friend] = [[newEmail(), newEmail()], newEmail()]
  const [codes, times]: [string[], Date[]] = [[], []]
  for (const email of emails) {
    visit.now += 86_400_000
    times.push(new Date(visit.now))
    const { code } = await advocate(visit, email)
    codes.push(code)
    await purchase(visit, friend, { advocate_code: code })
  }
  if (arrival === 'late') codes.reverse()
  const friendId = await backend.personId(friend)
  for (const [index, code] of codes.entries())
    await visit.rows('update referrals set reason = code, referred_at = $2, last_at = $2 where code = $1', [
      ...[code, times[index]],
    ])
  const ids = [await backend.personId(emails[0]!), await backend.personId(emails[1]!)] as const
  await forward(ids[from]!, ids[to]!)
  const [begun, last] = times
  expect(
    await visit.rows(
      `select advocate_id, code, data->>'advocate_code' as event, reason, referred_at, last_at, updated_at
       from referrals join events using (event_id) where friend_id = $1`,
      [friendId],
    ),
  ).toEqual([
    {
      ...{ advocate_id: ids[to], code: codes[0], event: codes[0], reason: codes[1] },
      ...{ referred_at: begun, last_at: last, updated_at: last },
    },
  ])
  expect(await list(`/v5/persons/${ids[to]}/journeys?type=ADVOCATE`)).toMatchObject([
    { created_date: begun!.toISOString(), updated_date: last!.toISOString() },
  ])
})

test('two friends who are one person count once, and an advocate earns for them once', async () => {
  const owner = newEmail()
  const { path } = await advocate(visit, owner)
  const friends = [newEmail(), newEmail(), newEmail()]
  for (const friend of friends.slice(0, 2)) await purchase(visit, friend, {}, path)
  await forward(await backend.personId(friends[0]!), await backend.personId(friends[1]!))
  await purchase(visit, friends[2]!, {}, path)
  const id = await backend.personId(owner)
  expect(await list(`/v4/persons/${id}/stats`)).toMatchObject({ conversions: 2 })
  const names = (await rewardsOf(id)).sort()
  expect(names.filter(name => name.startsWith('friend'))).toEqual([
    'friend CANCELED merged',
    'friend EARNED',
    'friend EARNED',
  ])
  expect(names.some(name => name.startsWith('three'))).toBe(false)
})

test('what has happened in a test container stays apart from production', async () => {
  const [emails, friend] = [[newEmail(), newEmail()], newEmail()]
  for (const [index, container] of ['production', 'a-test'].entries())
    await purchase(visit, friend, { advocate_code: (await advocate(visit, emails[index]!)).code, container })
  const ids = [await backend.personId(emails[0]!), await backend.personId(emails[1]!)] as const
  await forward(...ids)
  const rows = await visit.rows('select container from referrals where advocate_id = $1 order by container', [ids[1]])
  expect(rows).toEqual([{ container: 'a-test' }, { container: 'production' }])
  expect((await rewardsOf(ids[1])).filter(name => name.startsWith('friend'))).toEqual([
    'friend EARNED',
    'friend EARNED',
  ])
})

test('a reward that a person can have once, for whomever, is not there twice for two friends', async () => {
  const owners = [newEmail(), newEmail()]
  for (const owner of owners) await purchase(visit, newEmail(), {}, (await advocate(visit, owner)).path)
  const ids = [await backend.personId(owners[0]!), await backend.personId(owners[1]!)] as const
  await forward(...ids)
  const names = (await rewardsOf(ids[1])).sort()
  expect(names.filter(name => /^(first|friend)/.test(name))).toEqual([
    ...['first CANCELED merged', 'first EARNED'],
    ...['friend EARNED', 'friend EARNED'],
  ])
})

test('of a reward that is fulfilled and one that is not, the fulfilled one stays, whoever is forwarded', async () => {
  for (const direction of [0, 1]) {
    const [one, other, friend] = [newEmail(), newEmail(), newEmail()]
    for (const email of [one, other]) await purchase(visit, friend, {}, (await advocate(visit, email)).path)
    const reward = (await backend.rewards(other)).find(({ reward_name }) => reward_name === 'friend')!
    await backend.send(`/v2/custom-rewards/${reward.reward_id}/fulfilled`, { method: 'POST' })
    const ids = [await backend.personId(one), await backend.personId(other)]
    await forward(ids[direction]!, ids[1 - direction]!)
    const names = await rewardsOf(ids[1 - direction]!)
    expect(names.filter(name => name.startsWith('friend')).sort()).toEqual([
      'friend CANCELED merged',
      'friend FULFILLED',
    ])
  }
})

describe('a merge beside other requests at the same moment', () => {
  /** Two advocates of one friend, with rewards that wait for their time. */
  async function two() {
    const friend = newEmail()
    const pair = await Promise.all(
      [newEmail(), newEmail()].map(async email => {
        const owner = await advocate(visit, email)
        return { email, id: await backend.personId(email), ...owner }
      }),
    )
    for (const { path } of pair) await purchase(visit, friend, {}, path)
    return { friend, source: pair[0]!, target: pair[1]! }
  }

  test('pays each reward at most once, and no reward of a blocked person', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { friend, source, target } = await two()
      const waiting = (await backend.rewards(source.email)).find(({ reward_name }) => reward_name === 'friend')!
      const buyers = [newEmail(), newEmail()]
      await Promise.all([
        forward(source.id, target.id),
        put(`/v5/persons/${source.id}/block`, { type: 'REWARDS', reason: 'Fraud' }),
        backend.send(`/v2/custom-rewards/${waiting.reward_id}/fulfilled`, { method: 'POST' }),
        purchase(visit, buyers[0]!, {}, source.path),
        purchase(visit, buyers[1]!, {}, target.path),
        purchase(visit, friend, { partner_event_id: 'again' }, source.path),
        visit.send('/v5/token', { json: {} }),
      ])
      expect(await list(`/v5/persons/${source.id}`)).toMatchObject({ id: target.id })
      expect(await list(`/v5/persons/${target.id}/block`)).toEqual({ type: 'REWARDS', reason: 'Fraud' })
      const rows = await visit.rows<{ name: string; friends: number; live: number }>(
        `select reward_name as name, count(distinct coalesce(friend_id, ''))::int as friends,
           count(*) filter (where state in ('EARNED', 'FULFILLED'))::int as live
         from rewards where person_id = $1 and reward_name in ('friend', 'first', 'three') group by 1 order by 1`,
        [target.id],
      )
      expect(rows).toEqual([
        { name: 'first', friends: expect.any(Number), live: 1 },
        { name: 'friend', friends: 3, live: 3 },
        { name: 'three', friends: 1, live: 1 },
      ])
      const left = await visit.rows('select 1 from rewards where person_id = $1 or friend_id = $1', [source.id])
      expect(left).toEqual([])
      expect(await list(`/v4/persons/${target.id}/stats`)).toMatchObject({ conversions: 3 })
    }
  })
})

test('a number of friends that a merge reaches counts for the newest of them as they were before they bought', async () => {
  const two = { ...rule, to: 'advocate', friends: 2 }
  await publishProgram(visit, {
    events: { purchase: 'conversion' },
    audiences: { customers: { step: 'conversion' } },
    referral: { step: 'conversion' },
    rewards: [
      { ...two, name: 'proven', when: { level: 'verified' } },
      { ...two, name: 'new', when: { not_audience: 'customers' } },
    ],
  })
  const afterMerge = async (tokenOf: (email: string) => Promise<string>) => {
    const ids: string[] = []
    for (const owner of [newEmail(), newEmail()]) {
      const { code } = await advocate(visit, owner)
      await track(await tokenOf(newEmail()), 'purchase', { advocate_code: code })
      ids.push(await backend.personId(owner))
    }
    await forward(ids[0]!, ids[1]!)
    return rewardsOf(ids[1]!)
  }
  expect(await afterMerge(visit.verified)).toEqual(['proven EARNED', 'new EARNED'])
  expect(await afterMerge(visit.identified)).toEqual(['new EARNED'])
})

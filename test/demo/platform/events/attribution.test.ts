import { beforeAll, describe, expect, test } from 'vitest'
import { findAttributedLink } from '../../../../demo/platform/events/referral.js'
import { publishProgram } from '../publish-program.js'
import { advocate, backendOf, purchase } from '../setup/seed-programs/people.js'
import { otherSite, program, tokenIn, usePlatform } from '../use-platform.js'

const visit = usePlatform()
const backend = backendOf(visit)

let people = 0
const newEmail = () => `person-${++people}@example.com`
const earned = async (email: string) => (await backend.rewards(email)).length
const DAY_MS = 86_400_000
const ago = (ms: number) => new Date(visit.now - ms).toISOString()

/** Buys with a consumer's token. */
const buy = (token: string, data: object = {}) =>
  visit.send('/events', { token, json: { event_name: 'purchase', data: { cart_value: 50, ...data } } })

/** A node of a plan, as PostgreSQL has run it. */
interface Plan {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** How many rows of a table a plan has read. */
function rowsOf(table: string, { 'Relation Name': name, Plans = [], ...plan }: Plan): number {
  const read = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
  return (name === table ? read : 0) + Plans.reduce((sum, each) => sum + rowsOf(table, each), 0)
}

async function newAdvocate() {
  const email = newEmail()
  return { email, ...(await advocate(visit, email)) }
}

beforeAll(() =>
  publishProgram(visit, {
    events: { purchase: 'conversion' },
    referral: { step: 'conversion', found_by: ['advocate_code', 'coupon_code', 'click'], click_days: 30 },
    rewards: [{ name: 'thanks', to: 'advocate', step: 'conversion', value: 5, type: 'USD', once_per: 'event' }],
  }),
)

describe('a link to a page of another site that a known person opens', () => {
  /** Opens the link in a browser that has the cookie. Returns the token that the landing page gets. */
  async function open(path: string, cookie: string): Promise<string> {
    const response = await visit.send(path, { cookie, headers: { 'Sec-Fetch-Mode': 'navigate' } })
    const landing = new URL(response.headers.get('Location')!)
    const carried = landing.searchParams.get('access_token')!
    expect([landing.origin, carried === cookie]).toEqual([otherSite, false])
    return carried
  }

  async function linkToOtherSite() {
    const owner = await newAdvocate()
    const json = { key: 'roses', content: { url: `${otherSite}/roses` } }
    const { link } = await (await visit.send('/v6/me/shareables', { token: owner.token, json })).json()
    return { ...owner, path: link.replace(program, '') as string }
  }

  test.each([
    'identified',
    'verified',
  ] as const)('refers a person who is %s and buys with their own token', async how => {
    const { email, path } = await linkToOtherSite()
    const cookie = await visit[how](newEmail())
    await open(path, cookie)
    await buy(cookie)
    expect(await earned(email)).toBe(1)
  })

  test('refers the person into whom that person is merged', async () => {
    const { email, path } = await linkToOtherSite()
    const [opener, target] = [newEmail(), newEmail()]
    await open(path, await visit.verified(opener))
    const token = await visit.verified(target)
    const json = { target_person_id: await backend.personId(target) }
    await backend.send(`/v5/persons/${await backend.personId(opener)}/forward`, { json })
    await buy(token)
    expect(await earned(email)).toBe(1)
  })

  test('refers the visitor who gets a token on the landing page', async () => {
    const { email, path } = await linkToOtherSite()
    const carried = await open(path, await visit.verified(newEmail()))
    await buy(carried, { email: newEmail() })
    expect(await earned(email)).toBe(1)
  })

  test('does not hide a link that the visitor opens later in the same millisecond', async () => {
    const [{ email, path }, later] = [await linkToOtherSite(), await newAdvocate()]
    const carried = await open(path, await visit.identified(newEmail()))
    await visit.send(later.path, { cookie: carried })
    await buy(carried, { email: newEmail() })
    expect([await earned(email), await earned(later.email)]).toEqual([0, 1])
  })

  test('refers a known person whom that visitor becomes', async () => {
    const { email, path } = await linkToOtherSite()
    const buyer = newEmail()
    await visit.identified(buyer)
    const visitor = await open(path, await visit.identified(newEmail()))
    await buy(visitor, { email: buyer })
    expect(await earned(email)).toBe(1)
  })

  test('is one click, one referral and one friend, whoever of the two buys', async () => {
    const { email, path } = await linkToOtherSite()
    const friend = newEmail()
    const cookie = await visit.identified(friend)
    await buy(await open(path, cookie), { email: friend, partner_event_id: 'first' })
    await buy(cookie, { partner_event_id: 'second' })
    const id = await backend.personId(email)
    const stats = await (await backend.send(`/v4/persons/${id}/stats`)).json()
    expect(stats).toMatchObject({ clicks: 1, conversions: 1 })
    expect(await (await backend.send(`/v5/persons/${id}/relationships`)).json()).toEqual([
      { my_role: 'ADVOCATE', other_person_id: await backend.personId(friend) },
    ])
  })
})

describe('a click of a known person whose landing page gets the token of an anonymous visitor is one referral', () => {
  /** A known person opens a link to another site. The visitor of the landing page buys as somebody else. */
  async function newClick() {
    const owner = await newAdvocate()
    const json = { key: 'roses', content: { url: `${otherSite}/roses` } }
    const { link } = await (await visit.send('/v6/me/shareables', { token: owner.token, json })).json()
    const [known, other] = [newEmail(), newEmail()]
    const cookie = await visit.identified(known)
    const response = await visit.send(link.replace(program, ''), {
      cookie,
      headers: { 'Sec-Fetch-Mode': 'navigate' },
    })
    const carried = new URL(response.headers.get('Location')!).searchParams.get('access_token')!
    return {
      ...{ email: owner.email, known, other },
      person: () => buy(cookie),
      visitor: () => buy(carried, { email: other }),
    }
  }

  const friendsOf = async (email: string): Promise<string[]> => {
    const id = await backend.personId(email)
    const relationships = await (await backend.send(`/v5/persons/${id}/relationships`)).json()
    return relationships
      .filter(({ my_role }: { my_role: string }) => my_role === 'ADVOCATE')
      .map(({ other_person_id }: { other_person_id: string }) => other_person_id)
  }

  test.each([
    ['person', 'visitor'],
    ['visitor', 'person'],
  ] as const)('if the %s buys before the %s', async (first, second) => {
    const click = await newClick()
    await click[first]()
    await click[second]()
    await click[first]()
    expect(await earned(click.email)).toBe(2)
    const friend = first === 'person' ? click.known : click.other
    expect(await friendsOf(click.email)).toEqual([await backend.personId(friend)])
  })

  test('if both buy at the same time', async () => {
    for (let round = 0; round < 5; round += 1) {
      const click = await newClick()
      await Promise.all([click.person(), click.visitor()])
      expect(await friendsOf(click.email)).toHaveLength(1)
      expect(await earned(click.email)).toBe(1)
    }
  })

  test('which the visitor can still be if the person cannot be referred', async () => {
    const click = await newClick()
    // Two persons do not refer each other.
    const { code } = await advocate(visit, click.known)
    await purchase(visit, click.email, { advocate_code: code })
    await click.person()
    await click.visitor()
    expect(await friendsOf(click.email)).toEqual([await backend.personId(click.other)])
  })
})

describe('the friend’s own link', () => {
  test('does not hide the link of an advocate that the friend opened before', async () => {
    const owner = await newAdvocate()
    const friend = await newAdvocate()
    await visit.send(owner.path, { cookie: friend.token })
    await visit.send(friend.path, { cookie: friend.token })
    await buy(friend.token)
    expect([await earned(owner.email), await earned(friend.email)]).toEqual([1, 0])
  })

  test.each(['advocate_code', 'coupon_code'])('does not hide it if its code is sent as %s', async name => {
    const owner = await newAdvocate()
    const friend = await newAdvocate()
    await visit.send(owner.path, { cookie: friend.token })
    await buy(friend.token, { [name]: friend.code })
    expect([await earned(owner.email), await earned(friend.email)]).toEqual([1, 0])
  })

  test('starts no journey of a friend, and is not the friend of a share', async () => {
    const owner = await newAdvocate()
    const friend = await newAdvocate()
    const data = { advocate_code: owner.code, partner_share_id: `share-${owner.code}` }
    await visit.send('/v6/events', { token: owner.token, json: { event_name: 'share', data } })
    const path = `${owner.path}?partner_share_id=${data.partner_share_id}`
    await visit.send(path, { cookie: owner.token })
    await visit.send(path, { cookie: friend.token })
    const journeys = await (await visit.send('/v4/me/journeys', { token: owner.token })).json()
    expect(journeys.filter(({ journey_type }: { journey_type: string }) => journey_type === 'FRIEND')).toEqual([])
    const shares = await (await visit.send(`/v4/me/shares?partner_share_id=${data.partner_share_id}`, owner)).json()
    expect(shares[0].friend).toMatchObject({ id: await backend.personId(friend.email) })
  })
})

describe('an event with a time of its own', () => {
  const submit = (email: string, event_time: string, data: object = {}) =>
    backend.send('/v6/events', {
      json: { event_name: 'purchase', data: { email, event_time, cart_value: 50, ...data } },
    })

  test('is not credited to a later click', async () => {
    const { email, path } = await newAdvocate()
    const friend = newEmail()
    await visit.send(path, { cookie: await visit.identified(friend) })
    await submit(friend, '2020-03-01T10:00:00Z')
    await submit(friend, ago(1))
    expect(await earned(email)).toBe(0)
    await submit(friend, ago(0))
    expect(await earned(email)).toBe(1)
  })

  test('is credited to the last click before it, however late the event arrives', async () => {
    const [before, after] = [await newAdvocate(), await newAdvocate()]
    const friend = newEmail()
    const cookie = await visit.identified(friend)
    await visit.send(before.path, { cookie })
    visit.now += DAY_MS
    const time = ago(0)
    visit.now += DAY_MS
    await visit.send(after.path, { cookie })
    visit.now += 60 * DAY_MS
    await submit(friend, time)
    expect([await earned(before.email), await earned(after.email)]).toEqual([1, 0])
  })

  test('is credited to the last of several clicks at the same time', async () => {
    const [one, last] = [await newAdvocate(), await newAdvocate()]
    const friend = newEmail()
    const cookie = await visit.identified(friend)
    for (const { path } of [one, last]) await visit.send(path, { cookie })
    await submit(friend, ago(0))
    expect([await earned(one.email), await earned(last.email)]).toEqual([0, 1])
  })

  test('is credited to a code, whenever the link was made', async () => {
    const { email, code } = await newAdvocate()
    await submit(newEmail(), '2020-03-01T10:00:00Z', { advocate_code: code })
    expect(await earned(email)).toBe(1)
  })
})

describe('many clicks of one person', () => {
  const MANY = 2_000
  const rule = { ...{ step: 'conversion', click_days: 30, friend: {}, advocate: {} }, found_by: ['click' as const] }

  /** How many rows of the clicks the search for the link of a person reads, and the advocate whom it finds. */
  async function search(person_id: string) {
    const { db, clientId } = visit.platform
    let read = 0
    const query: typeof db.query = async (sql, params) => {
      const [explained] = await db.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `explain (analyze, format json) ${sql}`,
        params,
      )
      read += rowsOf('clicks', explained!['QUERY PLAN'][0].Plan)
      return db.query(sql, params)
    }
    const event = { person_id, data: {}, time: new Date(visit.now), until: null }
    const link = await findAttributedLink({ clientId, db: { ...db, query } }, rule, event)
    return { advocate: link?.advocate_id, read }
  }

  test.each([
    ['on the link of somebody else', 1, false, 'owner'],
    ['on the link of somebody else, and one on an own link', 1, true, 'owner'],
    ['that are too old', 31, false, undefined],
  ] as const)('%s are not read one by one', async (_, days, hasOwn, found) => {
    const [owner, friend] = [await newAdvocate(), await newAdvocate()]
    const ids = { owner: await backend.personId(owner.email), friend: await backend.personId(friend.email) }
    const click = (code: string, count: number, age: number) =>
      visit.rows(
        `insert into clicks (click_id, code, person_id, clicked_at)
         select gen_random_uuid(), $1, $2, $3::timestamptz + n * interval '1 ms' from generate_series(1, $4::int) n`,
        [code, ids.friend, new Date(visit.now - age * DAY_MS), count],
      )
    await click(owner.code, MANY, days)
    if (hasOwn) await click(friend.code, 1, 0.5)
    await visit.rows('analyze clicks')
    const { advocate: id, read } = await search(ids.friend)
    expect(id).toBe(found && ids[found])
    expect(read).toBeLessThan(10)
  })
})

describe('a code', () => {
  test.each(['advocate_code', 'coupon_code'])('as %s finds its link in other capitals, and with spaces', async name => {
    const { email, code } = await newAdvocate()
    for (const written of [` ${code}\n`, code.toLowerCase(), code.toUpperCase()])
      await purchase(visit, newEmail(), { [name]: written })
    expect(await earned(email)).toBe(3)
  })

  test('in a link finds its link in other capitals', async () => {
    const { email, code } = await newAdvocate()
    const token = tokenIn(await visit.send(`/s/${code.toUpperCase()}`))
    await buy(token, { email: newEmail() })
    expect(await earned(email)).toBe(1)
  })

  test('finds the link that has exactly this code, else the oldest', async () => {
    const [upper, lower] = [await newAdvocate(), await newAdvocate()]
    for (const [code, { email }] of [['Rose-1', upper] as const, ['rOSE-1', lower] as const])
      await visit.rows(
        `insert into shareables (code, person_id, key, data, created_at) values ($1, $2, $1, '{}', now())`,
        [code, await backend.personId(email)],
      )
    const buyers = { 'Rose-1': upper, 'rOSE-1': lower, 'rose-1': upper }
    const counts = new Map([upper, lower].map(({ email }) => [email, 0]))
    for (const [code, { email }] of Object.entries(buyers)) {
      await purchase(visit, newEmail(), { advocate_code: code })
      await purchase(visit, newEmail(), { coupon_code: code })
      await purchase(visit, newEmail(), {}, `/s/${code}`)
      counts.set(email, counts.get(email)! + 3)
      expect(await earned(email), code).toBe(counts.get(email))
    }
  })
})

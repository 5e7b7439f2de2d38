import { describe, expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { addReward } from '../server/rewards/add-reward.js'
import { server, usePlatform } from '../use-platform.js'
import { useConsole } from './use-console.js'

const visit = usePlatform()
const user = useConsole(visit)

const backend = (path: string, json: object, token: string = demo.serverToken) =>
  visit.send(server + path, { token, json })

async function newPerson(json: object, token?: string): Promise<string> {
  return (await (await backend('/v5/persons', json, token)).json()).id
}

/** The names of the people on a page of the list. */
async function listed(query: string): Promise<string[]> {
  const page = await user.read(`/console/people?${query}`)
  return [...page.matchAll(/<th scope="row"><a href="\/console\/people\/[^"]+">([^<]+)</g)].map(([, name]) => name!)
}

const find = (search: string) => listed(String(new URLSearchParams({ search })))

/** The rows of the timeline without times. */
const timelineIn = (page: string) =>
  [
    ...page.matchAll(
      /<th scope="row">(?:<a [^>]+>)?([^<]+).*?data-label="Kind">(\w+)<.*?data-label="Details">([^<]*)</gs,
    ),
  ].map(([, ...texts]) => texts.join(' | '))

describe('the search', () => {
  test('finds people by a part of their email, customer number or name, whatever the case', async () => {
    for (const search of ['ADA@exam', 'cust-1815', 'Lovelace', 'ada lov', 'Ada-Lovelace'])
      expect([search, await find(search)]).toEqual([search, ['Ada Lovelace']])
    // An id is found as a whole only.
    for (const search of ['ada-lovelac', 'da-lovelace']) expect([search, await find(search)]).toEqual([search, []])
    expect(await find('1')).toEqual(expect.arrayContaining(['Ada Lovelace', 'Grace Hopper']))
    const id = await newPerson({ email: 'one-name@example.com' })
    for (const name of ['first_name', 'last_name']) {
      await visit.rows(`update persons set first_name = null, last_name = null where person_id = $1`, [id])
      await visit.rows(`update persons set ${name} = 'Colette' where person_id = $1`, [id])
      expect([name, await find('COLETTE')]).toEqual([name, ['Colette']])
    }
    await visit.rows('update persons set first_name = null, last_name = null where person_id = $1', [id])
  })

  test('ignores the case of each letter as the database does', async () => {
    const id = await newPerson({ email: 'dotted@example.com' })
    // Small letters of U+0130 are one or two characters: JavaScript and the database need not agree.
    await visit.rows(`update persons set first_name = '\u0130pek' where person_id = $1`, [id])
    expect(await find('\u0130pek')).toEqual(['\u0130pek'])
  })

  test('ignores the case of customer numbers, and spaces around the text', async () => {
    await newPerson({ email: 'capitals@example.com', partner_user_id: 'CUST-A9' })
    expect(await find('  cust-a9 ')).toEqual(['capitals@example.com'])
  })

  test('takes a text as long as the longest address', async () => {
    const local = 'x'.repeat(64)
    const email = `${local}@${'y'.repeat(60)}.${'z'.repeat(60)}.example`
    await newPerson({ email })
    expect(await find(email)).toEqual([email])
    expect(await find(`${email}s`)).toEqual([])
  })

  test.each(['%', '_', '\\', '\0', `' or 1=1`])('takes %j as it is', async search => {
    await newPerson({ email: 'plain@example.com' })
    expect((await user.open(`/console/people?${new URLSearchParams({ search })}`)).status).toBe(200)
    if (search !== '\0') expect(await find(search)).toEqual([])
  })

  test('finds people by signs that mean something in SQL', async () => {
    await newPerson({ email: 'signs@example.com', partner_user_id: '50%_off\\x' })
    for (const search of ['50%_off', '%_o', '_off\\', '\\x'])
      expect([search, await find(search)]).toEqual([search, ['signs@example.com']])
    for (const search of ['5%f', '50__off', 'off\\\\x']) expect([search, await find(search)]).toEqual([search, []])
  })

  test.each([
    ['J-77', 'j-77'],
    ['oRder-ä', 'ORDER-ä'],
    [770077, '770077'],
    [-77.5, '-77.5'],
    ['007-7', '007-7'],
    ['00770', '00770'],
  ])('finds the person of an event with %j, a partner key of the program, by %j', async (id, search) => {
    const email = 'buyer@example.com'
    await backend('/v6/events', {
      event_name: 'purchase',
      data: { email, partner_conversion_id: id, other: `other-${id}` },
    })
    expect(await find(search)).toEqual([email])
    expect(await find(search.slice(0, -1))).toEqual([])
    expect(await find(`other-${id}`)).toEqual([])
  })

  test('says that nobody matches, and leads back to everybody', async () => {
    const page = await user.read('/console/people?search=%3Cb%3E')
    expect(page).toMatch(/value="&lt;b&gt;".*Nobody matches “&lt;b&gt;”\./s)
    expect(page).toContain('href="/console/people">Show everybody<')
  })

  test('finds nobody of another tenant', async () => {
    const id = await newPerson({ email: 'trial@example.com' }, demo.sandbox.serverToken)
    expect(await find('trial@')).toEqual([])
    expect((await user.open(`/console/people/${id}`)).status).toBe(404)
    await user.send('/console/client', { client_id: demo.sandbox.clientId })
    expect(await find('trial@')).toEqual(['trial@example.com'])
    expect(await find('Ada')).toEqual([])
    expect((await user.open('/console/people/ada-lovelace')).status).toBe(404)
    await user.send('/console/client', { client_id: demo.clientId })
  })
})

test('the list has pages of 50, without anonymous visitors and people who were merged', async () => {
  await visit.anonymous()
  // Of a merged person, an email stays that the target does not have.
  await visit.rows(
    `insert into persons (person_id, client_id, email, merged_into, created_at)
     values ('merged', $1, 'merged@example.com', 'ada-lovelace', $2)`,
    [demo.clientId, new Date(visit.now)],
  )
  await visit.rows(
    `insert into persons (person_id, client_id, email, created_at)
     select 'many-' || n, $1, 'many-' || n || '@example.com', $2 from generate_series(101, 160) n`,
    [demo.clientId, new Date(visit.now)],
  )
  const first = await listed('search=many-')
  expect([first.length, first[0]]).toEqual([50, 'many-101@example.com'])
  expect(await listed('search=many-&page=2')).toHaveLength(10)
  const page = await user.read('/console/people?search=many-')
  expect(page).toMatch(/href="\/console\/people\?search=many-&amp;page=2" rel="next".*Page 1 of 2/s)
  expect(page).not.toContain('rel="prev"')
  expect(await user.read('/console/people?search=many-&page=9')).toMatch(/This page is empty\..*rel="prev"/s)
  expect(await listed('page=x')).toEqual(await listed(''))
  await newPerson({ partner_user_id: 'without-email' })
  const all = [...(await listed('')), ...(await listed('page=2'))]
  const known = await visit.rows(
    `select 1 from persons where client_id = $1 and merged_into is null and (email is not null or partner_user_id is not null)`,
    [demo.clientId],
  )
  expect(all).toHaveLength(known.length)
})

test('the list has the newest people first, and no link to a page that would be empty', async () => {
  await visit.rows(
    `insert into persons (person_id, client_id, email, created_at)
     select 'fifty-' || n, $1, 'fifty-' || n || '@example.com', $2::timestamptz + n * interval '1 s' from generate_series(101, 150) n`,
    [demo.clientId, new Date(visit.now)],
  )
  const names = await listed('search=fifty-')
  expect([names.length, names[0], names.at(-1)]).toEqual([50, 'fifty-150@example.com', 'fifty-101@example.com'])
  expect(await user.read('/console/people?search=fifty-')).not.toContain('aria-label="Pages"')
  await visit.rows(
    `insert into persons (person_id, client_id, email, created_at)
     select 'fifty-' || n, $1, 'fifty-' || n || '@example.com', $2 from generate_series(51, 100) n`,
    [demo.clientId, new Date(visit.now)],
  )
  expect(await user.read('/console/people?search=fifty-&page=2')).not.toContain('rel="next"')
})

test('the list counts the rewards of a person in production', async () => {
  const person_id = await newPerson({ email: 'rewarded@example.com' })
  await addReward(visit, { person_id })
  await addReward(visit, { person_id, container: 'qa' })
  expect(await user.read('/console/people?search=rewarded@')).toContain('data-label="Rewards">1<')
})

describe('the page of a person', () => {
  test('shows the level of the tokens that are alive', async () => {
    const level = async (id: string) => /<dt>Level<\/dt><dd>([^<]+)</.exec(await user.read(`/console/people/${id}`))![1]
    const token = await visit.verified('lev@example.com')
    const [{ person_id } = {}] = await visit.rows<{ person_id: string }>(
      `select person_id from persons where email = 'lev@example.com'`,
    )
    expect(await level(person_id!)).toBe('Verified')
    await visit.rows('update tokens set expires_at = $2 where identity_id = $1', [person_id, new Date(visit.now)])
    expect(await level(person_id!)).toBe('Not signed in on any device')
    await visit.rows('update tokens set expires_at = null where identity_id = $1', [person_id])
    await visit.send('/v5/token', { method: 'DELETE', token })
    expect(await level(person_id!)).toBe('Not signed in on any device')
    await visit.identified('lev@example.com')
    expect(await level(person_id!)).toBe('Identified, not verified')
    await visit.rows('update tokens set expires_at = $2 where identity_id = $1', [person_id, new Date(visit.now)])
    // A token of the backend for this person says nothing about their devices.
    const json = { resource: { type: 'PERSON', id: person_id } }
    expect((await backend('/v4/tokens', json)).status).toBe(200)
    expect(await level(person_id!)).toBe('Not signed in on any device')
  })

  test('shows the newest 200 entries and the first 100 friends', async () => {
    const id = await newPerson({ email: 'busy@example.com' })
    await visit.rows(
      `insert into events (event_id, person_id, event_name, data, event_time, created_at)
       select 'busy-' || n, $1, 'event-' || n, '{}', at, at
       from (select n, $2::timestamptz + n * interval '1 s' as at from generate_series(1, 200) n) numbered`,
      [id, new Date(visit.now)],
    )
    await visit.rows(
      `insert into persons (person_id, client_id, email, created_at)
       select 'friend-' || n, $1, 'friend-' || n || '@example.com', now() from generate_series(1, 101) n`,
      [demo.clientId],
    )
    await visit.rows(
      `insert into referrals (advocate_id, friend_id, container, reason, updated_at)
       select $1, 'friend-' || n, 'production', 'CLICK', now() from generate_series(1, 101) n order by n`,
      [id],
    )
    const page = await user.read(`/console/people/${id}`)
    expect(page).toContain('These are the newest 200.')
    expect(timelineIn(page)).toHaveLength(200)
    const friends = [...page.matchAll(/>friend-(\d+)@example/g)].map(([, number]) => Number(number))
    expect(friends).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
  })

  test('shows identities, level and consent', async () => {
    await visit.verified('lin@example.com')
    const [{ person_id } = {}] = await visit.rows(`select person_id from persons where email = 'lin@example.com'`)
    await visit.rows(
      `update persons set cookie_consent = 'granted', processing_consent = 'denied', blocks = '{"EVENTS": null, "REWARDS": "Fraud"}'
       where person_id = $1`,
      [person_id],
    )
    await visit.send(`${server}/v5/persons/${person_id}`, {
      method: 'PUT',
      token: demo.serverToken,
      json: { email: 'lin.new@example.com', first_name: 'Lin <b>' },
    })
    const page = await user.read(`/console/people/${person_id}`)
    expect(page).toContain('<h1>Lin &lt;b&gt;</h1>')
    const text = page.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
    expect(text).toMatch(/Email lin@example\.com until 1 May 2026/)
    expect(text).toMatch(/Email lin\.new@example\.com Level Verified Cookie consent Granted Processing consent Denied/)
    expect(text).toContain(
      'Blocked Events (rewards that are already earned are still fulfilled) Rewards (earned, but not fulfilled): Fraud',
    )
    await visit.rows(`update persons set blocks = '{"EVENTS": null}' where person_id = $1`, [person_id])
    await visit.rows('update persons set cookie_consent = null where person_id = $1', [person_id])
    const blocked = await user.read(`/console/people/${person_id}`)
    expect(blocked).toContain('<dt>Cookie consent</dt><dd>Not asked</dd>')
    expect(blocked).toContain('are still fulfilled')
    expect(blocked).not.toContain('earned, but not fulfilled')
  })

  test('shows events, steps, shares and rewards with their times, newest first', async () => {
    const token = await visit.identified('sharer@example.com')
    visit.now += 60_000
    const { code } = await (await visit.send('/v6/me/shareables/get-or-create', { token, json: {} })).json()
    const mail = { advocate_code: code, recipient_email: 'kim@example.com', subject: 'Hi', message: 'Hello' }
    await visit.send('/v6/email/share', { token, json: mail })
    visit.now += 60_000
    await visit.send('/events', { token, json: { event_name: 'registration', data: {} } })
    const [{ person_id } = {}] = await visit.rows<{ person_id: string }>(
      `select person_id from persons where email = 'sharer@example.com'`,
    )
    visit.now += 60_000
    const reward = await addReward(visit, { person_id })
    const page = await user.read(`/console/people/${person_id}`)
    expect(timelineIn(page)).toEqual([
      'welcome | Reward | Earned, 20 USD',
      'registration | Step | None',
      'registration | Event | None',
      'email | Share | kim@example.com',
      'share | Step | None',
      'share | Event | None',
    ])
    expect(page).toContain(`<a href="/console/rewards/${reward}">welcome</a>`)
    expect(page).toContain('1 May 2026')
  })

  test('names the test container of events, steps, shares and rewards, and so does the page of the reward', async () => {
    const id = await newPerson({ email: 'tester@example.com' })
    for (const container of ['qa', 'production', '', 5])
      await backend('/v6/events', { event_name: 'share', data: { person_id: id, container, cart_value: 9 } })
    const reward = await addReward(visit, { person_id: id, container: 'qa' })
    const entries = timelineIn(await user.read(`/console/people/${id}`))
    expect(entries.filter(entry => entry.includes('in the container')).toSorted()).toEqual([
      'link | Share | in the container qa',
      'share | Event | in the container qa',
      'share | Step | 9, in the container qa',
      'welcome | Reward | Earned, 20 USD, in the container qa',
    ])
    expect(entries).toHaveLength(13)
    const page = (await user.read(`/console/rewards/${reward}`)).replaceAll(/<[^>]+>/g, '')
    expect(page).toContain('earned by tester@example.com in the container qa.')
  })

  test('links to the people of a referral', async () => {
    const [advocate, friend] = [
      await newPerson({ email: 'brings@example.com' }),
      await newPerson({ email: 'brought@example.com' }),
    ]
    await visit.rows(
      `insert into referrals (advocate_id, friend_id, container, reason, updated_at) values ($1, $2, 'x', 'CLICK', now())`,
      [advocate, friend],
    )
    expect(await user.read(`/console/people/${advocate}`)).toMatch(
      new RegExp(`Referred</dt><dd><a href="/console/people/${friend}">brought@example.com<`),
    )
    expect(await user.read(`/console/people/${friend}`)).toMatch(
      new RegExp(`Referred by</dt><dd><a href="/console/people/${advocate}">brings@example.com<`),
    )
    await visit.rows(
      `insert into referrals (advocate_id, friend_id, container, reason, updated_at) values ('ada-lovelace', $1, 'y', 'CLICK', now())`,
      [friend],
    )
    expect(await user.read(`/console/people/${friend}`)).toMatch(/Referred by<.*brings@example\.com<.*>Ada Lovelace</s)
  })

  test('of a merged person leads to the target', async () => {
    const [from, into] = [
      await newPerson({ email: 'former@example.com' }),
      await newPerson({ email: 'target@example.com' }),
    ]
    await visit.rows('update persons set merged_into = $2 where person_id = $1', [from, into])
    const response = await user.open(`/console/people/${from}`)
    expect([response.status, response.headers.get('Location')]).toEqual([303, `/console/people/${into}`])
    for (const search of ['former@', from]) expect(await find(search)).toEqual(['target@example.com'])
  })

  test('does not exist for an unknown id', async () => {
    const response = await user.open('/console/people/nobody')
    expect([response.status, await response.text()]).toEqual([
      404,
      expect.stringContaining('Juniper has no such person'),
    ])
  })
})

test('home and the pages of rewards lead to people', async () => {
  await visit.platform.updateFigures()
  expect(await user.read('/console')).toContain('<a href="/console/people">All people</a>')
  expect(
    await user.read(`/console/rewards/${await addReward(visit, { friend_id: null, reward_name: 'linked' })}`),
  ).toContain('<a href="/console/people/ada-lovelace">')
})

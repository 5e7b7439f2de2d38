import { describe, expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { newestMail } from '../../../mails.js'
import { signJwt } from '../../../proof.js'
import { useConsole } from '../console/use-console.js'
import { addReward } from '../server/rewards/add-reward.js'
import { type Call, codeOf, program, server, tokenIn, usePlatform } from '../use-platform.js'

/** Concurrent requests must have the same effect as requests one after the other. */
const visit = usePlatform()
const user = useConsole(visit)
const backend = (path: string, call: Call = {}) => visit.send(server + path, { token: demo.serverToken, ...call })

const CONCURRENT = 20
const concurrently = <T>(work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: CONCURRENT }, (_, index) => work(index)))

/** The number of responses with each outcome: `200`, or a status and an error code. */
async function outcomes(responses: Response[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const response of responses) {
    const name = response.ok ? '200' : `${response.status} ${await codeOf(response)}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

let people = 0
const newEmail = () => `person-${++people}@example.com`

async function newPerson(): Promise<{ id: string; email: string }> {
  const email = newEmail()
  const { id } = await (await backend('/v5/persons', { json: { email } })).json()
  return { id, email }
}

const emailOf = async (id: string) => (await (await backend(`/v5/persons/${id}`)).json()).email

describe('concurrent forwarding', () => {
  const forward = (source: string, target_person_id: string) =>
    backend(`/v5/persons/${source}/forward`, { json: { target_person_id } })

  test('of two persons to each other leaves one of them', async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = [await newPerson(), await newPerson()]
      const responses = await Promise.all([forward(one.id, other.id), forward(other.id, one.id)])
      expect(await outcomes(responses)).toEqual({ 200: 1, '400 invalid_parameter': 1 })
      expect(await emailOf(one.id)).toBe(await emailOf(other.id))
      const rows = await visit.rows('select 1 from persons where person_id = any($1) and merged_into is null', [
        [one.id, other.id],
      ])
      expect(rows).toHaveLength(1)
    }
  })

  test('of persons in a circle leaves one of them', async () => {
    const circle = [await newPerson(), await newPerson(), await newPerson(), await newPerson()]
    const responses = await Promise.all(circle.map(({ id }, index) => forward(id, circle[(index + 1) % 4]!.id)))
    expect(await outcomes(responses)).toEqual({ 200: 3, '400 invalid_parameter': 1 })
    expect(new Set(await Promise.all(circle.map(({ id }) => emailOf(id)))).size).toBe(1)
  })
})

describe('a token in concurrent requests', () => {
  const bearer = async () => (await (await backend('/v4/tokens', { json: {} })).json()).access_token as string
  const live = 'select 1 from tokens where invalidated_at is null'

  test('is exchanged once', async () => {
    const token = await bearer()
    const before = (await visit.rows(live)).length
    const responses = await concurrently(() => backend(`/v4/tokens/exchange/${token}`, { method: 'PUT' }))
    expect(await outcomes(responses)).toEqual({ 200: 1, '401 invalid_access_token': CONCURRENT - 1 })
    expect(await visit.rows(live)).toHaveLength(before)
  })

  test('is invalidated once', async () => {
    const token = await bearer()
    const responses = await concurrently(() => backend(`/v4/tokens/${token}`, { method: 'DELETE' }))
    expect(await outcomes(responses)).toEqual({ 200: 1, '401 invalid_access_token': CONCURRENT - 1 })
  })

  test('of a consumer is deleted once', async () => {
    const token = await visit.anonymous()
    const responses = await concurrently(() => visit.send('/v5/token', { method: 'DELETE', token }))
    expect(await outcomes(responses)).toEqual({ 200: 1, '401 invalid_access_token': CONCURRENT - 1 })
  })

  test('that was replaced in the meantime is not marked as verified', async () => {
    const token = await visit.identified(newEmail())
    await visit.rows('update tokens set invalidated_at = $1 where invalidated_at is null and identity_id = $2', [
      new Date(visit.now + 30_000),
      (await (await visit.send('/v5/token', { token })).json()).identity_id,
    ])
    const response = await backend(`/v4/tokens/${token}`, { method: 'PUT' })
    expect(await outcomes([response])).toEqual({ '401 invalid_access_token': 1 })
  })
})

test('of concurrent changes of an email, the history has each one, and only the last is current', async () => {
  const { id } = await newPerson()
  await concurrently(() => backend(`/v5/persons/${id}`, { method: 'PUT', json: { email: newEmail() } }))
  const history = await (await backend(`/v5/persons/${id}/identity-history`)).json()
  expect(history).toHaveLength(CONCURRENT + 1)
  const current = history.filter(({ ended_date }: { ended_date: string | null }) => ended_date === null)
  expect(current).toMatchObject([{ identity_key: 'email', identity_key_value: await emailOf(id), person_id: id }])
})

test('two blocks that the backend sets at the same time both stand', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await newPerson()
    const set = (type: string) => backend(`/v5/persons/${id}/block`, { method: 'PUT', json: { type, reason: type } })
    await Promise.all(['EVENTS', 'REWARDS'].map(set))
    const [person] = await visit.rows('select blocks from persons where person_id = $1', [id])
    expect(person).toEqual({ blocks: { EVENTS: 'EVENTS', REWARDS: 'REWARDS' } })
  }
})

test('a link with one key is created once, by the brand and the person at the same time', async () => {
  const { id, email } = await newPerson()
  const token = await visit.identified(email)
  const json = { key: 'spring' }
  const responses = await concurrently(index =>
    index % 2 ? backend(`/v5/persons/${id}/shareables`, { json }) : visit.send('/v6/me/shareables', { token, json }),
  )
  const links = await Promise.all(responses.map(async response => (await response.json()).link))
  expect(new Set(links)).toEqual(new Set([expect.stringMatching(/^https:.*\/s\/./)]))
})

describe('data of a person in concurrent requests', () => {
  const data = async () => `/v5/persons/${(await newPerson()).id}/data`

  test('is created once', async () => {
    const path = await data()
    const responses = await concurrently(value => backend(path, { json: { name: 'x', value } }))
    expect(await outcomes(responses)).toEqual({ 200: 1, '400 data_already_exists': CONCURRENT - 1 })
  })

  test('is deleted once', async () => {
    const path = await data()
    await backend(path, { json: { name: 'x', value: 1 } })
    const responses = await concurrently(() => backend(`${path}/x`, { method: 'DELETE' }))
    expect(await outcomes(responses)).toEqual({ 200: 1, '400 data_not_found': CONCURRENT - 1 })
  })

  test('that is deleted and updated is gone, or was updated first', async () => {
    const path = await data()
    await backend(path, { json: { name: 'x', value: 1 } })
    const [updated] = await Promise.all([
      backend(`${path}/x`, { method: 'PUT', json: { value: 2 } }),
      backend(`${path}/x`, { method: 'DELETE' }),
    ])
    expect(['200', '400 data_not_found']).toContain(Object.keys(await outcomes([updated]))[0])
    expect(await (await backend(path)).json()).toEqual([])
  })
})

describe('a file in concurrent requests', () => {
  const add = async (token: string) => {
    const body = new FormData()
    body.append('file', new File(['a cat'], 'cat.txt', { type: 'text/plain' }))
    const headers = { Authorization: `Bearer ${token}` }
    return visit.platform.fetch(new Request(`${program}/v4/me/assets`, { method: 'POST', body, headers }))
  }

  test('is deleted once', async () => {
    const token = await visit.verified(newEmail())
    const { id } = await (await add(token)).json()
    const responses = await concurrently(() => visit.send(`/v4/me/assets/${id}`, { method: 'DELETE', token }))
    expect(await outcomes(responses)).toEqual({ 200: 1, '400 asset_not_found': CONCURRENT - 1 })
  })

  test('is not stored beyond the limit of twenty', async () => {
    const token = await visit.identified(newEmail())
    const responses = await Promise.all([concurrently(() => add(token)), concurrently(() => add(token))])
    expect(await outcomes(responses.flat())).toEqual({ 200: 20, '400 asset_limit_exceeded': 20 })
  })
})

test('the link of a verification email works once in concurrent requests', async () => {
  const token = await visit.identified(newEmail())
  await visit.send('/v4/me/send-verification-email', { token, json: {} })
  const { link } = await newestMail(visit.platform)
  const responses = await concurrently(() => visit.send(link, { method: 'POST' }))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array(CONCURRENT - 1).fill(410)])
})

test('the code of a sign-in works once in concurrent requests', async () => {
  const redirect_uri = 'https://shop.brand.localhost/signed-in'
  const signedIn = await visit.send(
    `${server}/openid-connect/authorize?redirect_uri=${encodeURIComponent(redirect_uri)}`,
    { form: demo.user },
  )
  const code = new URL(signedIn.headers.get('Location')!).searchParams.get('code')
  const path = `${server}/v4/tokens/openid-connect/authorization-code-flow`
  const responses = await concurrently(() => visit.send(path, { json: { code, redirect_uri } }))
  expect(await outcomes(responses)).toEqual({ 200: 1, '401 invalid_credentials': CONCURRENT - 1 })
})

test('a reward changes its state once in concurrent requests', async () => {
  const id = await addReward(visit)
  const changes = ['rewards/{id}/cancel', 'custom-rewards/{id}/fulfilled', 'custom-rewards/{id}/failed']
  const responses = await Promise.all(
    changes.map(path => backend(`/v2/${path.replace('{id}', id)}`, { method: 'POST', json: {} })),
  )
  const history = await (await backend(`/v2/rewards/${id}/state-history`)).json()
  const { state } = await (await backend(`/v2/rewards/${id}`)).json()
  expect(history).toHaveLength(1 + responses.filter(({ ok }) => ok).length)
  expect(history.at(-1).state).toBe(state)
  for (const change of ['custom-rewards/{id}/fulfilled', 'rewards/{id}/cancel']) {
    const path = `/v2/${change.replace('{id}', await addReward(visit))}`
    const marks = await concurrently(() => backend(path, { method: 'POST' }))
    expect(await outcomes(marks)).toEqual({ 200: 1, '400 invalid_parameter': CONCURRENT - 1 })
  }
})

test('a shareable with a key is created once in concurrent requests', async () => {
  const token = await visit.identified(newEmail())
  for (const verb of ['', '/get-or-create', '/get-create-or-update']) {
    const json = { key: `key${verb.length}` }
    const responses = await concurrently(() => visit.send(`/v6/me/shareables${verb}`, { token, json }))
    const codes = await Promise.all(responses.map(async each => (await each.json()).code))
    expect(new Set(codes).size).toBe(1)
  }
})

test('the link of a consumer is the same in the zones that a page loads at once', async () => {
  const token = await visit.identified(newEmail())
  const zones = await concurrently(() => visit.send('/zones/share_experience', { token, json: {} }))
  const links = await Promise.all(zones.map(async zone => (await zone.json()).shareable.link))
  expect(new Set(links)).toEqual(new Set([expect.stringMatching(/\/s\/./)]))
})

describe('a person in concurrent requests', () => {
  const known = (email: string) => visit.rows('select person_id from persons where email = $1', [email])

  test.each<[string, (email: string) => Promise<Response>]>([
    ['an event of a consumer', email => visit.send('/events', { json: { event_name: 'x', data: { email } } })],
    ['a zone', email => visit.send('/zones/product', { json: { email } })],
    ['a token', email => visit.send('/v5/token', { json: { email } })],
    [
      'a JWT',
      async email => visit.send('/v5/token', { json: { jwt: await signJwt({ email, partner_user_id: email }) } }),
    ],
    ['an event of the backend', email => backend('/v6/events', { json: { event_name: 'x', data: { email } } })],
    ['a zone of the backend', email => backend('/v5/zones/product', { json: { email } })],
  ])('is created once by %s', async (_, name) => {
    const email = newEmail()
    expect(await outcomes(await concurrently(() => name(email)))).toEqual({ 200: CONCURRENT })
    expect(await known(email)).toHaveLength(1)
  })

  test('is created once by the backend, with a unique email address', async () => {
    const email = newEmail()
    const created = await concurrently(() => backend('/v5/persons', { json: { email } }))
    expect(await outcomes(created)).toEqual({ 200: 1, '400 person_email_already_defined': CONCURRENT - 1 })
    const wanted = newEmail()
    const persons = await concurrently(newPerson)
    const updated = await Promise.all(
      persons.map(({ id }) => backend(`/v5/persons/${id}`, { method: 'PUT', json: { email: wanted } })),
    )
    expect(await outcomes(updated)).toEqual({ 200: 1, '400 person_email_already_defined': CONCURRENT - 1 })
  })

  test('that several tokens claim is created once, with the history of all of them', async () => {
    const email = newEmail()
    const tokens = await concurrently(() => visit.anonymous())
    await Promise.all(tokens.map(token => visit.send('/events', { token, json: { event_name: 'seen', data: {} } })))
    const claims = await Promise.all(
      tokens.map(token => visit.send('/events', { token, json: { event_name: 'named', data: { email } } })),
    )
    const [person] = await known(email)
    for (const claim of claims) {
      const details = await visit.send('/v5/token', { token: tokenIn(claim) })
      expect((await details.json()).identity_id).toBe(person!.person_id)
    }
    const events = await visit.rows('select event_name from events where person_id = $1', [person!.person_id])
    expect(events).toHaveLength(2 * CONCURRENT)
  })

  test('is never mixed up with another person that the same token claims', async () => {
    const token = await visit.anonymous()
    const emails = await concurrently(async () => newEmail())
    const claims = await Promise.all(
      emails.map(email => visit.send('/events', { token, json: { event_name: 'named', data: { email } } })),
    )
    for (const [index, claim] of claims.entries()) {
      const { identity_id } = await (await visit.send('/v5/token', { token: tokenIn(claim) })).json()
      expect(await emailOf(identity_id)).toBe(emails[index])
      const { id } = await claim.json()
      expect(await visit.rows('select person_id from events where event_id = $1', [id])).toEqual([
        { person_id: identity_id },
      ])
    }
  })
})

test('nothing that a consumer does during a merge is lost', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [advocate, friend] = [await newPerson(), await newPerson()]
    const token = await visit.anonymous()
    const owner = await visit.verified(advocate.email)
    const { code } = await (await visit.send('/v6/me/shareables/get-or-create', { token: owner, json: {} })).json()
    const { identity_id } = await (await visit.send('/v5/token', { token })).json()
    const [, clicked, seen] = await Promise.all([
      visit.send('/events', { token, json: { event_name: 'named', data: { email: friend.email } } }),
      visit.send(`/s/${code}`, { cookie: token }),
      visit.send('/v6/events', { token, json: { event_name: 'seen', data: {} } }),
      visit.send('/v6/zones/product', { token, json: {} }),
    ])
    expect([clicked.status, seen.status]).toEqual([302, 200])
    for (const table of ['events', 'clicks', 'journeys', 'shareables', 'steps'])
      expect([table, await visit.rows(`select 1 from ${table} where person_id = $1`, [identity_id])]).toEqual([
        table,
        [],
      ])
    const clicks = await visit.rows('select 1 from clicks where code = $1 and person_id = $2', [code, friend.id])
    expect(clicks).toHaveLength(1)
  }
})

test('a reward goes to the target of a concurrent forward', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [advocate, target] = [await newPerson(), await newPerson()]
    const token = await visit.verified(advocate.email)
    const { code } = await (await visit.send('/v6/me/shareables/get-or-create', { token, json: {} })).json()
    const buy = () =>
      visit.send('/events', {
        json: { event_name: 'purchase', data: { email: newEmail(), advocate_code: code } },
      })
    await Promise.all([
      concurrently(buy),
      backend(`/v5/persons/${advocate.id}/forward`, { json: { target_person_id: target.id } }),
    ])
    const owners = await visit.rows(
      'select person_id, count(*)::int from rewards where person_id = any($1) group by person_id',
      [[advocate.id, target.id]],
    )
    expect(owners).toEqual([{ person_id: target.id, count: CONCURRENT }])
  }
})

test('an event that is sent several times is recorded once, by a consumer and by the backend', async () => {
  const email = newEmail()
  const token = await visit.verified(email)
  const data = { partner_event_id: `order ${email}` }
  const ids = async (responses: Response[]) =>
    new Set(await Promise.all(responses.map(async each => (await each.json()).event_id)))
  const json = { event_name: 'purchase', data }
  expect(await ids(await concurrently(() => visit.send('/v6/events', { token, json })))).toHaveProperty('size', 1)
  const named = { event_name: 'order', data: { ...data, email } }
  expect(await ids(await concurrently(() => backend('/v6/events', { json: named })))).toHaveProperty('size', 1)
})

test('only one of two versions with the same parent is saved', async () => {
  const form = { source: '{"creatives":[]}', message: '', parent: '', newest: '', action: 'draft' }
  const responses = await concurrently(() => user.send('/console/zones/new_zone', form))
  expect(responses.map(({ status }) => status).sort()).toEqual([303, ...Array(CONCURRENT - 1).fill(409)])
})

test('only one of several drafts is made live by users who have seen the same live version', async () => {
  const campaign = `/v2/campaigns/${demo.campaignId}`
  const json = { message: '', zones: { news: { creatives: [] } } }
  const drafts: number[] = []
  for (let count = 0; count < 5; count += 1)
    drafts.push((await (await backend(`${campaign}/versions`, { json })).json()).version)
  const live = String((await (await backend(campaign)).json()).live_version)
  const path = `/console/campaigns/${demo.campaignId}/versions`
  const responses = await Promise.all(drafts.map(version => user.send(`${path}/${version}/live`, { live })))
  expect(responses.map(({ status }) => status).sort()).toEqual([303, 409, 409, 409, 409])
})

import { beforeAll, describe, expect, test } from 'vitest'
import { addVersion } from '../../../demo/platform/campaign/campaign-version.js'
import { demo } from '../../../demo/platform/index.js'
import { signJwt } from '../../proof.js'
import { type AnyCall, everyCall } from './openapi/every-call.js'
import { type Call, codeOf, program, server, tokenIn, usePlatform } from './use-platform.js'

/** Production and the sandbox of an account are two tenants on one platform (specification 5.6). */

const visit = usePlatform()

interface Tenant {
  clientId: string
  serverToken: string
  jwtKey: { kid: string; secret: string }
}

const production: Tenant = demo
const { sandbox }: { sandbox: Tenant } = demo
const both: [string, Tenant, Tenant][] = [
  ['production', production, sandbox],
  ['the sandbox', sandbox, production],
]

const backend = (tenant: Tenant, path: string, call: Call = {}) =>
  visit.send(server + path, { token: tenant.serverToken, ...call })
const json = async (response: Promise<Response>) => (await response).json()
const post = (path: string, token: string, body: object) => json(visit.send(path, { token, json: body }))

const proofOf = ({ jwtKey: { kid, secret } }: Tenant, email: string) =>
  signJwt({ email, scope: 'VERIFIED_CONSUMER' }, { kid }, secret)

const newToken = async ({ clientId }: Tenant, body: object = {}) =>
  (await json(visit.send('/v5/token', { json: { client_id: clientId, ...body } }))).access_token

const verified = async (tenant: Tenant, email: string) => newToken(tenant, { jwt: await proofOf(tenant, email) })

/** The ids and secrets of a tenant that a request can contain. */
interface Belongings {
  person_id: string
  other_person_id: string
  token: string
  code: string
  reward_id: string
  id: string
  share_id: string
  polling_id: string
  partner_event_id: string
}

/** Creates the same in each tenant, with the same email addresses and customer numbers: an advocate, a friend, and all they can have. */
async function createBelongings(tenant: Tenant): Promise<Belongings> {
  const email = 'ada@example.com'
  const token = await verified(tenant, email)
  const { id: person_id } = await json(visit.send('/v4/me', { token }))
  const { code } = await post('/v6/me/shareables/get-or-create', token, {})
  const share = { event_name: 'share', data: { advocate_code: code, partner_share_id: 'share-1' } }
  await post('/v6/events', token, share)
  const friend = await newToken(tenant, { email: 'fay@example.com' })
  const purchase = {
    advocate_code: code,
    partner_event_id: 'order-1',
    partner_conversion_id: 'J-1',
    partner_user_id: 'cust-1',
  }
  const { person_id: other_person_id } = await post('/v6/events', friend, { event_name: 'purchase', data: purchase })
  const [reward] = await json(backend(tenant, `/v5/persons/${person_id}/rewards`))
  const [{ share_id }] = await json(visit.send('/v4/me/shares', { token }))
  const { polling_id } = await post('/v4/me/send-verification-email', token, {})
  await backend(tenant, `/v5/persons/${person_id}/data`, { json: { name: 'size', value: 'M' } })
  await backend(tenant, `/v5/persons/${person_id}/audience-memberships`, { json: { audience_id: 'partners' } })
  const id = await upload(token)
  const partner_event_id = purchase.partner_event_id
  return {
    person_id,
    other_person_id,
    token,
    code,
    reward_id: reward.reward_id,
    id,
    share_id,
    polling_id,
    partner_event_id,
  }
}

async function upload(token: string): Promise<string> {
  const body = new FormData()
  body.append('asset', JSON.stringify({ name: 'cat', data_type: 'PUBLIC' }))
  body.append('file', new File(['a cat'], 'cat.txt', { type: 'text/plain' }))
  const headers = { Authorization: `Bearer ${token}` }
  const response = await visit.platform.fetch(new Request(`${program}/v4/me/assets`, { method: 'POST', body, headers }))
  return (await response.json()).id
}

const belongings = new Map<Tenant, Belongings>()
beforeAll(async () => {
  for (const [, tenant] of both) belongings.set(tenant, await createBelongings(tenant))
})

/** All that the database has of a tenant, except for rows that a request may add or change for its own sender. */
async function recordsOf({ clientId }: Tenant): Promise<unknown> {
  const ofPersons = (table: string, column = 'person_id') =>
    `select t.* from ${table} t join persons p on p.person_id = t.${column} where p.client_id = $1`
  const statements = [
    'select * from persons where client_id = $1',
    'select * from signing_keys where client_id = $1',
    'select token_hash, scopes, identity_id, invalidated_at, is_revoked from tokens where client_id = $1',
    'select v.* from campaign_versions v join programs using (campaign_id) where client_id = $1',
    ...['parameters', 'audience_memberships', 'assets', 'mails', 'events', 'shareables', 'shares', 'clicks'].map(
      table => ofPersons(table),
    ),
    ...['steps', 'journeys', 'rewards'].map(table => ofPersons(table)),
    ofPersons('referrals', 'advocate_id'),
    `select s.* from reward_states s join rewards using (reward_id) join persons using (person_id) where client_id = $1`,
  ]
  const records = []
  for (const sql of statements) records.push((await visit.rows(sql, [clientId])).map(row => JSON.stringify(row)).sort())
  return records
}

/** Values that exist in neither tenant. */
const nowhere: Belongings = {
  person_id: 'nobody',
  other_person_id: 'nobody-else',
  token: 'no-token',
  code: 'no-code',
  reward_id: 'no-reward',
  id: 'no-file',
  share_id: 'no-share',
  polling_id: 'no-poll',
  partner_event_id: 'no-event',
}

/** The path of a call with these ids, with all filters that take an id. */
function pathWith({ path }: AnyCall, ids: Belongings): string {
  const names: Record<string, string> = {
    ...{ person_id: ids.person_id, reward_id: ids.reward_id, code: ids.code, polling_id: ids.polling_id },
    ...{ token: ids.token, id: path.includes('/shares/') ? ids.share_id : ids.id },
    ...{ zone_name: 'share_experience', event_name: 'browse', audience_id: 'partners', name: 'size' },
  }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => names[name]!)
  const filters: Record<string, Record<string, string>> = {
    '/v2/rewards': { person_id: ids.person_id, success_only: 'false' },
    '/v2/rewards/state_summary': { person_id: ids.person_id },
    '/v2/rewards/state-summary': { person_id: ids.person_id },
    '/api/v4/me/rewards/status': { partner_event_id: ids.partner_event_id },
    '/api/v4/me/assets/download': { name: 'cat' },
    '/api/v4/persons/{person_id}/assets/download': { name: 'cat' },
    '/api/v6/me/shareables': { key: ids.code },
  }
  return `${filled}?${new URLSearchParams(filters[path])}`
}

/** A body that contains each id that a call reads. Other calls ignore them. */
const bodyWith = (ids: Belongings) => ({
  target_person_id: ids.other_person_id,
  advocate_code: ids.code,
  recipient_email: 'eve@example.com',
  recipient_emails: ['eve@example.com'],
  message: 'Hello',
  event_name: 'browse',
  type: 'NONE',
  name: 'height',
  value: 'L',
  audience_id: 'partners',
  parameters: {},
  person_id: ids.person_id,
  data: { person_id: ids.person_id, advocate_code: ids.code, coupon_code: ids.code, shareable_id: ids.code },
})

/** The answer, without what differs each time. The ids in it are those of the request. */
async function answerOf(response: Response, ids: Belongings): Promise<unknown[]> {
  const text = await response.text()
  const named = Object.entries(ids).reduce((all, [name, id]) => all.replaceAll(id, `<${name}>`), text)
  return [response.status, response.headers.get('X-Svc-Error-Message'), named.replace(/"unique_id":"[^"]*"/, '')]
}

const hasId = ({ path, docs }: AnyCall) =>
  path.includes('{') || path.includes('/rewards') || path.includes('email/share') || docs.body !== undefined

describe.each(both)('with the ids of %s', (_, owner, stranger) => {
  // A form is needed for files. Nobody's id is in it.
  test.each(
    everyCall.filter(call => hasId(call) && !call.docs.body?.accepts?.includes('multipart')),
  )('the other tenant gets from $method $path what it gets with ids that nobody has', async call => {
    const before = await recordsOf(owner)
    const name = `${call.method}-${call.path.replace(/\W+/g, '-')}`.toLowerCase()
    const ask = async (ids: Belongings) => {
      // A consumer of its own for each request: the first one may create something.
      const email = `${ids.code}-${name}@example.com`
      const token = call.origin === server ? stranger.serverToken : await verified(stranger, email)
      const body = call.method === 'GET' ? {} : { json: bodyWith(ids) }
      return visit.send(call.origin + pathWith(call, ids), { method: call.method, token, ...body })
    }
    const ids = belongings.get(owner)!
    const answer = await answerOf(await ask(ids), ids)
    expect(await recordsOf(owner)).toEqual(before)
    if (call.path.includes('{token}'))
      expect(answer).toEqual([403, null, expect.stringContaining('"code":"access_denied"')])
    else expect(withoutNewIds(answer)).toEqual(withoutNewIds(await answerOf(await ask(nowhere), nowhere)))
  })
})

/** What a call creates has ids, codes and times of its own. The code of an error stays. */
function withoutNewIds(answer: unknown[]): string {
  const names = 'id|event_id|person_id|polling_id|access_token|token|created_date|updated_date'
  const created = answer[0] === 200 ? `${names}|code|link|key` : names
  return JSON.stringify(answer).replace(new RegExp(String.raw`\\"(${created})\\":\\"[^"]*\\"`, 'g'), '')
}

describe.each(both)('%s', (_, tenant, other) => {
  test('has persons of its own with the same keys', async () => {
    for (const query of ['email=ada@example.com', 'partner_user_id=cust-1', 'partner_key=partner_conversion_id:J-1']) {
      const found = await json(backend(tenant, `/v5/persons?${query}`))
      expect([query, found.length]).toEqual([query, 1])
      expect(Object.values(belongings.get(tenant)!)).toContain(found[0].id)
    }
  })

  test('lists and counts only its own rewards', async () => {
    const rewards = await json(backend(tenant, '/v2/rewards?success_only=false'))
    const persons = [belongings.get(tenant)!.person_id, belongings.get(tenant)!.other_person_id]
    expect(rewards).toHaveLength(2)
    for (const reward of rewards) {
      expect(persons).toContain(reward.person_id)
      expect(reward.sandbox).toBe(tenant === sandbox)
    }
    const counts = await json(backend(tenant, '/v2/rewards/state_summary'))
    expect(counts.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(2)
  })

  test('accepts only its own keys in a JWT', async () => {
    const jwt = await proofOf(other, 'ada@example.com')
    const creation = await visit.send('/v5/token', { json: { client_id: tenant.clientId, jwt } })
    expect([creation.status, await codeOf(creation)]).toEqual([401, 'jwt_authentication_error'])
    const token = await newToken(tenant)
    const call = await visit.send('/v4/me', { token, headers: { 'X-Svc-Jwt': jwt } })
    expect([call.status, await codeOf(call)]).toEqual([401, 'jwt_authentication_error'])
  })

  test('keeps its consumers when they identify or verify, and when their token is exchanged', async () => {
    const { access_token } = await json(
      visit.send('/v5/token', { token: await newToken(tenant), json: { email: 'ada@example.com' } }),
    )
    expect(await json(visit.send('/v5/token', { token: access_token }))).toMatchObject({
      identity_id: belongings.get(tenant)!.person_id,
    })
    await backend(tenant, `/v4/tokens/${access_token}`, { method: 'PUT' })
    const exchanged = tokenIn(await visit.send('/v4/me', { token: access_token }))
    expect(exchanged).not.toBe(access_token)
    expect(await json(backend(tenant, `/v4/tokens/${exchanged}`))).toMatchObject({ client_id: tenant.clientId })
  })

  test('gives a page with an expired token a token of the same tenant', async () => {
    const token = await newToken(tenant, { duration_seconds: 60 })
    visit.now += 61_000
    const fresh = tokenIn(await visit.send('/events', { token, json: { event_name: 'browse' } }))
    expect(fresh).not.toBe(token)
    expect(await json(backend(tenant, `/v4/tokens/${fresh}`))).toMatchObject({ client_id: tenant.clientId })
  })

  test('does not take over the history of a consumer of the other tenant', async () => {
    const held = await newToken(other)
    await post('/v6/events', held, { event_name: 'browse', data: {} })
    const created = { client_id: tenant.clientId, email: 'ada@example.com' }
    const { access_token } = await json(visit.send('/v5/token', { token: held, json: created }))
    const { identity_id } = await json(visit.send('/v5/token', { token: held }))
    expect(await visit.rows('select client_id, merged_into from persons where person_id = $1', [identity_id])).toEqual([
      { client_id: other.clientId, merged_into: null },
    ])
    expect(await json(visit.send('/v5/token', { token: access_token }))).toMatchObject({
      identity_id: belongings.get(tenant)!.person_id,
    })
  })

  test('refers nobody by a code of the other tenant', async () => {
    const email = `new-friend-of-${tenant.clientId}@example.com`
    const token = await verified(tenant, email)
    const { code } = belongings.get(other)!
    for (const data of [{ advocate_code: code }, { coupon_code: code }])
      await post('/v6/events', token, { event_name: 'purchase', data })
    expect(await json(visit.send('/v4/me/referrals-to-me', { token }))).toEqual([])
  })

  test('has share links that give its tokens, and that change nothing for consumers of the other tenant', async () => {
    const { code } = belongings.get(tenant)!
    const friend = tokenIn(await visit.send(`/s/${code}`))
    expect(await json(backend(tenant, `/v4/tokens/${friend}`))).toMatchObject({ client_id: tenant.clientId })
    const before = await recordsOf(tenant)
    const response = await visit.send(`/s/${code}`, { cookie: await newToken(other) })
    expect([response.status, response.headers.has('X-Svc-Token')]).toEqual([302, false])
    expect(await recordsOf(tenant)).toEqual(before)
  })
})

test('a program and a zone that are published in production do not change the sandbox', async () => {
  await addVersion(visit.platform, {
    zones: { news: '{"creatives":[{"type":"text","content":"New"}]}' },
    editorId: demo.marketerId,
    message: '',
    publish: true,
    at: new Date(visit.now),
  })
  const shown = async (tenant: Tenant) =>
    (await visit.send('/zones/news', { token: await newToken(tenant), json: {} })).text()
  expect([await shown(production), await shown(sandbox)]).toEqual(['New', ''])
})

test('a token of an unknown client cannot be created', async () => {
  const response = await visit.send('/v5/token', { json: { client_id: 'nobodys' } })
  expect([response.status, await codeOf(response)]).toEqual([400, 'invalid_client_id'])
})

test('a person of the backend’s event belongs to the client of its token', async () => {
  const event = { event_name: 'purchase', data: { email: 'lin@example.com' } }
  const { person_id } = await json(backend(sandbox, '/v6/events', { json: event }))
  expect((await backend(production, `/v5/persons/${person_id}`)).status).toBe(403)
  await backend(sandbox, '/v6/async-events', { json: { event_name: 'purchase', data: { email: 'mia@example.com' } } })
  await expect
    .poll(() => visit.rows(`select client_id from persons where email = 'mia@example.com'`))
    .toEqual([{ client_id: sandbox.clientId }])
})

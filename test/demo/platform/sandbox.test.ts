import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { addVersion } from '../../../demo/platform/campaign/campaign-version.js'
import { demo } from '../../../demo/platform/index.js'
import { signJwt } from '../../proof.js'
import { type AnyCall, everyCall } from './openapi/every-call.js'
import { type Call, codeOf, program, server, tokenIn, usePlatform } from './use-platform.js'

/** Production and the sandbox of an account are two tenants on one platform (specification 5.6). */

const visit = usePlatform()

interface Tenant {
  clientId: string
  campaignId: string
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
  event_id: string
  click_id: string
  id: string
  share_id: string
  journey_id: string
  polling_id: string
  partner_event_id: string
  campaign_id: string
  user_id: string
  file_id: string
  batch_job_id: string
  sftp_server_id: string
  report_runner_id: string
  run_id: string
  webhook_id: string
  message_id: string
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
    partner_event_id: `order-of-${tenant.clientId}`,
    partner_conversion_id: 'J-1',
    partner_user_id: 'cust-1',
  }
  const { event_id, person_id: other_person_id } = await post('/v6/events', friend, {
    event_name: 'purchase',
    data: purchase,
  })
  const [reward] = await json(backend(tenant, `/v5/persons/${person_id}/rewards`))
  const [{ share_id }] = await json(visit.send('/v4/me/shares', { token }))
  const { polling_id } = await post('/v4/me/send-verification-email', token, {})
  await backend(tenant, `/v5/persons/${person_id}/data`, { json: { name: 'size', value: 'M' } })
  await backend(tenant, `/v5/persons/${person_id}/audience-memberships`, { json: { audience_id: 'partners' } })
  const [journey] = await json(visit.send('/v4/me/journeys', { token }))
  const click_id = `click-of-${tenant.clientId}`
  await visit.rows(`insert into clicks (click_id, code, person_id, clicked_at) values ($1, $2, $3, now())`, [
    ...[click_id, code, other_person_id],
  ])
  const id = await uploadAsset(token)
  const partner_event_id = purchase.partner_event_id
  return {
    person_id,
    other_person_id,
    token,
    code,
    reward_id: reward.reward_id,
    event_id,
    click_id,
    id,
    share_id,
    journey_id: journey.id,
    polling_id,
    partner_event_id,
    campaign_id: tenant.campaignId,
    user_id: `${tenant.clientId}-backend`,
    ...(await createServerBelongings(tenant)),
  }
}

/** What only the backend of a tenant has: a file, a job that seems to run in another process, an SFTP server, a report, and a webhook with a message. */
async function createServerBelongings(tenant: Tenant) {
  const file_id = await upload(`${server}/v6/files`, tenant.serverToken, new File(['email\n'], 'people.csv'))
  const batch_job_id = `job-of-${tenant.clientId}`
  await visit.rows(
    `insert into batch_jobs (batch_job_id, client_id, user_id, name, type, file_id, format, size, status, created_at)
     values ($1, $2, 'somebody', 'People', 'PERSONS', $3, 'CSV', 1, 'RUNNING', now())`,
    [batch_job_id, tenant.clientId, file_id],
  )
  const settings = { host: '127.0.0.1', username: 'reports', password: 'a password' }
  const { id: sftp_server_id } = await json(backend(tenant, '/v6/sftp-servers', { json: settings }))
  const report = { name: 'Rewards', report_type: 'REWARDS' }
  const { id: report_runner_id } = await json(backend(tenant, '/v7/report-runners', { json: report }))
  const { id: run_id } = await json(backend(tenant, `/v7/report-runners/${report_runner_id}/run`, { json: {} }))
  return {
    file_id,
    batch_job_id,
    sftp_server_id,
    report_runner_id,
    run_id,
    ...(await createWebhook(tenant)),
  }
}

async function createWebhook(tenant: Tenant) {
  // No person is revoked a reward, so the test message is the only one. The host is private, so the platform does not connect to it.
  const settings = { url: 'https://127.0.0.1/hook', event_types: ['reward.revoked'] }
  const { id: webhook_id } = await json(backend(tenant, '/v6/webhooks', { json: settings }))
  const { id: message_id } = await json(backend(tenant, `/v6/webhooks/${webhook_id}/test`, { json: {} }))
  // Nothing is sent while the tests run.
  await visit.rows(`update webhook_messages set state = 'DEAD' where webhook_id = $1`, [webhook_id])
  return { webhook_id, message_id }
}

const uploadAsset = (token: string) =>
  upload(`${program}/v4/me/assets`, token, new File(['a cat'], 'cat.txt', { type: 'text/plain' }), {
    asset: JSON.stringify({ name: 'cat', data_type: 'PUBLIC' }),
  })

async function upload(url: string, token: string, file: File, fields: Record<string, string> = {}): Promise<string> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  body.append('file', file)
  const headers = { Authorization: `Bearer ${token}` }
  return (await json(visit.platform.fetch(new Request(url, { method: 'POST', body, headers })))).id
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
    ...['files', 'batch_jobs', 'sftp_servers', 'report_runners', 'webhooks'].map(
      table => `select * from ${table} where client_id = $1`,
    ),
    'select r.* from report_runs r join report_runners using (report_runner_id) where client_id = $1',
    ...[
      'identity_history',
      'parameters',
      'audience_memberships',
      'assets',
      'mails',
      'events',
      'shareables',
      'shares',
      'clicks',
    ].map(table => ofPersons(table)),
    'select m.* from webhook_messages m join webhooks using (webhook_id) where client_id = $1',
    ...['steps', 'journeys', 'rewards'].map(table => ofPersons(table)),
    ofPersons('referrals', 'advocate_id'),
    `select s.* from reward_states s join rewards using (reward_id) join persons using (person_id) where client_id = $1`,
  ]
  const ofEach = statements.map(
    sql => `select array(select row_to_json(r)::text from (${sql}) r order by 1) as records`,
  )
  return visit.rows(ofEach.join(' union all '), [clientId])
}

/** Values that exist in neither tenant. */
const nowhere: Belongings = {
  person_id: 'nobody',
  other_person_id: 'nobody-else',
  token: 'no-token',
  code: 'no-code',
  reward_id: 'no-reward',
  event_id: 'no-recorded-event',
  click_id: 'no-click',
  id: 'no-file',
  share_id: 'no-share',
  journey_id: 'no-journey',
  polling_id: 'no-poll',
  partner_event_id: 'no-event',
  campaign_id: 'no-campaign',
  user_id: 'no-user',
  file_id: 'no-upload',
  batch_job_id: 'no-job',
  sftp_server_id: 'no-server',
  report_runner_id: 'no-runner',
  run_id: 'no-run',
  webhook_id: 'no-webhook',
  message_id: 'no-message',
}

/** The path of a call with these ids. Throws for a parameter without a value here: a new parameter needs one. */
function pathWith({ path }: AnyCall, ids: Belongings): string {
  const names: Record<string, string> = {
    ...ids,
    ...(path.includes('/shares/') && { id: ids.share_id }),
    report_id: ids.run_id,
    ...{ zone_name: 'share_experience', event_name: 'browse', audience_id: 'partners', name: 'size', version: '1' },
  }
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (names[name] === undefined) throw new Error(`The parameter ${name} of ${path} needs a value`)
    return names[name]
  })
}

/** The filters of a call that take an id, and those that it requires. */
function filtersWith({ method, path }: AnyCall, ids: Belongings): Record<string, string> {
  if (path.endsWith('/steps')) return { campaign_id: ids.campaign_id }
  if (method === 'GET' && path === '/events/{event_name}') return eventIds(ids)
  if (method === 'GET' && path.endsWith('/shareables')) return { key: ids.code }
  const filters: Record<string, Record<string, string>> = {
    '/v1/components/built': { campaign_ids: ids.campaign_id },
    '/v2/rewards': { person_id: ids.person_id, success_only: 'false' },
    '/v2/rewards/state_summary': { person_id: ids.person_id },
    '/v2/rewards/state-summary': { person_id: ids.person_id },
    '/api/v4/me/rewards/status': { partner_event_id: ids.partner_event_id },
    '/api/v4/me/assets/download': { name: 'cat' },
    '/api/v4/persons/{person_id}/assets/download': { name: 'cat' },
    '/v6/files': { user_id: ids.user_id },
    '/v7/reports': { report_runner_id: ids.report_runner_id },
  }
  return filters[path] ?? {}
}

/** The ids in the data of an event. */
const eventIds = (ids: Belongings) => ({
  advocate_code: ids.code,
  coupon_code: ids.code,
  partner_event_id: ids.partner_event_id,
  polling_id: ids.polling_id,
})

const fieldsOf = (schema: z.ZodType | undefined) =>
  schema && 'shape' in schema ? Object.keys(schema.shape as object) : []

/** A body that contains each id that a call reads. */
function bodyWith(call: AnyCall, ids: Belongings): Record<string, unknown> {
  const fields = fieldsOf(call.docs.body?.schema)
  return Object.fromEntries(Object.entries(everyField(call, ids)).filter(([name]) => fields.includes(name)))
}

const everyField = ({ path }: AnyCall, ids: Belongings) => ({
  ...eventIds(ids),
  target_person_id: ids.other_person_id,
  campaign_id: ids.campaign_id,
  key: ids.code,
  recipient_email: 'eve@example.com',
  recipient_emails: ['eve@example.com'],
  message: 'Hello',
  event_name: 'browse',
  type: path === '/v6/batch-jobs' ? 'EVENTS' : path.endsWith('/block') ? 'NONE' : 'PRIVATE',
  data_source: { file_id: ids.file_id },
  report_type: 'REWARDS',
  sftp_server_id: ids.sftp_server_id,
  name: 'height',
  value: 'L',
  audience_id: 'partners',
  parameters: {},
  person_id: ids.person_id,
  data: { ...eventIds(ids), person_id: ids.person_id, shareable_id: ids.code },
})

/** The answer, without what differs each time. The ids in it are those of the request. */
async function answerOf(response: Response, ids: Belongings): Promise<unknown[]> {
  const text = await response.text()
  // The id of production's campaign is the start of that of the sandbox.
  const withoutCampaign = text.replaceAll(`"${ids.campaign_id}"`, '"<campaign_id>"')
  const { campaign_id: _, ...others } = ids
  // The longest first: a short code can be a part of an id.
  const longestFirst = Object.entries(others).sort(([, a], [, b]) => b.length - a.length)
  const named = longestFirst.reduce((all, [name, id]) => all.replaceAll(id, `<${name}>`), withoutCampaign)
  return [response.status, response.headers.get('X-Svc-Error-Message'), named.replace(/"unique_id":"[^"]*"/, '')]
}

/** Other values that exist in neither tenant. */
const elsewhere: Belongings = {
  ...nowhere,
  ...Object.fromEntries(Object.entries(nowhere).map(([name, id]) => [name, `${id}-else`])),
}

/** Whether the request of a call contains an id, or a name that both tenants use. */
const hasId = (call: AnyCall) =>
  call.path.includes('{') ||
  Object.keys(filtersWith(call, nowhere)).length > 0 ||
  !isDeepStrictEqual(bodyWith(call, nowhere), bodyWith(call, elsewhere))

const isForm = ({ docs: { body } }: AnyCall) => body?.accepts?.includes('multipart') === true

/** Production can read the campaigns of its sandbox (specification 8, cross-account), but no replay: it names people. */
const isReadOfSandbox = ({ method, path }: AnyCall, stranger: Tenant) =>
  stranger === production && method === 'GET' && path.startsWith('/v2/campaigns/') && !path.endsWith('/replay')

/** What the brand chooses for its own records, so that both tenants can have the same. Tests below try those that find persons. */
const chosenByBrand = [
  ...['partner_user_id', 'partner_conversion_id', 'partner_share_id', 'partner_id', 'partner_key'],
  ...['partner_reward_id', 'reward_supplier_id', 'private_key', 'identity_key'],
]

/** Parameters that name no record of one tenant: the tenant itself, and a code of a user of the account. */
const ofTheAccount = [
  'POST /api/v5/token: client_id',
  'POST /v4/tokens: client_id',
  'POST /v4/tokens/openid-connect/authorization-code-flow: code',
]

/** The call accepts only one of its filters. It is tried with the other one. */
const alternatives = ['GET /api/v4/me/rewards/status: polling_id']

test('each call is tried with every id that it takes', () => {
  const isId = (name: string) => /(^|_)(id|ids|code|token|key)$/.test(name) && !chosenByBrand.includes(name)
  const untried = everyCall.flatMap(call => {
    const { method, path, docs } = call
    const body = fieldsOf(docs.body?.schema).filter(name => isId(name) && !(name in bodyWith(call, nowhere)))
    const filters = fieldsOf(docs.query).filter(name => isId(name) && !(name in filtersWith(call, nowhere)))
    return [...body, ...filters].map(name => `${method} ${path}: ${name}`)
  })
  expect(untried.sort()).toEqual([...ofTheAccount, ...alternatives].sort())
})

describe.each(both)('with the ids of %s', (_, owner, stranger) => {
  // A form is needed for files. Nobody's id is in it.
  test.each(
    everyCall.filter(call => hasId(call) && !isForm(call)),
  )('the other tenant gets from $method $path what it gets with ids that nobody has', async call => {
    const before = await recordsOf(owner)
    const name = `${call.method}-${call.path.replace(/\W+/g, '-')}`.toLowerCase()
    const ask = async (ids: Belongings) => {
      // A consumer of its own for each request: the first one may create something.
      const email = `${ids.code}-${name}@example.com`
      const token = call.origin === server ? stranger.serverToken : await verified(stranger, email)
      const body = call.method === 'GET' ? {} : { json: bodyWith(call, ids) }
      const url = `${call.origin}${pathWith(call, ids)}?${new URLSearchParams(filtersWith(call, ids))}`
      return visit.send(url, { method: call.method, token, ...body })
    }
    const ids = belongings.get(owner)!
    const answer = await answerOf(await ask(ids), ids)
    expect(answer[2]).not.toContain('"code":"binding_error"')
    expect(await recordsOf(owner)).toEqual(before)
    if (call.path.includes('{token}'))
      expect(answer).toEqual([403, null, expect.stringContaining('"code":"access_denied"')])
    else if (isReadOfSandbox(call, stranger)) expect(answer[0]).toBe(200)
    else if (call.path.includes('{campaign_id}'))
      expect(answer).toEqual([400, null, expect.stringContaining('"code":"invalid_campaign_id"')])
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

  test('lists nothing of the other tenant', async () => {
    const own = Object.values(belongings.get(tenant)!)
    const theirs = Object.values(belongings.get(other)!).filter(id => !own.includes(id))
    const lists = everyCall.filter(
      ({ method, origin, path }) => method === 'GET' && origin === server && !path.includes('{'),
    )
    for (const { path } of lists) {
      const text = await (await backend(tenant, path)).text()
      expect([path, theirs.filter(id => text.includes(`"${id}"`))]).toEqual([path, []])
    }
  })

  test('can have persons with the keys of persons of the other tenant', async () => {
    const [email, partner_user_id] = ['both@example.com', 'both-1']
    const created = await json(
      backend(tenant, '/v5/persons', { json: { email: 'first@example.com', partner_user_id } }),
    )
    expect(created).toMatchObject({ email: 'first@example.com', partner_user_id })
    const known = { email, partner_user_id: 'both-2' }
    for (const data of [
      { email },
      known,
      { partner_user_id: 'both-3' },
      { email: 'b3@example.com', partner_user_id: 'both-3' },
    ])
      await backend(tenant, '/v6/events', { json: { event_name: 'browse', data } })
    for (const keys of [known, { email: 'b3@example.com', partner_user_id: 'both-3' }])
      expect(await json(backend(tenant, `/v5/persons?email=${keys.email}`))).toMatchObject([keys])
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

  test('rejects the JWTs of the other tenant in every consumer call', async () => {
    const before = await recordsOf(other)
    const jwt = await proofOf(other, 'ada@example.com')
    for (const call of everyCall.filter(({ origin }) => origin === program)) {
      const token = await newToken(tenant)
      const url = `${program}${pathWith(call, belongings.get(tenant)!)}`
      const response = await visit.send(url, { method: call.method, token, headers: { 'X-Svc-Jwt': jwt } })
      expect([call.method, call.path, await codeOf(response)]).toEqual([
        ...[call.method, call.path],
        'jwt_authentication_error',
      ])
    }
    expect(await recordsOf(other)).toEqual(before)
  })

  test('has settings of its own: the consent, the key of its people, and whether it is paid', async () => {
    const set = (settings: string) =>
      visit.rows(`update clients set ${settings} where client_id = $1`, [tenant.clientId])
    const answersOf = async (each: Tenant) => {
      const zone = await visit.send('/zones', { method: 'POST', token: await newToken(each) })
      const named = await visit.send('/v5/token', { json: { client_id: each.clientId, email: 'ada@example.com' } })
      const [person] = await json(backend(each, '/v5/persons?email=ada@example.com'))
      return [zone.headers.get('X-Svc-Cookie-Consent'), named.status, person.identity_key]
    }
    await set(`cookie_consent = 'unset', identity_key = 'partner_user_id'`)
    const answers = [await answersOf(tenant), await answersOf(other)]
    await set(`cookie_consent = null, identity_key = 'email', paid = false`)
    const created = []
    for (const { clientId } of [tenant, other])
      created.push((await visit.send('/v5/token', { json: { client_id: clientId } })).status)
    await set('paid = true')
    expect([...answers, created]).toEqual([
      ['unset', 400, 'partner_user_id'],
      [null, 200, 'email'],
      [402, 200],
    ])
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
      expect(await post('/v6/events', token, { event_name: 'purchase', data })).toHaveProperty('event_id')
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

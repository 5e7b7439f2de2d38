import { AsyncLocalStorage } from 'node:async_hooks'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addVersion } from '../../../demo/platform/campaign/campaign-version.js'
import { defaultLimits } from '../../../demo/platform/http/rate-limit.js'
import { type Database, demo, type Platform } from '../../../demo/platform/index.js'
import type { Queryable } from '../../../demo/platform/store/database.js'
import { startPlatform, testDatabase } from '../../start-platform.js'
import { type Call, codeOf, sendTo } from './use-platform.js'

/** Platforms keep what people configure, and notice each change: also one by another process. */

const NOW = Date.UTC(2026, 4, 1, 12)

let database: Database
/** Two platforms that use one database, as two processes do. Only the first one is asked, unless a test says so. */
let platform: Platform
let other: Platform
beforeAll(async () => {
  database = await testDatabase()
  const open = { ...database, close: async () => {} }
  // The clock stands still, so that no request looks for rewards to fulfill.
  const options = { now: () => NOW, demoData: true, limits: { ...defaultLimits, perSecond: 100 }, trustProxy: true }
  platform = await startPlatform({ ...options, database: { ...open } })
  other = await startPlatform({ ...options, database: { ...open } })
})
afterAll(async () => {
  await platform.close()
  await other.close()
  await database.close()
})

/** Each test has an address of its own, so the rate limits are those of every deployment. */
let address = 0
beforeEach(() => void address++)

const send = (path: string, { headers, ...call }: Call = {}, to = platform) =>
  sendTo(to, path, { ...call, headers: { 'X-Forwarded-For': `10.0.0.${address}`, ...headers } })

const { sandbox } = demo

async function newToken(client_id: string, email?: string): Promise<string> {
  return (await (await send('/v5/token', { json: { client_id, ...(email && { email }) } })).json()).access_token
}

/** Publishes a version of a client's campaign by way of a platform's database. */
const publish = ({ db }: Platform, clientId: string, edit: { zones?: Record<string, string>; program?: string }) =>
  addVersion({ db, clientId }, { ...edit, editorId: demo.marketerId, message: 'A test', publish: true, at: new Date() })

const publishZone = (to: Platform, clientId: string, name: string, text: string) =>
  publish(to, clientId, {
    zones: { [name]: JSON.stringify({ creatives: [{ type: 'text', content: text }] }) },
  })

const textOf = async (token: string, name: string) =>
  (await send('/zones', { token, json: { event_name: name } })).text()

describe('a change by another platform counts in the next request', () => {
  test('of a zone', async () => {
    const token = await newToken(demo.clientId)
    await publishZone(other, demo.clientId, 'changed', 'before')
    expect(await textOf(token, 'changed')).toBe('before')
    await publishZone(other, demo.clientId, 'changed', 'after')
    expect(await textOf(token, 'changed')).toBe('after')
  })

  test('of the program', async () => {
    const token = await newToken(demo.clientId)
    const steps = async (partner_event_id: string) => {
      await send('/events', { token, json: { event_name: 'renamed', data: { partner_event_id } } })
      return (
        await database.query<{ step_name: string }>(
          'select step_name from steps join events using (event_id) where partner_event_id = $1',
          [partner_event_id],
        )
      ).map(({ step_name }) => step_name)
    }
    expect(await steps('first')).toEqual(['renamed'])
    const program = { name: 'Other names', label: 'other', events: { renamed: 'new-name' } }
    await publish(other, demo.clientId, { program: JSON.stringify(program) })
    expect(await steps('second')).toEqual(['new-name'])
  })

  test("of the program's cookie consent", async () => {
    const consent = async () => (await send('/zones', { method: 'POST' })).headers.get('X-Svc-Cookie-Consent')
    expect(await consent()).toBeNull()
    await other.db.query(`update clients set cookie_consent = 'unset' where client_id = $1`, [demo.clientId])
    expect(await consent()).toBe('unset')
    await other.db.query('update clients set cookie_consent = null where client_id = $1', [demo.clientId])
    expect(await consent()).toBeNull()
  })

  test('of the allowed origins', async () => {
    const origin = 'https://partner.example'
    const isAllowed = async () =>
      (await send('/zones', { method: 'POST', origin })).headers.get('Access-Control-Allow-Credentials')
    expect(await isAllowed()).toBeNull()
    await other.db.query('insert into allowed_origins (client_id, origin, created_at) values ($1, $2, now())', [
      ...[demo.clientId, origin],
    ])
    expect(await isAllowed()).toBe('true')
    await other.db.query('delete from allowed_origins where origin = $1', [origin])
    expect(await isAllowed()).toBeNull()
  })

  test('of the program domains', async () => {
    const url = 'https://links.example/zones'
    expect((await send(url, { method: 'POST' })).status).toBe(421)
    await other.db.query('insert into program_domains (origin, client_id, created_at) values ($1, $2, now())', [
      ...['https://links.example', demo.clientId],
    ])
    expect((await send(url, { method: 'POST' })).status).toBe(200)
    await other.db.query('delete from program_domains')
    expect((await send(url, { method: 'POST' })).status).toBe(421)
  })

  test('of an unpaid account', async () => {
    const cold = async () => (await send('/zones', { method: 'POST' })).headers.get('X-Svc-Error-Message')
    expect(await cold()).toBeNull()
    await other.db.query('update clients set paid = false')
    expect(await cold()).toMatch(/^payment_required/)
    await other.db.query('update clients set paid = true')
    expect(await cold()).toBeNull()
  })

  test('of a token that was revoked', async () => {
    const token = await newToken(demo.clientId)
    expect((await send('/v4/me', { token })).status).toBe(200)
    await send('/v5/token', { token, method: 'DELETE' }, other)
    expect(await codeOf(await send('/v4/me', { token }))).toBe('invalid_access_token')
  })
})

test('a change that is not committed does not count, and one that is rolled back never does', async () => {
  const token = await newToken(demo.clientId)
  await publishZone(platform, demo.clientId, 'unsure', 'before')
  expect(await textOf(token, 'unsure')).toBe('before')
  const failed = other.db.transaction(async db => {
    await publishZone({ ...other, db: { ...database, ...db } }, demo.clientId, 'unsure', 'never')
    throw new Error('rolled back')
  })
  await expect(failed).rejects.toThrow('rolled back')
  expect(await textOf(token, 'unsure')).toBe('before')
})

test('each client gets its own zones and program, whoever asked before', async () => {
  const tokens = { production: await newToken(demo.clientId), sandbox: await newToken(sandbox.clientId) }
  await publishZone(platform, demo.clientId, 'tenant', 'production')
  await publishZone(platform, sandbox.clientId, 'tenant', 'sandbox')
  await publishZone(platform, demo.clientId, 'production-only', 'secret')
  const found = []
  for (const token of [tokens.production, tokens.sandbox, tokens.production, tokens.sandbox])
    found.push(await textOf(token, 'tenant'))
  expect(found).toEqual(['production', 'sandbox', 'production', 'sandbox'])
  expect(await textOf(tokens.production, 'production-only')).toBe('secret')
  expect(await textOf(tokens.sandbox, 'production-only')).toBe('')
})

test('each client has its own consent and payment, whoever asked before', async () => {
  const clients = [demo.clientId, sandbox.clientId, demo.clientId, sandbox.clientId]
  await database.query(
    `update clients set cookie_consent = case when sandbox then 'unset' else 'granted' end, paid = not sandbox`,
  )
  const found = []
  for (const client_id of clients) {
    const { status, headers } = await send('/v5/token', { json: { client_id } })
    found.push([status, headers.get('X-Svc-Cookie-Consent')])
  }
  await database.query('update clients set paid = true')
  for (const client_id of clients.slice(1, 3))
    found.push((await send('/v5/token', { json: { client_id } })).headers.get('X-Svc-Cookie-Consent'))
  await database.query('update clients set cookie_consent = null')
  expect(found).toEqual([[200, 'granted'], [402, null], [200, 'granted'], [402, null], 'unset', 'granted'])
})

describe('a visitor costs at most six statements', () => {
  /** The statements of a request, without those of the work in the background. */
  const requests = new AsyncLocalStorage<{ statements: number }>()
  const count = (statements: number) => {
    const request = requests.getStore()
    if (request) request.statements += statements
  }

  /** A transaction has two statements of its own. */
  const counted = (db: Queryable): Queryable => ({
    ...db,
    query(sql, params) {
      count(1)
      return db.query(sql, params)
    },
    transaction(work) {
      count(2)
      return db.transaction(inner => work(within(inner)))
    },
  })
  const within = (inner: Queryable): Queryable => {
    const own: Queryable = { ...counted(inner), transaction: work => work(own) }
    return own
  }

  beforeAll(() => {
    const seen = counted({ ...platform.db })
    vi.spyOn(platform.db, 'query').mockImplementation(seen.query)
    vi.spyOn(platform.db, 'transaction').mockImplementation(seen.transaction)
    return () => void vi.restoreAllMocks()
  })

  async function statementsOf(request: () => Promise<Response>): Promise<number> {
    // The first request reads what was configured since the last one.
    await send('/zones', { token: await newToken(demo.clientId), json: { event_name: 'terms' } })
    const counting = { statements: 0 }
    const response = await requests.run(counting, request)
    expect(response.headers.get('X-Svc-Error-Message')).toBeNull()
    return counting.statements
  }

  const consumers: [string, string | undefined][] = [
    ['an anonymous consumer', undefined],
    ['an identified person', 'ada@example.com'],
  ]

  test.each(
    consumers.flatMap(([who, email]) =>
      ['share_experience', 'account', 'terms'].map(zone => [zone, who, email] as const),
    ),
  )('for the zone %s of %s', async (event_name, _, email) => {
    const token = await newToken(demo.clientId, email)
    const zone = () => send('/zones', { token, json: { event_name } })
    await zone()
    expect(await statementsOf(zone)).toBeLessThanOrEqual(6)
  })

  test.each(consumers)('for an event of %s', async (_, email) => {
    const token = await newToken(demo.clientId, email)
    const event = (partner_event_id: string) => () =>
      send('/events', { token, json: { event_name: 'product_viewed', data: { sku: 'pot-1', partner_event_id } } })
    await event('once')()
    expect(await statementsOf(event('twice'))).toBeLessThanOrEqual(6)
    expect(await statementsOf(event('twice'))).toBeLessThanOrEqual(6)
  })
})

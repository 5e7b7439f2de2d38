import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest'
import { type Database, demo, type Platform } from '../../../demo/platform/index.js'
import { startPlatform, testDatabase } from '../../start-platform.js'
import { type Call, codeOf, sendTo, server, shop } from './use-platform.js'

/** What the database does instead of answering. */
let failure: (() => Promise<never>) | undefined
/** The number of statements and transactions that succeed before the failure. */
let before = 0

const refuse = () => Promise.reject(new Error('connect ECONNREFUSED 127.0.0.1:5432'))
/** Ends the statements that hang. */
const giveUp: (() => void)[] = []
const hang = () =>
  new Promise<never>((_, reject) => {
    giveUp.push(() => reject(new Error('Connection terminated unexpectedly')))
  })

let platform: Platform
let logged: MockInstance<typeof console.error>
let folder: string

function unreliable(database: Database): Database {
  const guarded =
    <A extends unknown[], R>(work: (...args: A) => Promise<R>) =>
    (...args: A) => {
      if (failure && before-- <= 0) return failure()
      return work(...args)
    }
  const statements = (db: Pick<Database, 'query' | 'execute'>) => ({
    query: guarded(db.query) as Database['query'],
    execute: guarded(db.execute),
  })
  return {
    ...statements(database),
    connections: database.connections,
    isShared: database.isShared,
    transaction: guarded(work =>
      database.transaction(db => {
        const inner: Database = {
          ...statements(db),
          connections: 1,
          isShared: false,
          transaction: <T>(nested: (db: Database) => Promise<T>) => nested(inner),
          close: database.close,
        }
        return work(inner)
      }),
    ) as Database['transaction'],
    close: database.close,
  }
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unavailable-'))
  await writeFile(join(folder, 'rewards.js'), 'the runtime')
  platform = await startPlatform({ database: unreliable(await testDatabase()), bundle: folder })
})
afterAll(async () => {
  await platform.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  failure = undefined
  before = 0
  for (const each of giveUp.splice(0)) each()
  logged.mockRestore()
})

const send = (path: string, call: Call = {}) => sendTo(platform, path, { origin: shop, ...call })

const newToken = async (): Promise<string> => (await (await send('/v5/token', { json: {} })).json()).access_token

describe('while the database cannot be reached', () => {
  const WEB: [string, Call][] = [
    ['/events', { json: { event_name: 'purchase' } }],
    ['/events/purchase', { json: {} }],
    ['/events/purchase?cart_value=1', {}],
    ['/zones/terms', { json: {} }],
  ]

  test.each(WEB)('%s answers with 200 and the error header', async (path, call) => {
    const token = await newToken()
    failure = refuse
    for (const each of [call, { ...call, token }]) {
      const response = await send(path, each)
      expect([response.status, await codeOf(response)]).toEqual([200, 'software_error'])
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe(shop)
    }
  })

  test.each<[string, Call]>([
    ['/v6/events', { json: { event_name: 'purchase' } }],
    ['/api/v4/me', {}],
    ['/v5/token', { json: {} }],
    [`${server}/v6/events`, { json: { event_name: 'purchase' } }],
    [`${server}/v6/async-events`, { json: { event_name: 'purchase' } }],
  ])('%s answers with the five fields', async (path, call) => {
    const token = path.startsWith(server) ? demo.serverToken : await newToken()
    failure = refuse
    const response = await send(path, { ...call, token })
    expect(response.status).toBeGreaterThanOrEqual(500)
    const body = await response.json()
    expect(Object.keys(body).sort()).toEqual(['code', 'http_status_code', 'message', 'parameters', 'unique_id'])
    expect([body.code, body.http_status_code]).toEqual(['software_error', response.status])
    if (!path.startsWith(server)) expect(response.headers.get('Access-Control-Allow-Origin')).toBe(shop)
  })

  test('files are served, also if the database does not answer at all', async () => {
    failure = hang
    const served = ['/rewards.js', '/pages/docs.css', `${server}/pages/console.css`]
    const responses = await Promise.all(served.map(path => send(path)))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await responses[0]!.text()).toBe('the runtime')
  })

  test.each([
    '/s/abc',
    '/s/abc?partner_share_id=1',
    'https://share.other.example/s/abc',
  ])('the share link %s leads to the shop', async path => {
    failure = refuse
    for (const method of ['GET', 'HEAD']) {
      const response = await send(path, { method })
      expect([response.status, response.headers.get('Location')]).toEqual([302, `${shop}/`])
    }
  })

  test('a host that may be a program domain is not refused', async () => {
    failure = refuse
    expect((await send('https://share.other.example/v4/me')).status).toBeGreaterThanOrEqual(500)
  })
})

test('an event whose database is lost at any moment answers with 200 and the error header', async () => {
  const token = await newToken()
  for (let statements = 0; ; statements += 1) {
    expect(statements).toBeLessThan(100)
    failure = refuse
    before = statements
    const json = { event_name: 'purchase', data: { email: 'ada@example.com' } }
    const response = await send('/events', { json, token })
    expect([response.status, response.headers.get('Access-Control-Allow-Origin')]).toEqual([200, shop])
    if (!response.headers.has('X-Svc-Error-Message')) break
    expect(await codeOf(response)).toBe('software_error')
  }
  expect(before).toBeGreaterThanOrEqual(0)
})

test('calls succeed again when the database is back', async () => {
  const token = await newToken()
  failure = refuse
  expect((await send('/v4/me', { token })).status).toBeGreaterThanOrEqual(500)
  failure = undefined
  expect((await send('/v4/me', { token })).status).toBe(200)
})

test('a share link leads to the shop while the platform is being closed', async () => {
  const closing = await startPlatform({ database: await testDatabase() })
  await closing.close()
  const response = await sendTo(closing, '/s/abc', {})
  expect([response.status, response.headers.get('Location')]).toEqual([302, `${shop}/`])
})

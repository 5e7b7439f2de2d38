import { setImmediate } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createPlatform, demo } from '../../../demo/platform/index.js'
import { startPlatform, testDatabase } from '../../start-platform.js'
import { codeOf, program, server, shop, tokenIn, usePlatform } from './use-platform.js'

const visit = usePlatform()
const { send } = visit

test('each origin rejects the tokens of the other', async () => {
  const make = async (json: object, token?: string): Promise<string> =>
    (await (await send(`${server}/v4/tokens`, { token, json })).json()).access_token
  const ofUser = await make(demo.user)
  const ofResource = await make({ resource: { type: 'PERSON', id: 'ada-lovelace' } }, demo.serverToken)
  for (const token of [demo.serverToken, ofUser, ofResource]) {
    const onProgram = await send('/v4/me', { token })
    expect([onProgram.status, await codeOf(onProgram)]).toEqual([403, 'access_denied'])
  }
  const onZone = await send('/zones/terms', { json: {}, token: demo.serverToken })
  expect([onZone.status, await codeOf(onZone), await onZone.text()]).toEqual([200, 'access_denied', ''])
  const token = await visit.verified('ada@example.com')
  for (const call of [{ token }, { token, json: {} }]) {
    const onServer = await send(`${server}/v4/tokens`, call)
    expect([onServer.status, await codeOf(onServer)]).toEqual([403, 'access_denied'])
  }
})

test('each origin rejects the calls of the other', async () => {
  expect((await send('/v4/tokens', { token: demo.serverToken })).status).toBe(404)
  expect((await send(`${server}/v4/me`, { token: await visit.anonymous() })).status).toBe(404)
  expect((await send(`${server}/s/${demo.ada.code}`)).status).toBe(404)
})

test('/api stands before a version only', async () => {
  const token = await visit.anonymous()
  expect((await send('/api/v4/me', { token })).status).toBe(200)
  expect((await send(`${server}/api/v4/tokens`, { token: demo.serverToken })).status).toBe(200)
  for (const path of [`/api/s/${demo.ada.code}`, '/api/docs', '/api/api/v4/me'])
    expect([path, (await send(path, { token })).status]).toEqual([path, 404])
})

test('a request to an unknown host is answered with misdirected_request', async () => {
  const response = await send('https://elsewhere.example/zones')
  expect([response.status, await codeOf(response)]).toEqual([421, 'misdirected_request'])
})

test('a page of any origin can read that the host is no program domain', async () => {
  const headers = { Origin: 'https://shop.other.example', 'Access-Control-Request-Headers': 'authorization' }
  const url = 'https://elsewhere.example/api/v6/zones'
  const asked = await visit.platform.fetch(new Request(url, { method: 'OPTIONS', headers }))
  expect(asked.status).toBe(204)
  expect(asked.headers.get('Access-Control-Allow-Headers')).toBe('authorization')
  const answer = await visit.platform.fetch(new Request(url, { method: 'POST', headers }))
  expect(answer.status).toBe(421)
  expect(answer.headers.get('Access-Control-Allow-Origin')).toBe(headers.Origin)
  expect(answer.headers.get('Access-Control-Allow-Credentials')).toBe('true')
})

test('closing waits for the requests that are being processed, and later requests are answered with 503', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { database, waiting, release } = await heldDatabase()
  const platform = await createPlatform({
    database,
    programOrigin: program,
    serverOrigin: server,
    landingUrl: `${shop}/`,
    allowedOrigins: [shop],
  })
  const visit = () => platform.fetch(new Request(`${program}/zones`, { method: 'POST' }))
  const begun = visit()
  await waiting
  const closing = platform.close()
  expect((await visit()).status).toBe(503)
  for (let statements = 0; statements < 50; statements += 1) {
    await database.query('select 1')
    await setImmediate()
  }
  expect(database.close).not.toHaveBeenCalled()
  release()
  const response = await begun
  await closing
  expect(database.close).toHaveBeenCalledTimes(1)
  expect(response.headers.get('X-Svc-Error-Message')).toBeNull()
  expect(tokenIn(response)).toMatch(/./)
  expect(logged.mock.calls).toEqual([])
  logged.mockRestore()
})

test.each([
  ['reads', 'select', 'query'],
  ['sets up the account', '', 'transaction'],
] as const)('a start that fails while it %s closes the database', async (_, begin, method) => {
  const database = await testDatabase()
  const failing = async () => {
    throw new Error('The disk is broken')
  }
  const close = vi.fn(database.close)
  const broken = {
    ...database,
    close,
    [method]: (...args: [string]) =>
      method === 'transaction' || args[0].trim().startsWith(begin) ? failing() : database.query(...args),
  }
  await expect(startPlatform({ database: broken })).rejects.toThrow('The disk is broken')
  expect(close).toHaveBeenCalledTimes(1)
})

/** A database that holds the first new token of a consumer until `release()` is called. `waiting`: the token is held. */
async function heldDatabase() {
  const database = await testDatabase()
  let reach = () => {}
  let release = () => {}
  const waiting = new Promise<void>(resolve => {
    reach = resolve
  })
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  const query: typeof database.query = async (sql, params) => {
    if (sql.startsWith('insert into tokens')) {
      reach()
      await released
    }
    return database.query(sql, params)
  }
  return { database: { ...database, query, close: vi.fn(database.close) }, waiting, release }
}

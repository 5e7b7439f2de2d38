import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { wireNames } from '../../../../../demo/platform/http/wire-names.js'
import { demo } from '../../../../../demo/platform/index.js'
import { startQueue } from '../../../../../demo/platform/jobs/queue.js'
import { settingsFrom } from '../../../../../demo/platform/options.js'
import { deliveries, queueDelivery } from '../../../../../demo/platform/server/sftp-servers/deliveries.js'
import { openFileStorage } from '../../../../../demo/platform/store/file-storage.js'
import { SOON } from '../../../../soon.js'
import { newKeys, type SftpServer, startSftpServer, user } from '../../sftp/sftp-server.js'
import { type Call, codeOf, server as origin, program, shop, usePlatform } from '../../use-platform.js'
import { contentsIn } from '../files/uploaded-file.js'

const filesDir = await mkdtemp(join(tmpdir(), 'sftp-servers-'))
const visit = usePlatform(undefined, { allowPrivateAddresses: true, filesDir })
const restricted = usePlatform()
const keys = newKeys('a-passphrase')
const send = (path: string, call: Call = {}) =>
  visit.send(`${origin}/v6/sftp-servers${path}`, { token: demo.serverToken, ...call })
const read = async (path: string, call?: Call) => (await send(path, call)).json()

let sftp: SftpServer

beforeEach(async () => {
  sftp = await startSftpServer(keys.public)
})
afterEach(() => sftp.close())
afterAll(() => rm(filesDir, { recursive: true, force: true }))

const settings = () => ({ host: '127.0.0.1', port: sftp.port, ...user, path: '/incoming' })
const created = (changes: object = {}) => read('', { json: { ...settings(), ...changes } })
const sync = (id: string) => read(`/${id}/sync`, { method: 'POST' })

describe('a server', () => {
  test('is created, listed, read, changed and deleted', async () => {
    const date = new Date(visit.now).toISOString()
    const server = await created({ name: 'Reports' })
    expect(server).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{20}$/),
      name: 'Reports',
      host: '127.0.0.1',
      port: sftp.port,
      username: user.username,
      authentication: 'PASSWORD',
      path: '/incoming',
      host_key_fingerprint: null,
      ...{ sync_status: null, sync_error: null, synced_date: null },
      waiting_files: 0,
      created_date: date,
      updated_date: date,
    })
    const other = await read('', { json: { host: 'sftp.example.com', ...user } })
    expect(other).toMatchObject({ name: 'sftp.example.com', port: 22, path: '.' })
    expect(await read('')).toEqual([other, server])
    expect(await read('?limit=1&offset=1')).toEqual([server])
    visit.now += 1000
    const updated = await read(`/${server.id}`, { method: 'PUT', json: { path: '/other' } })
    expect(updated).toEqual({ ...server, path: '/other', updated_date: new Date(visit.now).toISOString() })
    expect(await read(`/${server.id}`)).toEqual(updated)
    expect(await read(`/${server.id}`, { method: 'DELETE' })).toEqual(updated)
    expect((await send(`/${server.id}`)).status).toBe(404)
    expect(await read('')).toEqual([other])
    await visit.rows(
      `insert into sftp_servers (sftp_server_id, client_id, name, host, port, username, folder, created_at, updated_at)
       select 'many-' || n, $1, 'many', 'sftp.example.com', 22, 'reports', '.', now(), now() from generate_series(2, 101) n`,
      [demo.clientId],
    )
    const ids = (await read('')).map(({ id }: { id: string }) => id)
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([100, 'many-101', 'many-2'])
    await visit.rows(`delete from sftp_servers where sftp_server_id like 'many-%'`)
  })

  test('keeps its secret when other settings change', async () => {
    const { id } = await created()
    const { path } = settings()
    expect(await read(`/${id}`, { method: 'PUT', json: { name: 'Renamed' } })).toMatchObject({ name: 'Renamed', path })
    expect(await sync(id)).toMatchObject({ name: 'Renamed', path, sync_status: 'SUCCEEDED' })
    expect(sftp.attempts).toEqual([user.password])
  })

  test('can change from a password to a private key and back', async () => {
    const { id } = await created()
    const json = { private_key: keys.private, passphrase: 'a-passphrase' }
    const changed = await read(`/${id}`, { method: 'PUT', json })
    expect(changed.authentication).toBe('PRIVATE_KEY')
    expect(await sync(id)).toMatchObject({ sync_status: 'SUCCEEDED' })
    expect(sftp.attempts).toEqual([])
    expect((await send(`/${id}`, { method: 'PUT', json: { passphrase: 'another' } })).status).toBe(400)
    expect((await send(`/${id}`, { method: 'PUT', json: { passphrase: 'a-passphrase' } })).status).toBe(200)
    const back = await read(`/${id}`, { method: 'PUT', json: { password: user.password } })
    expect(back.authentication).toBe('PASSWORD')
    expect(await sync(id)).toMatchObject({ sync_status: 'SUCCEEDED' })
  })
})

const files = openFileStorage(filesDir)

/** The dependencies of a process whose clock is a day ahead. */
function later() {
  const origins = { programOrigin: program, serverOrigin: origin, landingUrl: shop, allowedOrigins: [] }
  return {
    db: visit.platform.db,
    clientId: demo.clientId,
    names: wireNames('svc'),
    secrets: visit.platform.secrets,
    settings: { ...settingsFrom({ ...origins, allowPrivateAddresses: true }), now: () => visit.now + 86_400_000 },
    files,
  }
}

let count = 0

/** Queues a file that is due in a day, so that only a synchronization or that process delivers it. */
async function queueForLater(sftp_server_id: string, filename: string, text: string): Promise<void> {
  const delivery_id = `delivery-${++count}`
  await files.write(delivery_id, Readable.from([Buffer.from(text)]), new AbortController().signal)
  await queueDelivery(later(), { delivery_id, sftp_server_id, filename, report_run_id: null })
}

describe('a synchronization', () => {
  test('stores the host key of the first success, and leaves nothing on the server', async () => {
    const { id } = await created()
    expect(await sync(id)).toMatchObject({
      sync_status: 'SUCCEEDED',
      sync_error: null,
      synced_date: new Date(visit.now).toISOString(),
      host_key_fingerprint: sftp.hostKeyFingerprint,
    })
    expect([...sftp.files]).toEqual([])
  })

  test('stores no host key if the server was changed meanwhile', async () => {
    const { id } = await created()
    const { query } = visit.platform.db
    const spy = vi.spyOn(visit.platform.db, 'query').mockImplementation(async (sql, params) => {
      if (sql.startsWith('update sftp_servers set sync_status')) {
        visit.now += 1
        await query('update sftp_servers set updated_at = $2 where sftp_server_id = $1', [id, new Date(visit.now)])
      }
      return query(sql, params) as never
    })
    onTestFinished(() => spy.mockRestore())
    expect(await sync(id)).toMatchObject({ sync_status: 'SUCCEEDED', host_key_fingerprint: null })
  })

  test('keeps the host key for another host', async () => {
    const { id } = await created()
    const synced = await sync(id)
    const moved = await read(`/${id}`, { method: 'PUT', json: { host: 'localhost' } })
    expect(moved).toEqual({ ...synced, host: 'localhost' })
  })

  test('sends no credentials to a server with another host key', async () => {
    const { id } = await created()
    await sync(id)
    sftp.attempts.length = 0
    sftp.replaceHostKey()
    const refused = await sync(id)
    expect(refused).toMatchObject({ sync_status: 'FAILED', sync_error: { code: 'host_key_mismatch' } })
    expect(sftp.attempts).toEqual([])
    expect(refused.host_key_fingerprint).not.toBe(sftp.hostKeyFingerprint)
    await send(`/${id}`, { method: 'PUT', json: { host_key_fingerprint: sftp.hostKeyFingerprint } })
    expect(await sync(id)).toMatchObject({ sync_status: 'SUCCEEDED', sync_error: null })
    sftp.replaceHostKey()
    await send(`/${id}`, { method: 'PUT', json: { host_key_fingerprint: null } })
    visit.now += 1_000
    expect(await sync(id)).toMatchObject({
      sync_status: 'SUCCEEDED',
      synced_date: new Date(visit.now).toISOString(),
      host_key_fingerprint: sftp.hostKeyFingerprint,
    })
  })

  test('delivers the files that wait, once, and replaces files of the same name', async () => {
    const { id } = await created()
    const deliver = (filename: string, text: string) => queueForLater(id, filename, text)
    await deliver('report.csv', 'first')
    await deliver('report.csv', 'second')
    await deliver('../etc/other.csv', 'third')
    expect((await read(`/${id}`)).waiting_files).toBe(3)
    // Under its name, nobody on the server sees a part of a file.
    const seen: string[] = []
    const { files } = sftp
    const set = files.set.bind(files)
    files.set = (path, content) => {
      if (path.endsWith('.csv')) seen.push(content.toString())
      return set(path, content)
    }
    expect(await sync(id)).toMatchObject({ sync_status: 'SUCCEEDED', waiting_files: 0 })
    const contents = [...sftp.files].map(([path, content]) => [path, content.toString()])
    expect(contents).toEqual([
      ['/incoming/report.csv', 'second'],
      ['/incoming/.._etc_other.csv', 'third'],
    ])
    expect(seen).toEqual(['first', 'second', 'third'])
    sftp.files.clear()
    await sync(id)
    expect(sftp.files.size).toBe(0)
    await deliver('late.csv', 'late')
    sftp.isReadOnly = true
    expect(await sync(id)).toMatchObject({ sync_status: 'FAILED', waiting_files: 1 })
    sftp.isReadOnly = false
    expect(await sync(id)).toMatchObject({ sync_status: 'SUCCEEDED', waiting_files: 0 })
    expect([...sftp.files.keys()]).toEqual(['/incoming/late.csv'])
    sftp.files.clear()
    await deliver('full.csv', 'full')
    sftp.isFull = true
    expect(await sync(id)).toMatchObject({ sync_error: { code: 'path_not_writable' }, waiting_files: 1 })
    expect([...sftp.files]).toEqual([])
    sftp.isFull = false
    expect(await sync((await created()).id)).toMatchObject({ sync_status: 'SUCCEEDED', sync_error: null })
    expect(await contentsIn(filesDir)).toEqual([`delivery-${count}`])
    expect(await sync(id)).toMatchObject({ sync_status: 'SUCCEEDED', waiting_files: 0 })
    await deliver('broken.csv', 'broken')
    const content = join(filesDir, `delivery-${count}`)
    await rm(content)
    await mkdir(content)
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    // The disk of the platform is no failure of the server.
    expect(await sync(id)).toMatchObject({ sync_status: 'SUCCEEDED', sync_error: null, waiting_files: 1 })
    expect(logged.mock.calls).toEqual([[expect.objectContaining({ code: 'EISDIR' })]])
    logged.mockRestore()
    await rm(content, { recursive: true })
    await deliver('dropped.csv', 'dropped')
    await send(`/${id}`, { method: 'DELETE' })
    expect(await contentsIn(filesDir)).toEqual([])
    expect(await visit.rows('select 1 from sftp_deliveries')).toEqual([])
  })

  test('is not needed for a file that a process was delivering when it was closed: the next one goes on at once', async () => {
    const { id } = await created()
    await queueForLater(id, 'stopped.csv', 'stopped')
    const startProcess = () => startQueue<ReturnType<typeof later>>(later(), [deliveries])
    sftp.isSilent = true
    const closed = startProcess()
    await vi.waitUntil(() => sftp.attempts.length, SOON)
    await closed.stop()
    // The server has not failed: it was not waited for.
    expect(await visit.rows('select failures, lease from jobs where lane = $1', [id])).toEqual([
      { failures: 0, lease: null },
    ])
    expect(await read(`/${id}`)).toMatchObject({ sync_status: null, waiting_files: 1 })
    sftp.isSilent = false
    const next = startProcess()
    await next.idle(deliveries.name)
    await next.stop()
    expect([...sftp.files.keys()]).toEqual(['/incoming/stopped.csv'])
    expect(await read(`/${id}`)).toMatchObject({ sync_status: 'SUCCEEDED', waiting_files: 0 })
    await send(`/${id}`, { method: 'DELETE' })
  })

  test('that refuses a report is named in its run until a synchronization has delivered it', async () => {
    const { id: sftp_server_id } = await created()
    const call = async (path: string, more: Call = {}) =>
      (await visit.send(`${origin}/v7/report-runners${path}`, { token: demo.serverToken, ...more })).json()
    const runner = await call('', { json: { name: 'People', report_type: 'PERSONS', sftp_server_id } })
    sftp.isReadOnly = true
    const run = await call(`/${runner.id}/run`, { method: 'POST' })
    expect(run.delivery).toEqual({
      sftp_server_id,
      status: 'FAILED',
      error: { code: 'path_not_writable', message: 'The folder cannot be written to.' },
    })
    sftp.isReadOnly = false
    await sync(sftp_server_id)
    const { delivery } = await call(`/${runner.id}/runs/${run.id}`)
    expect(delivery).toEqual({ sftp_server_id, status: 'SUCCEEDED', error: null })
    expect([...sftp.files.keys()]).toEqual([`/incoming/${run.filename}`])
    await call(`/${runner.id}`, { method: 'DELETE' })
  })
})

test.each<[string, (server: SftpServer) => object]>([
  ['authentication_failed', () => ({ password: 'wrong' })],
  ['authentication_failed', () => ({ username: 'nobody' })],
  ['host_not_found', () => ({ host: 'sftp.invalid' })],
  ['path_not_found', () => ({ path: '/nowhere' })],
  [
    'path_not_found',
    server => {
      server.files.set('/incoming/notes.txt', Buffer.alloc(0))
      return { path: '/incoming/notes.txt' }
    },
  ],
  [
    'path_not_writable',
    server => {
      server.isReadOnly = true
      return {}
    },
  ],
  ['host_key_mismatch', () => ({ host_key_fingerprint: `SHA256:${'A'.repeat(43)}` })],
  // Capital and small letters differ in Base64.
  [
    'host_key_mismatch',
    ({ hostKeyFingerprint: own }) => ({ host_key_fingerprint: `SHA256:${own.slice('SHA256:'.length).toLowerCase()}` }),
  ],
  ['connection_failed', () => ({ port: 1 })],
])('%s is reported by a synchronization and by a validation', async (code, changes) => {
  const json = { ...settings(), ...changes(sftp) }
  const { id } = await read('', { json })
  const error = { code, message: expect.stringMatching(/^The .*\.$/) }
  expect(await sync(id)).toMatchObject({ sync_status: 'FAILED', sync_error: error })
  expect(await read('/validate', { json })).toEqual({ valid: false, errors: [error] })
})

test('a validation of correct settings stores nothing', async () => {
  const before = await read('')
  expect(await read('/validate', { json: settings() })).toEqual({ valid: true, errors: [] })
  expect(await read('')).toEqual(before)
  expect([...sftp.files]).toEqual([])
})

describe('on a platform that allows public addresses only', () => {
  test.each([
    '127.0.0.1',
    'localhost',
    '[::1]',
    '::ffff:127.0.0.1',
    '2130706433',
  ])('%s is never connected to', async host => {
    const json = { ...settings(), host }
    const call = { token: demo.serverToken, json }
    const error = { code: 'address_not_allowed', message: expect.any(String) }
    const path = `${origin}/v6/sftp-servers`
    const { id } = await (await restricted.send(path, call)).json()
    const synced = await restricted.send(`${path}/${id}/sync`, { token: demo.serverToken, method: 'POST' })
    expect(await synced.json()).toMatchObject({ sync_status: 'FAILED', sync_error: error })
    const validated = await restricted.send(`${path}/validate`, call)
    expect(await validated.json()).toEqual({ valid: false, errors: [error] })
    const runners = `${origin}/v7/report-runners`
    const runner = { name: 'A report', report_type: 'EVENTS', sftp_server_id: id }
    const created = await (await restricted.send(runners, { token: demo.serverToken, json: runner })).json()
    const ran = await restricted.send(`${runners}/${created.id}/run`, { token: demo.serverToken, method: 'POST' })
    expect((await ran.json()).delivery).toEqual({ sftp_server_id: id, status: 'FAILED', error })
    expect(sftp.connections).toBe(0)
  })
})

describe('secrets', () => {
  const logged: unknown[] = []
  beforeAll(() => {
    for (const level of ['log', 'info', 'warn', 'error'] as const)
      vi.spyOn(console, level).mockImplementation((...parts) => void logged.push(...parts))
  })
  afterAll(() => vi.restoreAllMocks())

  test('are in no response and in no log', async () => {
    const secret = { private_key: keys.private, passphrase: 'a-passphrase' }
    const { password: _, ...open } = settings()
    const password = await send('', { json: settings() })
    const key = await send('', { json: { ...open, ...secret } })
    const wrong = { json: { ...open, private_key: keys.private, passphrase: 'wrong-passphrase' } }
    const [{ id }, { id: keyId }] = [await password.clone().json(), await key.clone().json()]
    const responses = [
      ...[password, key, await send(''), await send(`/${id}`), await send(`/${keyId}`)],
      await send(`/${id}/sync`, { method: 'POST' }),
      await send(`/${id}`, { method: 'PUT', json: { ...secret, port: 'not a port' } }),
      await send(`/${id}`, { method: 'PUT', json: { password: `${user.password}\0` } }),
      await send('/validate', wrong),
      await send('', wrong),
      await send('/validate', { json: { ...settings(), path: '/nowhere' } }),
      await send(`/${id}`, { method: 'DELETE' }),
    ]
    const texts = (await Promise.all(responses.map(response => response.text()))).join()
    for (const each of [user.password, 'a-passphrase', 'wrong-passphrase', keys.private.slice(120, 160)])
      expect(texts + logged.map(String).join()).not.toContain(each)
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 400, 400, 400, 400, 200, 200])
  })
})

describe('access', () => {
  test('another tenant sees, changes and uses no server', async () => {
    const { id } = await created()
    const token = demo.sandbox.serverToken
    expect(await read('', { token })).toEqual([])
    for (const [path, call] of [
      ['', {}],
      ['', { method: 'PUT', json: { name: 'Mine' } }],
      ['', { method: 'DELETE' }],
      ['/sync', { method: 'POST' }],
    ] satisfies [string, Call][]) {
      const response = await send(`/${id}${path}`, { token, ...call })
      expect([response.status, await codeOf(response)]).toEqual([404, 'not_found'])
    }
    expect(sftp.connections).toBe(0)
    expect((await send(`/${id}`)).status).toBe(200)
  })

  const open = { host: 'sftp.example.com', username: 'reports' }

  test.each<[number, string, string, Call]>([
    [400, 'invalid_parameter', '', { json: open }],
    [
      400,
      'invalid_parameter',
      '',
      { json: { ...open, password: 'a', private_key: keys.private, passphrase: 'a-passphrase' } },
    ],
    [400, 'invalid_parameter', '', { json: { ...open, private_key: 'no key' } }],
    [400, 'invalid_parameter', '', { json: { ...open, private_key: keys.public } }],
    [400, 'invalid_parameter', '', { json: { ...open, password: 'a', passphrase: 'b' } }],
    [400, 'invalid_parameter', '/validate', { json: open }],
    [400, 'binding_error', '', { json: { ...open, password: 'a', host: 'a b' } }],
    [400, 'binding_error', '', { json: { ...open, password: 'a', host: 'https://example.com/' } }],
    [400, 'binding_error', '', { json: { ...open, password: 'a', port: 0 } }],
    [400, 'binding_error', '', { json: { ...open, password: 'a', host_key_fingerprint: 'MD5:aa' } }],
    [400, 'binding_error', '?limit=0', {}],
    [404, 'not_found', '/nothing', {}],
    [404, 'not_found', '/nothing', { method: 'PUT', json: {} }],
    [404, 'not_found', '/nothing', { method: 'DELETE' }],
    [404, 'not_found', '/nothing/sync', { method: 'POST' }],
    [403, 'missing_access_token', '', { token: '' }],
    [403, 'missing_access_token', '/validate', { token: '', json: { ...open, password: 'a' } }],
  ])('responds with %i %s to %s %j', async (status, code, path, call) => {
    const response = await send(path, call)
    expect([response.status, await codeOf(response)]).toEqual([status, code])
  })
})

test('a file that cannot be delivered is tried again after a minute, and after longer and longer times within nine hours', () => {
  expect(deliveries.delaysMs!.map(delay => delay / 60_000)).toEqual([1, 5, 30, 120, 360])
})

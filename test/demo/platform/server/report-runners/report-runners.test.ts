import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { demo } from '../../../../../demo/platform/index.js'
import { SOON } from '../../../../soon.js'
import { refuseInserts } from '../../refuse-inserts.js'
import { newKeys, type SftpServer, startSftpServer, user } from '../../sftp/sftp-server.js'
import { type Call, codeOf, server, usePlatform } from '../../use-platform.js'
import { contentsIn } from '../files/uploaded-file.js'

const filesDir = await mkdtemp(join(tmpdir(), 'reports-'))
afterAll(() => rm(filesDir, { recursive: true }))
const visit = usePlatform(undefined, { allowPrivateAddresses: true, filesDir })
const send = (path: string, call: Call = {}) => visit.send(`${server}${path}`, { token: demo.serverToken, ...call })
const read = async (path: string, call?: Call) => (await send(path, call)).json()
const runners = '/v7/report-runners'
const create = (json: object) => read(runners, { json: { name: 'A report', report_type: 'PERSONS', ...json } })
const run = (id: string, query = '') => read(`${runners}/${id}/run${query}`, { method: 'POST' })
const download = ({ report_runner_id, id }: { report_runner_id: string; id: string }) =>
  send(`${runners}/${report_runner_id}/runs/${id}/download`)
/** The rows of a new report of a type. */
async function rowsOf(report_type: string, query?: string): Promise<Record<string, string>[]> {
  const { id } = await create({ report_type })
  const written = await run(id, query)
  const rows: Record<string, string>[] = parse(await (await download(written)).text(), { columns: true })
  expect(written.rows).toBe(rows.length)
  return rows
}

const { code } = demo.ada
const begun = new Date(visit.now).toISOString()

beforeAll(async () => {
  const friend = await visit.identified('fay@example.com')
  const data = { advocate_code: code, cart_value: '80' }
  await visit.send('/api/v6/events', { token: friend, json: { event_name: 'purchase', data } })
  const ada = await visit.verified(demo.ada.email)
  const share = { event_name: 'share', data: { advocate_code: code, channel: 'EMAIL' } }
  await visit.send('/api/v6/events', { token: ada, json: share })
})

beforeEach(() => visit.rows('delete from report_runners'))

describe('a report runner', () => {
  test('is created, listed, read, changed and deleted', async () => {
    const date = new Date(visit.now).toISOString()
    const runner = await create({ tags: ['daily'] })
    expect(runner).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{20}$/),
      name: 'A report',
      report_type: 'PERSONS',
      tags: ['daily'],
      sftp_server_id: null,
      schedule: null,
      next_run_date: null,
      created_date: date,
      updated_date: date,
    })
    visit.now += 1_000
    const updated_date = new Date(visit.now).toISOString()
    const renamed = await read(`${runners}/${runner.id}`, { method: 'PUT', json: { name: 'Renamed' } })
    expect(renamed).toEqual({ ...runner, name: 'Renamed', updated_date })
    const changes = { name: 'Another name', report_type: 'REWARDS', tags: [] }
    const updated = await read(`${runners}/${runner.id}`, { method: 'PUT', json: changes })
    expect(updated).toEqual({ ...runner, ...changes, updated_date })
    expect(await read(`${runners}/${runner.id}`)).toEqual(updated)
    expect(await read(runners)).toEqual([updated])
    const written = await run(runner.id)
    expect(await read(`${runners}/${runner.id}`, { method: 'DELETE' })).toEqual(updated)
    expect(await read(runners)).toEqual([])
    expect((await download(written)).status).toBe(404)
    expect(await contentsIn(filesDir)).not.toContain(written.id)
  })

  test('is listed with all others, however many', async () => {
    await visit.rows(
      `insert into report_runners (report_runner_id, client_id, name, report_type, tags, created_at, updated_at)
       select 'many-' || n, $1, 'many', 'PERSONS', '{}', now(), now() from generate_series(1, 101) n`,
      [demo.clientId],
    )
    const ids = (await read(runners)).map(({ id }: { id: string }) => id)
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([101, 'many-101', 'many-1'])
  })

  test('is found by its tags, which read empty in the list', async () => {
    const daily = await create({ tags: ['daily', 'finance'] })
    const weekly = await create({ tags: ['weekly'] })
    const found = async (query: string) => (await read(`${runners}?${query}`)).map(({ id }: { id: string }) => id)
    expect(await found('having_all_tags=finance,daily')).toEqual([daily.id])
    expect(await found('having_all_tags=daily,weekly')).toEqual([])
    expect(await found('having_any_tags=daily,weekly')).toEqual([weekly.id, daily.id])
    expect(await found('having_all_tags=daily&having_all_tags=weekly')).toEqual([])
    expect(await found('having_any_tags=daily&having_any_tags=weekly')).toEqual([weekly.id, daily.id])
    expect(await found('having_any_tags=weekly&having_all_tags=daily')).toEqual([])
    expect((await read(runners)).map(({ tags }: { tags: string[] }) => tags)).toEqual([[], []])
    const sandbox = { token: demo.sandbox.serverToken }
    expect([await read(runners, sandbox), await read(`${runners}?having_any_tags=daily`, sandbox)]).toEqual([[], []])
  })

  test.each([
    [{ report_type: 'SECRETS' }, 'binding_error'],
    [{ name: '' }, 'binding_error'],
    [{ tags: ['a', 'b,c'] }, 'binding_error'],
    [{ tags: Array.from({ length: 21 }, (_, number) => `${number}`) }, 'binding_error'],
    [{ sftp_server_id: 'unknown' }, 'invalid_parameter'],
  ])('is refused with %j', async (json, error) => {
    const response = await send(runners, { json: { name: 'A report', report_type: 'PERSONS', ...json } })
    expect([response.status, await codeOf(response)]).toEqual([400, error])
    const { id } = await create({})
    const changed = await send(`${runners}/${id}`, { method: 'PUT', json })
    expect([changed.status, await codeOf(changed)]).toEqual([400, error])
  })

  test('is refused with the place of a wrong value, at any depth', async () => {
    const response = await send(runners, { json: { name: 'A report', report_type: 'PERSONS', tags: ['a', 'b,c'] } })
    expect((await response.json()).parameters).toEqual({ parameter: 'tags.1' })
  })
})

test('a report runner delivers to a server of its client only', async () => {
  const json = { host: 'sftp.example.com', ...user }
  const { id: sftp_server_id } = await read('/v6/sftp-servers', { token: demo.sandbox.serverToken, json })
  const { id } = await create({})
  for (const response of [
    await send(runners, { json: { name: 'A report', report_type: 'PERSONS', sftp_server_id } }),
    await send(`${runners}/${id}`, { method: 'PUT', json: { sftp_server_id } }),
  ])
    expect([response.status, await codeOf(response)]).toEqual([400, 'invalid_parameter'])
})

describe('a report', () => {
  test('of persons has those who are known, and were not merged', async () => {
    await visit.anonymous()
    await visit.rows(
      `insert into persons (person_id, client_id, email, merged_into, created_at) values ('merged', $1, 'merged@example.com', 'ada-lovelace', $2)`,
      [demo.clientId, new Date(visit.now)],
    )
    // A customer number is enough. It has both blocks.
    await visit.rows(
      `insert into persons (person_id, client_id, partner_user_id, locale, blocks, created_at) values ('numbered', $1, 'cust-7', 'pt-BR', '{"EVENTS": null, "REWARDS": "Fraud"}', $2)`,
      [demo.clientId, new Date(visit.now)],
    )
    const rows = await rowsOf('PERSONS')
    await visit.rows(`delete from persons where person_id in ('numbered', 'merged')`)
    expect(rows.map(({ email }) => email)).toEqual(
      expect.arrayContaining(['ada@example.com', 'grace@example.com', 'fay@example.com']),
    )
    expect(rows).toHaveLength(4)
    expect(rows.find(({ partner_user_id }) => partner_user_id === 'cust-7')).toMatchObject({
      ...{ person_id: 'numbered', email: '', locale: 'pt-BR', blocked: 'EVENTS,REWARDS' },
      created_date: new Date(visit.now).toISOString(),
    })
    const ada = rows.find(({ email }) => email === 'ada@example.com')
    expect(ada).toMatchObject({
      first_name: 'Ada',
      last_name: 'Lovelace',
      partner_user_id: 'cust-1815',
      blocked: 'NONE',
    })
  })

  test('of events, referrals, rewards and shares has what happened', async () => {
    const events = await rowsOf('EVENTS')
    const [advocate_id, advocate_email, friend_email] = ['ada-lovelace', 'ada@example.com', 'fay@example.com']
    const { data, ...purchase } = events.find(({ event_name }) => event_name === 'purchase')!
    const friend_id = purchase.person_id!
    expect(purchase).toEqual({
      ...{ event_id: expect.any(String), event_name: 'purchase', person_id: expect.any(String), email: friend_email },
      ...{ partner_user_id: '', event_date: begun, created_date: begun },
    })
    expect(JSON.parse(data!)).toEqual({ advocate_code: code, cart_value: '80' })
    const campaign_id = demo.campaignId
    expect(await rowsOf('REFERRALS')).toEqual([
      {
        ...{ advocate_id, advocate_email, friend_id, friend_email, code, campaign_id },
        ...{ container: 'production', reason: 'CONVERSION', updated_date: begun },
      },
    ])
    const rewards = await rowsOf('REWARDS')
    expect(rewards.find(({ reward_name }) => reward_name === 'advocate-20')).toEqual({
      ...{ reward_id: expect.any(String), reward_name: 'advocate-20', state: 'EARNED', campaign_id },
      ...{ face_value: '20', face_value_type: 'USD', person_id: advocate_id, email: advocate_email, friend_id },
      ...{ journey_name: expect.any(String), partner_reward_id: '', container: 'production', created_date: begun },
    })
    expect(await rowsOf('SHARES')).toEqual([
      {
        ...{ share_id: expect.any(String), person_id: advocate_id, email: advocate_email, campaign_id, code },
        ...{ channel: 'EMAIL', recipients: '0', shared_date: begun },
      },
    ])
  })

  test('of events has no token or JWT, at any depth', async () => {
    const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl'
    const data = { token: 'secret', page: { access_token: 'secret', jwt: 'secret', n: 7 }, list: [jwt, { auth: jwt }] }
    const token = await visit.identified('fay@example.com')
    await visit.send('/api/v6/events', { token, json: { event_name: 'careless', data } })
    const event = (await rowsOf('EVENTS')).find(({ event_name }) => event_name === 'careless')!
    expect(JSON.parse(event.data!)).toEqual({ page: { n: 7 }, list: [{}] })
  })

  test.each([
    'EVENTS',
    'PERSONS',
    'REFERRALS',
    'REWARDS',
    'SHARES',
  ])('of %s has only rows of the sandbox for the sandbox', async report_type => {
    expect(await rowsOf(report_type)).not.toEqual([])
    const token = demo.sandbox.serverToken
    const json = { name: 'Of the sandbox', report_type }
    const { id } = await read(runners, { token, json })
    expect(await read(`${runners}/${id}/run`, { method: 'POST', token })).toMatchObject({ rows: 0 })
  })

  test('has only rows of its interval', async () => {
    const day = (offset: number) => new Date(visit.now + offset * 86_400_000).toISOString().slice(0, 10)
    expect(await rowsOf('SHARES', `?time_interval=${day(0)}/${day(1)}`)).toHaveLength(1)
    expect(await rowsOf('SHARES', `?time_interval=${day(-1)}/${day(0)}`)).toEqual([])
    // From its begin, to its end without the end.
    expect(await rowsOf('SHARES', `?time_interval=${begun}/${day(1)}`)).toHaveLength(1)
    expect(await rowsOf('SHARES', `?time_interval=${day(-1)}/${begun}`)).toEqual([])
    expect(await rowsOf('SHARES', `?time_interval=${day(0)}/${day(0)}`)).toEqual([])
    const { id } = await create({})
    for (const interval of ['yesterday', `${day(1)}/${day(0)}`, `${day(0)}/${day(1)}/${day(2)}`]) {
      const response = await send(`${runners}/${id}/run?time_interval=${interval}`, { method: 'POST' })
      expect([interval, response.status, await codeOf(response)]).toEqual([interval, 400, 'binding_error'])
    }
  })

  test('has an event or a share in the interval in which it was stored, and a referral in that of its last change', async () => {
    const today = new Date(visit.now).toISOString().slice(0, 10)
    const tomorrow = new Date(visit.now + 86_400_000).toISOString().slice(0, 10)
    const json = { event_name: 'late', data: { email: 'fay@example.com', event_time: '2025-03-01T12:00:00Z' } }
    await send('/v6/events', { json })
    const namesIn = async (interval: string) =>
      (await rowsOf('EVENTS', `?time_interval=${interval}`)).map(({ event_name }) => event_name)
    expect(await namesIn('2025-03-01/2025-03-02')).toEqual([])
    expect(await namesIn(`${today}/${tomorrow}`)).toContain('late')
    const [late] = (await rowsOf('EVENTS')).filter(({ event_name }) => event_name === 'late')
    expect(late).toMatchObject({
      event_date: '2025-03-01T12:00:00.000Z',
      created_date: new Date(visit.now).toISOString(),
    })
    await send('/v6/events', { json: { ...json, event_name: 'share' } })
    expect(await rowsOf('SHARES', '?time_interval=2025-03-01/2025-03-02')).toEqual([])
    expect(await rowsOf('SHARES', `?time_interval=${today}/${tomorrow}`)).toMatchObject([
      {},
      { shared_date: '2025-03-01T12:00:00.000Z' },
    ])
    const changed = (days: number) => new Date(visit.now + days * 86_400_000)
    await visit.rows('update referrals set updated_at = $1', [changed(2)])
    const referrals = (from: number, to: number) =>
      rowsOf('REFERRALS', `?time_interval=${changed(from).toISOString()}/${changed(to).toISOString()}`)
    expect([(await referrals(-1, 2)).length, (await referrals(2, 3)).length]).toEqual([0, 1])
    await visit.rows(`update rewards set fulfill_at = created_at + interval '2 days'`)
    const stored = `${begun}/${new Date(Date.parse(begun) + 1).toISOString()}`
    expect(await rowsOf('REWARDS', `?time_interval=${stored}`)).toEqual(await rowsOf('REWARDS'))
  })

  test('is a CSV file whose runs are listed, newest first', async () => {
    const { id } = await create({})
    const first = await run(id)
    visit.now += 1_000
    const second = await run(id)
    expect(second).toEqual({
      id: expect.any(String),
      report_runner_id: id,
      filename: expect.stringMatching(
        `^persons-${new Date(visit.now).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z-[^.]+[.]csv$`,
      ),
      rows: 3,
      size: expect.any(Number),
      delivery: null,
      scheduled_date: null,
      created_date: new Date(visit.now).toISOString(),
    })
    expect(await read(`${runners}/${id}/runs`)).toEqual([second, first])
    expect(await read(`${runners}/${id}/runs?limit=1&offset=1`)).toEqual([first])
    await visit.rows(
      `insert into report_runs (report_run_id, report_runner_id, filename, row_count, size, created_at)
       select 'run-' || n, $1, 'f', 0, 0, now() from generate_series(1, 99) n`,
      [id],
    )
    const newest = await read(`${runners}/${id}/runs`)
    expect([newest.length, newest[0].id, newest[99]]).toEqual([100, 'run-99', second])
    expect(await read(`${runners}/${id}/runs?offset=100`)).toEqual([first])
    expect(await read(`${runners}/${id}/runs/${first.id}`)).toEqual(first)
    const response = await download(second)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-length': String(second.size),
      'content-disposition': expect.stringContaining(second.filename),
    })
    expect(Buffer.byteLength(await response.text())).toBe(second.size)
  })

  test('whose content is gone is not found', async () => {
    const { id } = await create({})
    const written = await run(id)
    await rm(join(filesDir, written.id))
    const response = await download(written)
    expect([response.status, await codeOf(response)]).toEqual([404, 'not_found'])
  })

  test('of more rows than are read at a time has each of them once, oldest first', async () => {
    // Several rows have the same time.
    await visit.rows(
      `insert into persons (person_id, client_id, email, created_at)
       select 'many-' || n, $1, 'many-' || n || '@example.com', $2::timestamptz + (n / 7) * interval '1 second'
       from generate_series(1, 2500) n`,
      [demo.clientId, new Date(visit.now)],
    )
    const rows = await rowsOf('PERSONS')
    const times = rows.map(({ created_date }) => created_date!)
    expect(times).toEqual([...times].sort())
    const ids = rows.map(({ person_id }) => person_id)
    expect(ids.filter(id => id!.startsWith('many-'))).toHaveLength(2_500)
    expect(new Set(ids).size).toBe(ids.length)
    // Of one advocate: the friend tells rows of the same time apart.
    await visit.rows(
      `insert into referrals (advocate_id, friend_id, container, reason, updated_at)
       select 'ada-lovelace', person_id, 'production', 'CLICK', created_at from persons where person_id like 'many-%'`,
    )
    const friends = (await rowsOf('REFERRALS')).map(({ friend_id }) => friend_id)
    expect(new Set(friends.filter(id => id!.startsWith('many-'))).size).toBe(2_500)
    expect(new Set(friends).size).toBe(friends.length)
    await visit.rows(`delete from referrals where friend_id like 'many-%'`)
    await visit.rows(`delete from persons where person_id like 'many-%'`)
  })

  test('has no value that a spreadsheet runs as a formula', async () => {
    const names = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '"=1"', 'O’Hara, "Al"\nand more']
    await visit.rows(
      `insert into persons (person_id, client_id, email, first_name, created_at)
       select 'evil-' || n, $1, 'evil-' || n || '@example.com', name, $2 from unnest($3::text[]) with ordinality t (name, n)`,
      [demo.clientId, new Date(visit.now), names],
    )
    const rows = (await rowsOf('PERSONS')).filter(({ person_id }) => person_id!.startsWith('evil-'))
    expect(rows.map(({ first_name }) => first_name)).toEqual([
      ...names.slice(0, 6).map(name => `'${name}`),
      ...names.slice(6),
    ])
    await visit.rows(`delete from persons where person_id like 'evil-%'`)
  })
})

/** Does something when the rows of the report are read. */
function whileReading(act: () => unknown) {
  const { query } = visit.platform.db
  const spy = vi.spyOn(visit.platform.db, 'query').mockImplementation(async (sql, params) => {
    if (sql.includes('as place from')) await act()
    return query(sql, params) as never
  })
  onTestFinished(() => spy.mockRestore())
}

describe('nothing stays of a report', () => {
  test.each<[string, string, (id: string, leave: AbortController) => unknown]>([
    ['whose client leaves while it is written', 'software_error', (_, leave) => leave.abort()],
    ['whose runner is deleted while it is written', 'not_found', () => visit.rows('delete from report_runners')],
    ['that the database cannot read', 'software_error', () => Promise.reject(new Error('The connection was lost'))],
  ])('%s', async (_, code, act) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => void vi.restoreAllMocks())
    const { id } = await create({})
    const before = await contentsIn(filesDir)
    const leave = new AbortController()
    whileReading(() => act(id, leave))
    const headers = { Authorization: `Bearer ${demo.serverToken}` }
    const request = new Request(`${server}${runners}/${id}/run`, { method: 'POST', headers, signal: leave.signal })
    expect(await codeOf(await visit.platform.fetch(request))).toBe(code)
    expect(await contentsIn(filesDir)).toEqual(before)
    expect(await visit.rows('select 1 from report_runs where report_runner_id = $1', [id])).toEqual([])
  })

  test('that the database cannot store, nor of its copy for an SFTP server', async () => {
    const sftp_server_id = (await read('/v6/sftp-servers', { json: { host: '127.0.0.1', ...user } })).id
    const { id } = await create({ sftp_server_id })
    const before = await contentsIn(filesDir)
    const accept = await refuseInserts(visit, 'sftp_deliveries')
    const refused = await send(`${runners}/${id}/run`, { method: 'POST' })
    await accept()
    expect([await codeOf(refused), await contentsIn(filesDir)]).toEqual(['software_error', before])
    expect(await read(`${runners}/${id}/runs`)).toEqual([])
    await send(`/v6/sftp-servers/${sftp_server_id}`, { method: 'DELETE' })
  })
})

test('a run delivers its report to the SFTP server, and tells of a failure', async () => {
  const sftp = await startSftpServer(newKeys('a-passphrase').public)
  try {
    const json = { host: '127.0.0.1', port: sftp.port, ...user, path: '/incoming' }
    const { id: sftp_server_id } = await read('/v6/sftp-servers', { json })
    const { id } = await create({ sftp_server_id })
    const delivered = await run(id)
    expect(delivered.delivery).toEqual({ sftp_server_id, status: 'SUCCEEDED', error: null })
    // The first success stores the host key, also that of a delivery.
    const shown = await read(`/v6/sftp-servers/${sftp_server_id}`)
    expect(shown.host_key_fingerprint).toBe(sftp.hostKeyFingerprint)
    const change = (json: object) => read(`${runners}/${id}`, { method: 'PUT', json })
    expect(await change({ sftp_server_id: null })).toMatchObject({ sftp_server_id: null })
    expect(await change({ sftp_server_id })).toMatchObject({ sftp_server_id })
    expect(await change({ name: 'Renamed' })).toMatchObject({ sftp_server_id })
    const content = sftp.files.get(`/incoming/${delivered.filename}`)!
    expect(content.toString()).toBe(await (await download(delivered)).text())

    sftp.isReadOnly = true
    visit.now += 1_000
    const failed = await run(id)
    expect(failed.delivery).toEqual({
      sftp_server_id,
      status: 'FAILED',
      error: { code: 'path_not_writable', message: expect.any(String) },
    })
    sftp.isReadOnly = false
    await read(`/v6/sftp-servers/${sftp_server_id}/sync`, { method: 'POST' })
    expect(sftp.files.has(`/incoming/${failed.filename}`)).toBe(true)

    sftp.isReadOnly = true
    const waiting = await run(id)
    await send(`/v6/sftp-servers/${sftp_server_id}`, { method: 'DELETE' })
    // No synchronization delivers it any more.
    expect((await read(`${runners}/${id}/runs/${waiting.id}`)).delivery).toEqual({
      sftp_server_id,
      status: 'FAILED',
      error: { code: 'server_deleted', message: 'The server was deleted before the file was delivered.' },
    })
    expect(await read(`${runners}/${id}`)).toMatchObject({ sftp_server_id: null })
    expect((await run(id)).delivery).toBe(null)
    expect(await read(`${runners}/${id}/runs/${delivered.id}`)).toEqual(delivered)
  } finally {
    await sftp.close()
  }
})

test('a report whose SFTP server is deleted while it is written is kept, without a delivery', async () => {
  const sftp_server_id = (await read('/v6/sftp-servers', { json: { host: '127.0.0.1', ...user } })).id
  const { id } = await create({ sftp_server_id })
  whileReading(() => send(`/v6/sftp-servers/${sftp_server_id}`, { method: 'DELETE' }))
  const written = await run(id)
  expect(written.delivery).toBe(null)
  expect(await read(`${runners}/${id}/runs`)).toEqual([written])
  expect((await download(written)).status).toBe(200)
})

describe('the deliveries to an SFTP server', () => {
  let sftp: SftpServer
  let sftp_server_id: string
  beforeEach(async () => {
    sftp = await startSftpServer()
    const json = { host: '127.0.0.1', port: sftp.port, ...user, path: '/incoming' }
    sftp_server_id = (await read('/v6/sftp-servers', { json })).id
  })
  afterEach(async () => {
    await send(`/v6/sftp-servers/${sftp_server_id}`, { method: 'DELETE' })
    await sftp.close()
  })
  const sync = () => read(`/v6/sftp-servers/${sftp_server_id}/sync`, { method: 'POST' })
  const createFor = (report_type: string) => create({ report_type, sftp_server_id })
  const deliveryOf = async ({ report_runner_id, id }: { report_runner_id: string; id: string }) =>
    (await read(`${runners}/${report_runner_id}/runs/${id}`)).delivery
  const delivered = () => [...sftp.files.keys()].filter(path => path.endsWith('.csv'))

  /** Starts a run whose delivery waits for an answer of the server. */
  async function startRun() {
    const sockets: Socket[] = []
    const silent = createServer(socket => sockets.push(socket)).listen(0, '127.0.0.1')
    onTestFinished(() => void silent.close())
    await once(silent, 'listening')
    const json = { port: (silent.address() as AddressInfo).port }
    await read(`/v6/sftp-servers/${sftp_server_id}`, { method: 'PUT', json })
    const { id } = await createFor('EVENTS')
    const running = run(id)
    await expect.poll(() => sockets.length, SOON).toBe(1)
    return { id, running, hangUp: () => sockets[0]!.destroy() }
  }

  test('have failed without an error until their first attempt has ended', async () => {
    const { id, running, hangUp } = await startRun()
    const delivery = { sftp_server_id, status: 'FAILED', error: null }
    expect(await read(`${runners}/${id}/runs`)).toMatchObject([{ delivery }])
    hangUp()
    expect((await running).delivery).toMatchObject({ status: 'FAILED', error: { code: 'connection_failed' } })
  })

  test('that fail after the server was deleted say that it is deleted', async () => {
    const { running, hangUp } = await startRun()
    await send(`/v6/sftp-servers/${sftp_server_id}`, { method: 'DELETE' })
    hangUp()
    expect((await running).delivery).toMatchObject({ status: 'FAILED', error: { code: 'server_deleted' } })
    expect(await visit.rows('select 1 from jobs where lane = $1', [sftp_server_id])).toEqual([])
  })

  test('store the host key of the first success, and send no credentials to a server with another one', async () => {
    const { id } = await createFor('EVENTS')
    expect((await run(id)).delivery).toMatchObject({ status: 'SUCCEEDED' })
    const { host_key_fingerprint } = await read(`/v6/sftp-servers/${sftp_server_id}`)
    expect(host_key_fingerprint).toBe(sftp.hostKeyFingerprint)
    sftp.attempts.length = 0
    sftp.replaceHostKey()
    expect((await run(id)).delivery).toMatchObject({ status: 'FAILED', error: { code: 'host_key_mismatch' } })
    expect(sftp.attempts).toEqual([])
    expect(await read(`/v6/sftp-servers/${sftp_server_id}`)).toMatchObject({ host_key_fingerprint })
  })

  test('of two reports of one type in the same second are two files', async () => {
    const [one, other] = await Promise.all([createFor('EVENTS'), createFor('EVENTS')])
    const runs = await Promise.all([run(one.id), run(other.id)])
    expect(runs.map(({ delivery }) => delivery.status)).toEqual(['SUCCEEDED', 'SUCCEEDED'])
    expect(delivered()).toHaveLength(2)
  })

  test('go on behind a file that the server refuses, and each report says what became of its own file', async () => {
    sftp.refused = 'events'
    const [events, persons] = [await createFor('EVENTS'), await createFor('PERSONS')]
    const refused = await run(events.id)
    expect(refused.delivery).toMatchObject({ status: 'FAILED', error: { code: 'path_not_writable' } })
    expect((await run(persons.id)).delivery).toMatchObject({ status: 'SUCCEEDED', error: null })
    const failing = { sync_status: 'FAILED', sync_error: { code: 'path_not_writable' }, waiting_files: 1 }
    expect(await read(`/v6/sftp-servers/${sftp_server_id}`)).toMatchObject(failing)
    expect(await sync()).toMatchObject(failing)
    // It is tried again by itself.
    sftp.refused = undefined
    visit.now += 60_000
    await expect.poll(() => deliveryOf(refused), SOON).toMatchObject({ status: 'SUCCEEDED', error: null })
    expect(await read(`/v6/sftp-servers/${sftp_server_id}`)).toMatchObject({
      sync_status: 'SUCCEEDED',
      waiting_files: 0,
    })
  })

  test('do not count as done if the content of the file is gone', async () => {
    sftp.isReadOnly = true
    const { id } = await createFor('EVENTS')
    const waiting = await run(id)
    sftp.isReadOnly = false
    const [{ delivery_id }] = (await visit.rows<{ delivery_id: string }>(
      'select delivery_id from sftp_deliveries',
    )) as [{ delivery_id: string }]
    await rm(join(filesDir, delivery_id))
    const error = { code: 'content_missing', message: 'The platform no longer has the content of the file.' }
    expect(await sync()).toMatchObject({ sync_status: 'FAILED', sync_error: error, waiting_files: 1 })
    expect(await deliveryOf(waiting)).toEqual({ sftp_server_id, status: 'FAILED', error })
    expect(await visit.rows(`select failure from jobs where kind = 'sftp-delivery'`)).toEqual([
      { failure: error.message },
    ])
    expect(delivered()).toEqual([])
  })

  test('say that they are given up after two processes have ended, and a synchronization delivers the file', async () => {
    sftp.isReadOnly = true
    const waiting = await run((await createFor('EVENTS')).id)
    sftp.isReadOnly = false
    await visit.rows(`update jobs set ended_processes = 2, run_at = $1 where kind = 'sftp-delivery'`, [
      new Date(visit.now),
    ])
    const failed = { status: 'FAILED', error: { code: 'platform_failed', message: expect.any(String) } }
    await expect.poll(() => deliveryOf(waiting), SOON).toEqual({ sftp_server_id, ...failed })
    const server = { sync_status: 'FAILED', sync_error: failed.error, waiting_files: 1 }
    expect(await read(`/v6/sftp-servers/${sftp_server_id}`)).toMatchObject(server)
    expect(delivered()).toEqual([])
    expect(await sync()).toMatchObject({ sync_status: 'SUCCEEDED', waiting_files: 0 })
    expect(await deliveryOf(waiting)).toEqual({ sftp_server_id, status: 'SUCCEEDED', error: null })
  })

  test('go on after the report was deleted', async () => {
    sftp.isReadOnly = true
    const { id } = await createFor('EVENTS')
    const { filename } = await run(id)
    await send(`${runners}/${id}`, { method: 'DELETE' })
    sftp.isReadOnly = false
    expect(await sync()).toMatchObject({ sync_status: 'SUCCEEDED', waiting_files: 0 })
    expect(delivered()).toEqual([`/incoming/${filename}`])
  })

  test('happen once if several synchronizations run at once', async () => {
    sftp.isReadOnly = true
    const waiting = await run((await createFor('EVENTS')).id)
    sftp.isReadOnly = false
    const results = await Promise.all([sync(), sync(), sync()])
    expect(results.map(({ sync_status, waiting_files }) => [sync_status, waiting_files])).toEqual([
      ['SUCCEEDED', 0],
      ['SUCCEEDED', 0],
      ['SUCCEEDED', 0],
    ])
    expect(await deliveryOf(waiting)).toEqual({ sftp_server_id, status: 'SUCCEEDED', error: null })
    expect(delivered()).toHaveLength(1)
  })
})

test('an unknown runner or run is not found', async () => {
  const { id } = await create({})
  const other = await create({})
  const { id: runId } = await run(other.id)
  for (const [path, method] of [
    [`${runners}/unknown`, 'GET'],
    [`${runners}/unknown`, 'DELETE'],
    [`${runners}/unknown/run`, 'POST'],
    [`${runners}/unknown/runs`, 'GET'],
    [`${runners}/${id}/runs/unknown`, 'GET'],
    [`${runners}/${id}/runs/${runId}/download`, 'GET'],
  ] as const) {
    const response = await send(path, { method })
    expect([path, response.status, await codeOf(response)]).toEqual([path, 404, 'not_found'])
  }
})

import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import type { Database } from '../../../../demo/platform/store/database.js'
import { DatabaseUnavailable } from '../../../../demo/platform/store/database-error.js'
import { openPostgres } from '../../../../demo/platform/store/postgres.js'
import { createDatabase, dropDatabase } from '../../../postgres/create-database.js'
import { SOON } from '../../../soon.js'
import { SERVER, startPlatform } from '../../../start-platform.js'
import { startCommand } from '../../start-command.js'
import { cookieIn } from '../console/use-console.js'
import { sendTo } from '../use-platform.js'

const server = inject('postgresServer')!

let url: string
let database: Database
beforeAll(async () => {
  url = await createDatabase(server)
  database = await openPostgres(url)
})
afterAll(async () => {
  await database?.close()
  await dropDatabase(url)
})

describe('a database that cannot be used is rejected with one line, without its password:', () => {
  const rejects = async (invalid: string, message: string | RegExp) => {
    const error: Error = await openPostgres(invalid).then(
      () => expect.unreachable(),
      error => error,
    )
    expect(error).toMatchObject({ code: 'database_error', message: expect.stringMatching(message) })
    expect(error.message).not.toMatch(/secret|\n/)
  }

  test('a port where no server listens', () =>
    rejects(
      'postgres://someone:secret@127.0.0.1:1/none',
      /^postgres:\/\/someone@127\.0\.0\.1:1\/none cannot be reached: connect ECONNREFUSED 127\.0\.0\.1:1\.$/,
    ))

  test('a host with several addresses', () =>
    rejects('postgres://localhost:1/none', /^postgres:\/\/localhost:1\/none cannot be reached: connect ECONNREFUSED/))

  test('a database that does not exist', () =>
    rejects(`${server}/missing`, /\/missing cannot be reached: database "missing" does not exist\.$/))

  test('a URL that is not of PostgreSQL', async () => {
    for (const invalid of ['mysql://root:secret@localhost/x', 'localhost:secret', ''])
      await rejects(invalid, /^The URL of a database must be like postgres:\/\/user:password@localhost:5432\/name\.$/)
  })

  test('a user who may not create tables', async () => {
    const name = `guest_${new URL(url).pathname.slice(1)}`
    await database.query(`create role ${name} login`)
    const blank = await createDatabase(server, { template: 'template0' })
    onTestFinished(async () => {
      await dropDatabase(blank)
      await database.query(`drop role ${name}`)
    })
    const asGuest = new URL(blank)
    asGuest.username = name
    await rejects(asGuest.href, /cannot be used: permission denied for schema public\.$/)
  })
})

test('a user who may create tables but no extension starts the platform, and finds people', async () => {
  const name = `limited_${new URL(url).pathname.slice(1)}`
  await database.query(`create role ${name} login`)
  const limited = await createDatabase(server, { template: 'template0' })
  onTestFinished(async () => {
    await dropDatabase(limited)
    await database.query(`drop role ${name}`)
  })
  const owner = new pg.Client(limited)
  await owner.connect()
  await owner.query(`grant create, usage on schema public to ${name}`)
  await owner.end()
  const asLimited = new URL(limited)
  asLimited.username = name
  const platform = await startPlatform({ database: await openPostgres(asLimited.href) })
  onTestFinished(() => platform.close())
  expect(await platform.db.query(`select 1 from pg_extension where extname = 'pg_trgm'`)).toEqual([])
  const Cookie = cookieIn(
    await sendTo(platform, `${SERVER}/console/sign-in`, { origin: SERVER, form: { ...demo.user, to: '' } }),
  )
  const page = await sendTo(platform, `${SERVER}/console/people?search=lovelace`, { headers: { Cookie } })
  expect(await page.text()).toContain('>Ada Lovelace</a>')
})

describe('a lost connection', () => {
  test('that nobody uses is replaced', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => logged.mockRestore())
    const other = await openPostgres(url)
    onTestFinished(() => other.close())
    await other.query('select 1')
    await database.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
    await expect.poll(() => logged.mock.calls.flat().join()).toContain('was lost: terminating connection')
    expect(logged.mock.calls.flat().join()).toContain(new URL(url).pathname)
    expect(await other.query('select 1 as x')).toEqual([{ x: 1 }])
  })

  test('in a transaction fails the transaction, and nothing else', async () => {
    const broken = database.transaction(async db => {
      const [row] = await db.query<{ pid: number }>('select pg_backend_pid() as pid')
      await database.query('select pg_terminate_backend($1)', [row!.pid])
      await db.query('select 1')
    })
    await expect(broken).rejects.toThrow(/connection/i)
    expect(await database.query('select 1 as x')).toEqual([{ x: 1 }])
  })

  test('that the server ends as soon as it is made fails its transaction, and not the process', async () => {
    const uncaught = vi.fn()
    process.on('uncaughtExceptionMonitor', uncaught)
    onTestFinished(() => void process.off('uncaughtExceptionMonitor', uncaught))
    const proxy = await startProxy()
    const other = await openPostgres(proxy.url)
    onTestFinished(() => other.close())
    proxy.endsConnections = true
    // The pool has one connection that works. The other transactions need new ones.
    const results = await Promise.allSettled(
      [1, 2, 3].map(() => other.transaction(db => db.query('select pg_sleep(0.05)'))),
    )
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    proxy.endsConnections = false
    expect(await Promise.all([1, 2, 3].map(() => other.query('select 1 as x')))).toEqual(Array(3).fill([{ x: 1 }]))
    expect(uncaught).not.toHaveBeenCalled()
  })
})

/** Starts a proxy of the server. While `endsConnections` is set, new connections end with the message that says they are ready. */
async function startProxy() {
  const READY = Buffer.from('Z\0\0\0\x05I')
  const fields = 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0'
  const length = Buffer.alloc(4)
  length.writeInt32BE(length.length + fields.length)
  const ended = Buffer.concat([Buffer.from('E'), length, Buffer.from(fields)])
  const proxy = { url: '', endsConnections: false }
  const listener = createServer(client => {
    const { endsConnections } = proxy
    const upstream = connect(Number(new URL(url).port), '127.0.0.1')
    client.pipe(upstream)
    upstream.on('data', (data: Buffer) => {
      if (endsConnections && data.subarray(-READY.length).equals(READY)) client.end(Buffer.concat([data, ended]))
      else client.write(data)
    })
    upstream.on('end', () => client.end())
    for (const socket of [client, upstream]) socket.on('error', () => {})
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void listener.close())
  await once(listener, 'listening')
  const proxied = new URL(url)
  proxied.port = String((listener.address() as AddressInfo).port)
  proxy.url = proxied.href
  return proxy
}

test('more transactions than the ten connections of a process run one after the other', async () => {
  const other = await openPostgres(url)
  onTestFinished(() => other.close())
  const connections = `select count(*) from pg_stat_activity where datname = current_database() and application_name = 'rewards-platform'`
  const [before] = await database.query<{ count: number }>(connections)
  const most: number[] = []
  const work = (index: number) =>
    other.transaction(async db => {
      const [row] = await db.query('select $1::int as x from pg_sleep(0.001)', [index])
      const [now] = await db.query<{ count: number }>(connections)
      most.push(now!.count)
      return row
    })
  const results = await Promise.all(Array.from({ length: 50 }, (_, index) => work(index)))
  expect(results).toEqual(results.map((_, x) => ({ x })))
  // It had one before.
  expect(Math.max(...most) - before!.count + 1).toBe(10)
})

test('a transaction waits ten seconds for a connection', async () => {
  const other = await openPostgres(url)
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  let held = 0
  const holding = Array.from({ length: 10 }, () =>
    other.transaction(async db => {
      await db.query('select 1')
      held += 1
      await released
    }),
  )
  onTestFinished(async () => {
    vi.useRealTimers()
    release()
    await Promise.all(holding)
    await other.close()
  })
  await vi.waitUntil(() => held === 10, SOON)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const failures: Error[] = []
  const waiting = [other.query('select 1'), other.transaction(db => db.query('select 1'))].map(each =>
    each.catch(error => failures.push(error)),
  )
  await vi.advanceTimersByTimeAsync(9_999)
  expect(failures).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await Promise.all(waiting)
  expect(failures).toEqual([expect.any(DatabaseUnavailable), expect.any(DatabaseUnavailable)])
})

test('processes that open an empty database at the same time apply each migration once', async () => {
  const blank = await createDatabase(server, { template: 'template0' })
  onTestFinished(() => dropDatabase(blank))
  const opened = await Promise.all([1, 2, 3, 4].map(() => openPostgres(blank)))
  const positions = await opened[0]!.query<{ position: number }>('select position from platform_migrations')
  expect(positions.map(({ position }) => position)).toEqual(positions.map((_, index) => index))
  await Promise.all(opened.map(each => each.close()))
})

test('npm start sets up an empty database without demo data, and prints the password of its user once', async () => {
  const { blank, start } = await emptyDatabase()
  const { output, interrupt } = await start()
  expect(output).toContain(`The data is in the database ${new URL(blank).pathname.slice(1)} on ${new URL(blank).host}.`)
  expect(output).toMatch(/\(email: admin@localhost, password: [\w-]{32}\)/)
  expect(output).toContain('The password is printed only now.')
  expect(output).not.toContain('secret')
  expect(await interrupt()).toBe(0)

  const second = await start()
  expect(second.output).not.toContain('password')
  expect(await second.interrupt('SIGTERM')).toBe(0)
  expect(await clientsIn(blank)).toEqual(['production', 'sandbox'])
})

test('npm start fills an empty database with demo data if it is asked to, and says that everybody knows its passwords', async () => {
  const { blank, start } = await emptyDatabase()
  const { output, interrupt } = await start('--demo-data')
  expect(output).toContain('The database has demo data: everybody knows its passwords, keys and tokens.')
  expect(await interrupt()).toBe(0)
  expect(await clientsIn(blank)).toEqual(['canopy', 'juniper', 'juniper-sandbox'])
})

/** Returns the URL of an empty database, and a function that runs `npm start` with it. */
async function emptyDatabase() {
  const folder = await mkdtemp(join(tmpdir(), 'rewards-start-'))
  const blank = await createDatabase(server, { template: 'template0' })
  onTestFinished(async () => {
    await rm(folder, { recursive: true, force: true })
    await dropDatabase(blank)
  })
  const withPassword = new URL(blank)
  withPassword.password = 'secret'
  const start = (...args: string[]) =>
    startCommand('--port', '0', '--data', folder, '--database', withPassword.href, ...args)
  return { blank, start }
}

async function clientsIn(databaseUrl: string): Promise<string[]> {
  const opened = await openPostgres(databaseUrl)
  const rows = await opened.query<{ client_id: string }>('select client_id from clients order by 1')
  await opened.close()
  return rows.map(({ client_id }) => client_id)
}

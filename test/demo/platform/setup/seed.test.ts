import { expect, onTestFinished, test } from 'vitest'
import { demo, type PlatformOptions } from '../../../../demo/platform/index.js'
import type { Database } from '../../../../demo/platform/store/database.js'
import { PROGRAM, SERVER, startPlatform, testDatabase } from '../../../start-platform.js'

/** Returns an empty database, and a function that starts a platform on it. */
async function emptyDatabase() {
  const database = await testDatabase()
  onTestFinished(() => database.close())
  const start = async (options: Partial<PlatformOptions> = {}) => {
    const platform = await startPlatform({ database: { ...database, close: async () => {} }, ...options })
    onTestFinished(() => platform.close())
    return platform
  }
  return { database, start }
}

const clientsIn = async (database: Database) =>
  (await database.query<{ client_id: string }>('select client_id from clients order by client_id')).map(
    ({ client_id }) => client_id,
  )

const signIn = (credentials: { email: string; password: string }) =>
  new Request(`${SERVER}/v4/tokens`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(credentials),
  })

test('an empty database without demo data gets an account and a user with a random password, and nothing that is published', async () => {
  const { database, start } = await emptyDatabase()
  const { fetch, user, clientId, hasDemoData } = await start({ demoData: false })
  expect({ clientId, hasDemoData }).toEqual({ clientId: 'production', hasDemoData: false })
  expect(await clientsIn(database)).toEqual(['production', 'sandbox'])
  for (const table of ['persons', 'signing_keys', 'tokens', 'zones'])
    expect(await database.query(`select * from ${table}`), table).toEqual([])

  expect(user!.password).toMatch(/^[\w-]{32}$/)
  expect((await fetch(signIn(user!))).status).toBe(200)
  expect((await fetch(signIn({ ...user!, password: demo.user.password }))).status).toBe(401)
  expect((await fetch(signIn(demo.user))).status).toBe(401)
  const withDemoToken = { headers: { Authorization: `Bearer ${demo.serverToken}` } }
  expect((await fetch(new Request(`${SERVER}/v4/tokens`, withDemoToken))).status).toBe(401)
})

test('an account without demo data has a campaign that records events, and its password is known only once', async () => {
  const { database, start } = await emptyDatabase()
  const first = await start({ demoData: false })
  const { fetch, user } = await start({ demoData: false })
  expect([first.user?.email, user]).toEqual(['admin@localhost', undefined])
  const event = { event_name: 'joined', data: { email: 'may@example.com' } }
  const response = await fetch(
    new Request(`${PROGRAM}/events`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(event),
    }),
  )
  expect(response.status).toBe(200)
  expect(await database.query('select client_id, email from persons join clients using (client_id)')).toEqual([
    { client_id: 'production', email: 'may@example.com' },
  ])
})

test('an account without demo data stays, whether a later start says so or not', async () => {
  const { database, start } = await emptyDatabase()
  await start({ demoData: false })
  for (const demoData of [false, undefined])
    expect(await start({ demoData })).toMatchObject({ clientId: 'production', hasDemoData: false })
  expect(await clientsIn(database)).toEqual(['production', 'sandbox'])
})

test('an open database is used in place of the database at the URL', async () => {
  const { database, start } = await emptyDatabase()
  await start({ databaseUrl: 'postgres://127.0.0.1:1/none' })
  expect(await clientsIn(database)).toEqual(['production', 'sandbox'])
})

test('a database with clients of its own gets no demo data, and a user if it has none', async () => {
  const { database, start } = await emptyDatabase()
  await database.query(`insert into clients (client_id, account, name) values ('acme', 'acme', 'Acme')`)
  const { clientId, user } = await start({ demoData: false })
  expect(clientId).toBe('acme')
  expect(await clientsIn(database)).toEqual(['acme'])
  expect(await database.query('select client_id, email from users')).toEqual([
    { client_id: 'acme', email: user!.email },
  ])
})

test('demo data is refused in a database with other data', async () => {
  const { database, start } = await emptyDatabase()
  await database.query(`insert into clients (client_id, account, name) values ('acme', 'acme', 'Acme')`)
  await expect(start({ demoData: true })).rejects.toMatchObject({
    code: 'database_error',
    message: 'The database has other data. Use an empty database for the demo data.',
  })
  expect(await clientsIn(database)).toEqual(['acme'])
})

test('an empty database gets the demo data unless the start says otherwise', async () => {
  const { database, start } = await emptyDatabase()
  expect(await start()).toMatchObject({ clientId: demo.clientId, hasDemoData: true })
  expect(await clientsIn(database)).toEqual([demo.agency.clientId, demo.clientId, demo.sandbox.clientId])
  expect(await database.query('select 1 from zones limit 1')).toHaveLength(1)
})

test('a database with demo data keeps it, whether a later start asks for it or not', async () => {
  const { database, start } = await emptyDatabase()
  await start({ demoData: true })
  await database.query(`update persons set first_name = 'Augusta' where person_id = 'ada-lovelace'`)
  for (const demoData of [true, false])
    expect(await start({ demoData })).toMatchObject({ clientId: demo.clientId, hasDemoData: true, user: demo.user })
  expect(await clientsIn(database)).toEqual([demo.agency.clientId, demo.clientId, demo.sandbox.clientId])
  expect(await database.query('select first_name from persons order by person_id')).toEqual([
    { first_name: 'Augusta' },
    { first_name: 'Grace' },
  ])
})

test('two platforms that start at the same time on an empty database create one account and one user', async () => {
  const { database, start } = await emptyDatabase()
  const platforms = await Promise.all([start({ demoData: false }), start({ demoData: false })])
  expect(platforms.filter(({ user }) => user)).toHaveLength(1)
  expect(await database.query('select email from users')).toHaveLength(1)
})

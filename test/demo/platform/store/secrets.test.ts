import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { demo, type Platform } from '../../../../demo/platform/index.js'
import type { Database } from '../../../../demo/platform/store/database.js'
import { readSecretKeys } from '../../../../demo/platform/store/secret-key.js'
import { openSecrets, rotateSecrets, type SecretPlace } from '../../../../demo/platform/store/secrets.js'
import { newestMail } from '../../../mails.js'
import { SERVER, SHOP, startPlatform, testDatabase } from '../../../start-platform.js'
import { cookieIn } from '../console/use-console.js'
import { newKeys } from '../sftp/sftp-server.js'
import { sendTo } from '../use-platform.js'
import { verifies } from './verifies.js'

const newKey = () => randomBytes(32).toString('base64')
const backend = async (platform: Platform, path: string, json: object, method = 'POST') =>
  (await sendTo(platform, `${SERVER}${path}`, { method, token: demo.serverToken, json })).json()

/** The text of all rows of all tables. */
async function everythingIn({ db }: Pick<Platform, 'db'>): Promise<string> {
  const tables = await db.query<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public'`)
  const rows = await Promise.all(
    tables.map(({ name }) => db.query(`select row_to_json(t)::text as row from ${name} t`)),
  )
  return rows
    .flat()
    .map(({ row }) => row)
    .join('\n')
}

const sftp = { host: 'sftp.example.com', username: 'reports' }

/** Stores a secret of each kind, and returns them. */
async function storeSecrets(platform: Platform): Promise<string[]> {
  const keys = newKeys('a-passphrase')
  await backend(platform, '/v6/sftp-servers', { ...sftp, password: 'the-sftp-password' })
  await backend(platform, '/v6/sftp-servers', { ...sftp, private_key: keys.private, passphrase: 'a-passphrase' })
  const settings = { url: `${SHOP}/webhooks`, event_types: ['event.recorded'] }
  const { id, secret } = await backend(platform, '/v6/webhooks', settings)
  const rotated = await backend(platform, `/v6/webhooks/${id}/rotate-secret`, {})
  const { access_token: token } = await (
    await sendTo(platform, '/v5/token', { json: { email: 'kim@example.com' } })
  ).json()
  await sendTo(platform, '/v4/me/send-verification-email', { token, json: {} })
  const { link } = await newestMail(platform)
  const lines = keys.private.trim().split('\n')
  return [
    'the-sftp-password',
    lines[1]!,
    'a-passphrase',
    secret,
    rotated.secret,
    link,
    demo.jwtKey.secret,
    token,
    demo.serverToken,
  ]
}

let database: Database
let shared: Database
beforeEach(async () => {
  database = await testDatabase()
  shared = { ...database, close: async () => {} }
})
afterEach(() => database.close())

const start = (secretKey: string) => startPlatform({ database: shared, secretKey })

describe('a secret', () => {
  test('is never in the database in clear', async () => {
    const platform = await start(newKey())
    const form = demo.user
    const signedIn = await sendTo(platform, `${SERVER}/console/sign-in`, { origin: SERVER, form })
    const session = cookieIn(signedIn).split('=')[1]!
    const authorize = `${SERVER}/openid-connect/authorize?redirect_uri=${encodeURIComponent(`${SHOP}/in`)}`
    const authorized = await sendTo(platform, authorize, { form })
    const code = new URL(authorized.headers.get('Location')!).searchParams.get('code')!
    const secrets = [...(await storeSecrets(platform)), form.password, session, code]
    const stored = await everythingIn(platform)
    expect(secrets.filter(secret => stored.includes(JSON.stringify(secret).slice(1, -1)))).toEqual([])
    await platform.close()
  })

  test('that is copied to another row cannot be read', async () => {
    const platform = await start(newKey())
    await platform.db.query(
      `update signing_keys set material = (select material from signing_keys where client_id = $1) where client_id = $2`,
      [demo.sandbox.clientId, demo.clientId],
    )
    expect(await verifies(platform)).toBe(false)
    await platform.close()
  })

  test.each<[string, Partial<SecretPlace>]>([
    ['row', { id: 'hook-2' }],
    ['column', { column: 'previous_secret' }],
    ['table', { table: 'sftp_servers' }],
  ])('that is copied to another %s cannot be read, although the key is the same', async (_, other) => {
    const secrets = await openSecrets(database, 'the database', readSecretKeys(newKey()))
    const place = { table: 'webhooks', column: 'secret', id: 'hook-1' }
    const sealed = await secrets.seal(database, place, 'whsec_1')
    expect(secrets.open(place, sealed)).toBe('whsec_1')
    expect(() => secrets.open({ ...place, ...other }, sealed)).toThrow('cannot be decrypted')
  })

  test('of an earlier version is encrypted at the next start', async () => {
    const key = newKey()
    await (await start(key)).close()
    await database.query('delete from secret_key')
    await database.query('update signing_keys set material = $1 where client_id = $2', [
      demo.jwtKey.secret,
      demo.clientId,
    ])
    const { secret } = demo.sandbox.jwtKey
    await database.query('update signing_keys set material = $1 where client_id = $2', [secret, demo.sandbox.clientId])
    const platform = await start(key)
    expect(await everythingIn(platform)).not.toContain(demo.jwtKey.secret)
    expect(await verifies(platform)).toBe(true)
    await platform.close()
  })
})

describe('the key', () => {
  test('is refused at the start if it is another one', async () => {
    await (await start(newKey())).close()
    await expect(start(newKey())).rejects.toThrow(
      'The secrets in the database are encrypted with another key. Set REWARDS_SECRET_KEY to the key with which this database was set up.',
    )
  })

  test('is needed for a database on a server, before anything connects to it', async () => {
    const databaseUrl = 'postgres://localhost:1/rewards'
    const options = { database: undefined as never, databaseUrl }
    await expect(startPlatform({ ...options, secretKey: undefined })).rejects.toThrow('REWARDS_SECRET_KEY is missing')
    await expect(startPlatform({ ...options, secretKey: 'too-short' })).rejects.toThrow(
      'A key in REWARDS_SECRET_KEY must be 32 random bytes in Base64',
    )
  })

  test('can be in Base64 and in hexadecimal', async () => {
    const bytes = randomBytes(32)
    await (await start(bytes.toString('base64url'))).close()
    await (await start(bytes.toString('hex'))).close()
  })
})

describe('a rotation of the key', () => {
  const [old, next] = [newKey(), newKey()]
  const rotate = () => rotateSecrets(shared, 'the database', readSecretKeys(`${next},${old}`))

  test('lets two processes that have both keys go on reading and writing', async () => {
    // The first one sets the database up, with the old key.
    const platforms = [await start(`${old},${next}`), await start(`${next},${old}`)]
    const before = await storeSecrets(platforms[0]!)
    const writing = Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        backend(platforms[index % 2]!, '/v6/sftp-servers', { ...sftp, password: `password-${index}` }),
      ),
    )
    expect(await rotate()).toBeGreaterThan(0)
    await writing
    for (const platform of platforms) {
      expect(await verifies(platform)).toBe(true)
      await storeSecrets(platform)
    }
    // Every secret is encrypted with the new key only.
    expect(await everythingIn(platforms[0]!)).not.toContain(readSecretKeys(old)[0]!.id)
    const platform = await start(next)
    expect(await verifies(platform)).toBe(true)
    const servers = await platform.db.query<{ sftp_server_id: string }>('select sftp_server_id from sftp_servers')
    expect(servers).toHaveLength(20 + 2 * 3)
    for (const { sftp_server_id: id } of servers)
      expect((await backend(platform, `/v6/sftp-servers/${id}`, { name: 'Reports' }, 'PUT')).name).toBe('Reports')
    expect(before.every(secret => secret.length > 0)).toBe(true)
    await Promise.all([...platforms, platform].map(each => each.close()))
  })

  test('stops a process that only has the previous key from storing what nobody could read', async () => {
    const behind = await start(old)
    await rotate()
    const response = await backend(behind, '/v6/sftp-servers', { ...sftp, password: 'lost' })
    expect(response.code).toBe('software_error')
    expect(await database.query('select 1 from sftp_servers')).toEqual([])
    await behind.close()
    await expect(start(old)).rejects.toThrow('are encrypted with another key')
  })
})

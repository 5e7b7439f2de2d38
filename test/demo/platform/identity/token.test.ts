import { describe, expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { newestMail } from '../../../mails.js'
import { cookieIn, signIn } from '../console/use-console.js'
import { type Call, codeOf, server, shop, usePlatform } from '../use-platform.js'

/** How tokens of consumers and backends end (specification 3.2). */
const visit = usePlatform()

const kinds = {
  consumer: {
    make: async () => (await (await visit.send('/v5/token', { json: { duration_seconds: 60 } })).json()).access_token,
    use: (token: string, call: Call = {}) => visit.send('/v5/token', { token, ...call }),
  },
  bearer: {
    make: async () => {
      const call = { token: demo.serverToken, json: { duration_seconds: 60 } }
      return (await (await visit.send(`${server}/v4/tokens`, call)).json()).access_token
    },
    use: (token: string, call: Call = {}) => visit.send(`${server}/v4/tokens`, { token, ...call }),
  },
}

describe.each(Object.entries(kinds))('a %s token', (_, { make, use }) => {
  const outcome = async (token: string) => {
    const response = await use(token)
    return response.ok ? 'valid' : `${response.status} ${await codeOf(response)}`
  }

  test('is valid until it expires', async () => {
    const token = await make()
    visit.now += 59_999
    expect(await outcome(token)).toBe('valid')
    visit.now += 1
    expect(await outcome(token)).toBe('401 expired_access_token')
  })

  test('is invalid after the server API has revoked it', async () => {
    const token = await make()
    await visit.send(`${server}/v4/tokens/${token}`, { method: 'DELETE', token: demo.serverToken })
    expect(await outcome(token)).toBe('401 invalid_access_token')
  })
})

test('a consumer token is invalid after it was deleted', async () => {
  const token = await kinds.consumer.make()
  await kinds.consumer.use(token, { method: 'DELETE' })
  expect(await codeOf(await kinds.consumer.use(token))).toBe('invalid_access_token')
})

test('a bearer token is invalid after it was exchanged, and the new one is valid', async () => {
  const token = await kinds.bearer.make()
  const response = await visit.send(`${server}/v4/tokens/exchange/${token}`, { method: 'PUT', token: demo.serverToken })
  expect(await codeOf(await kinds.bearer.use(token))).toBe('invalid_access_token')
  expect((await kinds.bearer.use((await response.json()).access_token)).status).toBe(200)
})

test('the database contains no secret of a session, of a sign-in or of a link in a mail', async () => {
  const session = cookieIn(await signIn(visit)).split('=')[1]!
  const redirect_uri = `${shop}/signed-in`
  const page = `${server}/openid-connect/authorize?redirect_uri=${encodeURIComponent(redirect_uri)}`
  const signedIn = await visit.send(page, { form: demo.user })
  const code = new URL(signedIn.headers.get('Location')!).searchParams.get('code')!
  const token = await visit.identified('ada@example.com')
  await visit.send('/api/v4/me/send-verification-email', { token, json: {} })
  const { link } = await newestMail(visit.platform)
  const tables = await visit.rows<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const all = JSON.stringify(await Promise.all(tables.map(({ name }) => visit.rows(`select * from "${name}"`))))
  expect(all).toContain('ada@example.com')
  for (const secret of [session, code, link.split('/').at(-1)!])
    expect([secret, all.includes(secret)]).toEqual([secret, false])
})

test('the database contains no token strings', async () => {
  const token = await kinds.consumer.make()
  const rows = await visit.rows('select * from tokens')
  expect(JSON.stringify(rows)).not.toContain(token)
})

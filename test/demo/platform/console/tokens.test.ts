import { expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { hashOf } from '../../../../demo/platform/store/id.js'
import { server, usePlatform } from '../use-platform.js'
import { useConsole } from './use-console.js'

const visit = usePlatform()
const user = useConsole(visit)

const call = (token: string, path = '/v4/tokens') => visit.send(server + path, { token })
const { password } = demo.user
const create = async (name: string, access = 'full') => {
  const page = await (await user.send('/console/tokens', { password, name, access })).text()
  return /<code class="secret">([^<]+)</.exec(page)![1]!
}
const rowOf = async (name: string) =>
  (await user.read('/console/tokens')).split('<tr>').find(row => row.includes(`>${name}<`))
/** The rows of the tokens that expire. */
const rowsOfShortLived = async () => {
  const [, section = ''] = (await user.read('/console/tokens')).split('<h2>Short-lived tokens</h2>')
  return section.split('<tr>').slice(2)
}
const revocationOf = async (name: string) => /href="([^"]+\/revoke)"/.exec((await rowOf(name))!)![1]!

test('a new token is shown once, works, and does not expire', async () => {
  const token = await create('Checkout')
  expect(await user.read('/console/tokens')).not.toContain(token)
  expect(await (await call(token)).json()).toMatchObject({
    type: 'MANAGED',
    client_id: demo.clientId,
    scopes: ['BACKEND', 'CLIENT_ADMIN', 'USER_SUPPORT'],
    expires_in: null,
  })
  expect(await rowOf('Checkout')).toContain(`<time datetime="${new Date(visit.now).toISOString()}">`)
  visit.now += 1_000
  const reading = await create('Dashboard', 'read')
  const page = await user.read('/console/tokens')
  expect(page.indexOf('>Dashboard<')).toBeLessThan(page.indexOf('>Checkout<'))
  expect(await (await call(reading)).json()).toMatchObject({ type: 'MANAGED', scopes: ['USER_SUPPORT'] })
})

test('a form that is sent again, also at the same time, creates no second token', async () => {
  const form = { password, name: 'Reloaded', access: 'read' }
  const pages = await Promise.all([user.send('/console/tokens', form), user.send('/console/tokens', form)])
  expect(pages.map(({ status }) => status).sort()).toEqual([200, 422])
  const again = await user.send('/console/tokens', form)
  expect([again.status, await again.text()]).toEqual([422, expect.stringContaining('There is a token of this name')])
  expect(await visit.rows("select scopes from tokens where name = 'Reloaded'")).toHaveLength(1)
  await user.send(await revocationOf('Reloaded'))
  expect(await create('Reloaded')).toBeTruthy()
})

test('an exchanged token keeps its name and does not expire, and the old one is revoked', async () => {
  const old = await create('Exchanged')
  const described = await (await call(old)).json()
  const response = await visit.send(`${server}/v4/tokens/exchange/${old}`, { method: 'PUT', token: old })
  const fresh = await response.json()
  expect(fresh).toEqual({ ...described, access_token: fresh.access_token })
  expect(fresh.expires_in).toBeNull()
  expect((await call(old)).status).toBe(401)
  await user.send(await revocationOf('Exchanged'))
  expect((await call(fresh.access_token)).status).toBe(401)
})

test('a token that only reads cannot change anything', async () => {
  const token = await create('x'.repeat(100), 'read')
  expect((await call(token, '/v5/persons/ada-lovelace')).status).toBe(200)
  const response = await visit.send(`${server}/v5/persons/ada-lovelace`, { method: 'PUT', token, json: {} })
  expect(response.status).toBe(403)
})

test('a token for campaigns saves versions, and sees no person', async () => {
  const token = await create('Agency', 'campaigns')
  const json = { message: 'Greet', zones: { greeting: { creatives: [] } } }
  const saved = await visit.send(`${server}/v2/campaigns/${demo.campaignId}/versions`, { token, json })
  expect(saved.status).toBe(200)
  expect((await call(token, '/v5/persons/ada-lovelace')).status).toBe(403)
})

test('the list shows the last use, to a minute', async () => {
  const token = await create('Nightly')
  expect(await rowOf('Nightly')).toContain('Never')
  await call(token)
  const first = new Date(visit.now).toISOString()
  expect(await rowOf('Nightly')).toContain(`datetime="${first}"`)
  visit.now += 59_000
  await call(token)
  expect(await rowOf('Nightly')).toContain(`datetime="${first}"`)
  visit.now += 1000
  await call(token)
  expect(await rowOf('Nightly')).toContain(`datetime="${new Date(visit.now).toISOString()}"`)
})

test('a revoked token gets 401, after a confirmation', async () => {
  const token = await create('Old service')
  const path = await revocationOf('Old service')
  expect(await user.read(path)).toContain('Revoke “Old service”?')
  expect((await call(token)).status).toBe(200)
  const response = await user.send(path)
  expect(await user.read(response.headers.get('Location')!)).toContain('The token is revoked')
  expect((await call(token)).status).toBe(401)
  expect(await rowOf('Old service')).toBeUndefined()
  expect((await user.open(path)).status).toBe(404)
})

test.each([
  [{ name: '  ', access: 'read' }, 'Enter a name'],
  [{ name: 'x'.repeat(101), access: 'read' }, 'Enter a name'],
  [{ name: 'A &lt;b&gt;', access: 'constructor' }, 'Choose what the token may do'],
])('the form shows what is wrong with %o, and what was typed', async (fields, message) => {
  const response = await user.send('/console/tokens', { password, ...fields })
  expect(response.status).toBe(422)
  const page = await response.text()
  expect(page).not.toContain(password)
  expect(page).toMatch(new RegExp(`role="alert"[^>]*>${message}`))
  expect(page).toContain(`value="${fields.name.trim().replaceAll('&', '&amp;')}"`)
})

test.each<Record<string, string>>([
  {},
  { password: '' },
  { password: 'wrong' },
])('a token is not created with %o as identity check', async fields => {
  const response = await user.send('/console/tokens', { name: 'Stolen session', access: 'read', ...fields })
  expect(response.status).toBe(422)
  const page = await response.text()
  expect(page).toMatch(/role="alert"[^>]*>The password is wrong/)
  expect(page).toContain('value="Stolen session"')
  expect(await rowOf('Stolen session')).toBeUndefined()
})

test('a token is not created by a form that does not say for which tenant', async () => {
  const form = { password, name: 'For nobody', access: 'read', tenant: '' }
  expect((await user.send('/console/tokens', form)).status).toBe(409)
  expect(await rowOf('For nobody')).toBeUndefined()
})

test('a token that the API created is listed with its expiry, and ends with the managed token that created it', async () => {
  const token = await create('Parent')
  const { access_token } = await (await visit.send(`${server}/v4/tokens`, { token, json: {} })).json()
  expect(await rowsOfShortLived()).toEqual([expect.stringContaining('<time datetime="2026-05-02T')])
  expect((await call(access_token)).status).toBe(200)
  await user.send(await revocationOf('Parent'))
  expect((await call(access_token)).status).toBe(401)
  expect(await rowsOfShortLived()).toEqual([])
})

test('managed tokens are listed newest first', async () => {
  visit.now += 1_000
  await create('Older')
  visit.now += 1_000
  await create('Newer')
  const page = await user.read('/console/tokens')
  expect(page.indexOf('>Newer<')).toBeGreaterThan(0)
  expect(page.indexOf('>Newer<')).toBeLessThan(page.indexOf('>Older<'))
})

test('the newest 100 short-lived tokens that are valid are listed, and no other one can be revoked', async () => {
  const add = (begin: string, expires: string) =>
    visit.rows(
      `insert into tokens (token_hash, type, client_id, identity_id, scopes, created_at, expires_at)
       select $1 || n, 'USER', $2, $1 || n, '{BACKEND}', $3::timestamptz + n * interval '1 s', $4::timestamptz from generate_series(1, 101) n`,
      [begin, demo.clientId, new Date(visit.now), expires],
    )
  await add('valid-', new Date(visit.now + 86_400_000).toISOString())
  await add('ended-', new Date(visit.now).toISOString())
  const rows = (await rowsOfShortLived()).map(row => /\((\w+-\d+)\)/.exec(row)![1])
  expect([rows.length, rows[0], rows.at(-1)]).toEqual([100, 'valid-101', 'valid-2'])
  expect((await user.open('/console/tokens/valid-1/revoke')).status).toBe(200)
  expect((await user.open('/console/tokens/ended-1/revoke')).status).toBe(404)
  const consumer = await visit.anonymous()
  expect((await user.open(`/console/tokens/${hashOf(consumer)}/revoke`)).status).toBe(404)
  await user.send(`/console/tokens/${hashOf(consumer)}/revoke`)
  expect((await visit.send('/v4/me', { token: consumer })).status).toBe(200)
  await visit.rows(`delete from tokens where identity_id like 'valid-%' or identity_id like 'ended-%'`)
})

test('a token whose value is lost can be revoked: one of a resource, and one of a user', async () => {
  const resource = { type: 'PERSON', id: 'ada-lovelace' }
  const made = [{ resource, duration_seconds: 86_400 * 365 }, demo.user].map(async json => {
    const token = 'resource' in json ? demo.serverToken : undefined
    return (await (await visit.send(`${server}/v4/tokens`, { token, json })).json()).access_token as string
  })
  const tokens = await Promise.all(made)
  const rows = await rowsOfShortLived()
  expect(rows.join()).toMatch(/RESOURCE.*PERSON ada-lovelace/)
  expect(rows.join()).toMatch(/USER.*juniper-marketer/)
  for (const row of rows) {
    const path = /href="([^"]+\/revoke)"/.exec(row)![1]!
    expect(await user.read(path)).toContain('Revoke the short-lived token?')
    await user.send(path)
  }
  for (const token of tokens) expect((await call(token)).status).toBe(401)
  expect(await rowsOfShortLived()).toEqual([])
})

test('production does not show or revoke the tokens of the sandbox', async () => {
  await user.send('/console/client', { client_id: demo.sandbox.clientId })
  const token = await create('Trial')
  await visit.send(`${server}/v4/tokens`, { token, json: {} })
  expect(await rowsOfShortLived()).toHaveLength(1)
  const path = await revocationOf('Trial')
  await user.send('/console/client', { client_id: demo.clientId })
  expect(await rowOf('Trial')).toBeUndefined()
  expect(await rowsOfShortLived()).toEqual([])
  expect((await user.open(path)).status).toBe(404)
  await user.send(path)
  expect((await call(token)).status).toBe(200)
})

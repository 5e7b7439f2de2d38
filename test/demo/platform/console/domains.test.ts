import { beforeEach, expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { newestMail } from '../../../mails.js'
import { program, server, shop, usePlatform } from '../use-platform.js'
import { useConsole } from './use-console.js'

const visit = usePlatform()
const user = useConsole(visit)

const FRIENDS = 'https://friends.brand.localhost'
const add = (origin: string) => user.send('/console/domains', { origin })
const makePrimary = (origin: string) => user.send('/console/domains/primary', { origin })

/** The client and the device of a new consumer at a program domain. */
async function newConsumerAt(origin: string) {
  const response = await visit.send(`${origin}/api/v5/token`, { method: 'POST', json: {} })
  if (!response.ok) return response.status
  const { access_token } = await response.json()
  const [token] = await visit.rows<{ client_id: string }>(
    'select client_id from tokens order by created_at desc, client_id limit 1',
  )
  return { access_token, clientId: token!.client_id }
}

/** The link of Ada’s shareable as the brand’s backend reads it. */
async function linkForBackend() {
  const path = '/v5/persons/ada-lovelace/shareables'
  const response = await visit.send(`${server}${path}`, { token: demo.serverToken })
  return (await response.json())[0].link
}

beforeEach(async () => {
  await visit.rows('delete from program_domains')
  await user.send('/console/client', { client_id: demo.clientId })
  visit.now += 1_000
})

test('an added domain serves the program, and a removed one does not', async () => {
  expect(await newConsumerAt(FRIENDS)).toBe(421)
  const added = await add(` ${FRIENDS}/ `)
  expect(await user.read(added.headers.get('Location')!)).toMatch(
    new RegExp(`role="status">The program domain is added.*>${FRIENDS}<.*"${new Date(visit.now).toISOString()}"`, 's'),
  )
  expect(await newConsumerAt(FRIENDS)).toMatchObject({ clientId: demo.clientId })
  const path = `/console/domains/remove?origin=${encodeURIComponent(FRIENDS)}`
  expect(await user.read(path)).toContain(`Remove ${FRIENDS}?`)
  const removed = await user.send('/console/domains/remove', { origin: FRIENDS })
  const without = await user.read(removed.headers.get('Location')!)
  expect(without).toContain('role="status">The program domain is removed')
  expect(without).not.toContain(`>${FRIENDS}<`)
  expect(await newConsumerAt(FRIENDS)).toBe(421)
  expect((await user.open(path)).status).toBe(404)
})

test('the cookie and the links of a consumer belong to the domain that they call', async () => {
  await add(FRIENDS)
  const token = await visit.verified('ada@example.com')
  const cookie = { headers: { Cookie: `svc_token=${token}` } }
  const shareable = await visit.send(`${FRIENDS}/api/v6/me/shareables`, cookie)
  expect((await shareable.json())[0].link).toBe(`${FRIENDS}/s/ada`)
  await visit.send(`${FRIENDS}/api/v4/me/send-verification-email`, { token, json: {} })
  expect((await newestMail(visit.platform)).link).toMatch(`${FRIENDS}/verify/`)
  const mail = { advocate_code: 'ada', message: 'Look', recipient_email: 'friend@example.com' }
  await visit.send(`${FRIENDS}/api/v6/email/share`, { token, json: mail })
  const { link } = await newestMail(visit.platform)
  expect(link).toMatch(`${FRIENDS}/s/ada?partner_share_id=`)
  const shares = await visit.send(`${FRIENDS}/api/v4/me/shares`, { token })
  expect((await shares.json())[0].link).toBe(link)
  const isTrusted = async (domain: string) => {
    const response = await visit.send(`${domain}/events`, { origin: FRIENDS, json: { event_name: 'viewed' } })
    return response.headers.has('Set-Cookie')
  }
  expect([await isTrusted(FRIENDS), await isTrusted(program)]).toEqual([true, false])
  const click = await visit.send(`${FRIENDS}/s/ada`)
  expect(click.headers.get('Location')).toContain(shop)
})

test('content can be at the domain that a consumer calls, and at no other one', async () => {
  const elsewhere = 'https://share.friends.example'
  await add(elsewhere)
  const token = await visit.verified('ada@example.com')
  const content = { url: `${elsewhere}/roses` }
  const answerAt = async (domain: string) =>
    (await visit.send(`${domain}/api/v6/me/shareables`, { token, json: { key: 'roses', content } })).json()
  expect(await answerAt(elsewhere)).toMatchObject({ key: 'roses', content })
  expect(await answerAt(program)).toMatchObject({ code: 'blocked_content_url' })
})

test('new links lead to the primary domain, and back to the domain of the options without one', async () => {
  await add(FRIENDS)
  expect(await linkForBackend()).toBe(`${program}/s/ada`)
  const changed = await makePrimary(FRIENDS)
  expect(await user.read(changed.headers.get('Location')!)).toContain('role="status">The primary domain is changed')
  expect(await linkForBackend()).toBe(`${FRIENDS}/s/ada`)
  // That of a consumer leads to the domain that they call.
  const own = await visit.send('/v6/me/shareables', { token: await visit.verified('ada@example.com') })
  expect((await own.json())[0].link).toBe(`${program}/s/ada`)
  expect(await user.read('/console')).toContain(`Program domain: <code>${FRIENDS}</code>`)
  await makePrimary(program)
  expect(await linkForBackend()).toBe(`${program}/s/ada`)
  await makePrimary(FRIENDS)
  await user.send('/console/domains/remove', { origin: FRIENDS })
  expect(await linkForBackend()).toBe(`${program}/s/ada`)
})

test('a client has one primary domain', async () => {
  const other = 'https://partners.brand.localhost'
  await add(FRIENDS)
  await add(other)
  await makePrimary(FRIENDS)
  await makePrimary(other)
  expect(await visit.rows('select origin from program_domains where is_primary')).toEqual([{ origin: other }])
  await user.send('/console/domains/remove', { origin: FRIENDS })
  expect(await visit.rows('select origin, is_primary from program_domains')).toEqual([
    { origin: other, is_primary: true },
  ])
})

test('a new consumer at a domain of the sandbox belongs to the sandbox, and production does not see the domain', async () => {
  await user.send('/console/client', { client_id: demo.sandbox.clientId })
  await add(FRIENDS)
  await makePrimary(FRIENDS)
  expect(await newConsumerAt(FRIENDS)).toMatchObject({ clientId: demo.sandbox.clientId })
  expect(await newConsumerAt(program)).toMatchObject({ clientId: demo.clientId })
  expect(await linkForBackend()).toBe(`${program}/s/ada`)
  const elevated = await visit.send(`${FRIENDS}/api/v5/token`, { json: { client_id: demo.clientId } })
  expect([elevated.status, (await elevated.json()).code]).toEqual([400, 'invalid_client_id'])
  // Whoever has a token stays with its client at each domain.
  const held: [string, string][] = [
    [demo.clientId, demo.campaignId],
    [demo.sandbox.clientId, demo.sandbox.campaignId],
  ]
  for (const [client_id, campaign_id] of held) {
    const { access_token: token } = await (await visit.send('/v5/token', { json: { client_id } })).json()
    for (const domain of [FRIENDS, program]) {
      const zone = await visit.send(`${domain}/api/v6/zones`, { token, json: { event_name: 'product' } })
      expect(await zone.json()).toMatchObject({ campaign_id })
    }
  }

  await user.send('/console/client', { client_id: demo.clientId })
  expect(await user.read('/console/domains')).not.toContain(FRIENDS)
  await user.send('/console/domains/remove', { origin: FRIENDS })
  await makePrimary(FRIENDS)
  expect(await visit.rows('select client_id, is_primary from program_domains')).toEqual([
    { client_id: demo.sandbox.clientId, is_primary: true },
  ])
  expect(await (await add(FRIENDS)).text()).toContain('is a program domain already')
  const other = 'https://partners.brand.localhost'
  await user.send('/console/client', { client_id: demo.sandbox.clientId })
  await add(other)
  await user.send('/console/client', { client_id: demo.clientId })
  await visit.rows('update program_domains set is_primary = false')
  await makePrimary(other)
  expect(await visit.rows('select origin from program_domains where is_primary')).toEqual([])
})

test('a consumer of an agency gets no token of a client that the agency manages', async () => {
  const { clientId } = demo.agency
  await visit.rows('insert into program_domains (origin, client_id, created_at) values ($1, $2, now())', [
    ...[FRIENDS, clientId],
  ])
  expect(await newConsumerAt(FRIENDS)).toMatchObject({ clientId })
  const managed = await visit.send(`${FRIENDS}/api/v5/token`, { json: { client_id: demo.clientId } })
  expect([managed.status, (await managed.json()).code]).toEqual([400, 'invalid_client_id'])
})

test('the domain of the options cannot be removed', async () => {
  expect(await user.read('/console/domains')).not.toContain('/console/domains/remove')
  await user.send('/console/domains/remove', { origin: program })
  expect(await newConsumerAt(program)).toMatchObject({ clientId: demo.clientId })
})

test.each([
  ['', 'Enter an origin'],
  ['friends.brand.example', 'Enter an origin'],
  [`${FRIENDS}/path`, 'Enter an origin'],
  ['javascript:alert(1)', 'Enter an origin'],
  ['https://*.brand.example', 'Enter an origin'],
  [`https://${'a'.repeat(3_000)}.example`, 'Enter an origin'],
  ['http://friends.brand.example', 'must use https'],
  ['http://localhost.example', 'must use https'],
  ['http://mylocalhost', 'must use https'],
  [server, 'is the origin of the server API'],
  [program, 'is a program domain already'],
])('the form refuses %j, and shows it again', async (origin, message) => {
  const response = await add(origin)
  const page = await response.text()
  expect([response.status, page]).toEqual([422, expect.stringContaining(message)])
  expect(page).toContain(`value="${origin}"`)
  expect(await visit.rows('select 1 from program_domains')).toEqual([])
})

test.each(['http://localhost:4500', 'http://friends.localhost:4400'])('a domain can be %s', async origin => {
  expect((await add(origin)).status).toBe(303)
  expect(await newConsumerAt(origin)).toMatchObject({ clientId: demo.clientId })
})

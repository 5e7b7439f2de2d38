import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { pageCookie } from '../../page-cookie.js'
import { SOON } from '../../soon.js'
import { useDemo } from '../demo.js'
import { callsSince } from './calls.js'
import { openHostPage, pageToken } from './host-page.js'

const visit = useDemo({ https: true })

const someone = () => `${randomUUID()}@example.com`

async function openIdentified(options?: string) {
  const visitor = await visit.newVisitor()
  const host = await openHostPage(visitor.page, visit.demo, { options })
  const email = someone()
  await host.call('identify', { email })
  const { id } = await host.call<{ id: string }>('profile.get')
  return { ...visitor, host, id, names: async () => (await visitor.context.cookies()).map(({ name }) => name) }
}

describe('a logout', () => {
  test('ends the token at once and clears both cookies, and the next consumer is another', async () => {
    const { host, id, names, complaints } = await openIdentified()
    expect((await names()).sort()).toEqual([pageCookie(visit.demo.origins.program), 'svc_token'])
    const start = visit.demo.requests.length
    await host.call('logout')
    expect(callsSince(visit.demo, start)).toEqual(['DELETE /api/v5/token'])
    expect(await names()).toEqual([])
    expect(await host.consumer()).toEqual({ level: 'anonymous', scopes: [], identity_id: null, expires_at: null })
    expect((await host.told()).levels).toEqual(['identified', 'anonymous'])

    await host.call('zone', 'share_experience')
    expect(await host.call('profile.get')).not.toMatchObject({ id })
    expect(complaints).toEqual([])
  })

  test('revokes the token for everybody who has a copy', async () => {
    const { host, context } = await openIdentified()
    const { value } = (await context.cookies()).find(({ name }) => name === 'svc_token')!
    await host.call('logout')
    expect(await statusOf(value)).toBe(401)
  })

  test.each([
    'auto',
    'cookie',
  ])('without a network does not bring the person back by the remaining cookie (%s)', async carrier => {
    const { host, id, page, context, names } = await openIdentified(`{ carrier: '${carrier}' }`)
    await page.route(/\/api\/v5\/token$/, route => route.abort('internetdisconnected'))
    expect(await host.refusal('logout')).toMatchObject({ code: 'network_error' })
    await page.unroute(/\/api\/v5\/token$/)
    expect(await names()).toContain('svc_token')

    // Neither on this page, nor on the next, nor once that one has a token of its own.
    await host.call('zone', 'share_experience')
    expect(await host.call('profile.get')).not.toMatchObject({ id })
    await host.call('zone', 'share_experience')
    expect(await host.call('profile.get')).not.toMatchObject({ id })
    await page.reload()
    await page.waitForFunction(() => 'rewards' in globalThis)
    await host.call('track', 'product_viewed')
    expect(await host.call('profile.get')).not.toMatchObject({ id })

    // The next logout clears that cookie too.
    await host.call('logout')
    expect(await context.cookies()).toEqual([])
  })

  test('that the platform rejects while it issues tokens lasts when the next token dies', async () => {
    const { host, id, page, context } = await openIdentified()
    await page.route(/\/api\/v5\/token$/, route =>
      route.request().method() === 'DELETE' ? route.abort('internetdisconnected') : route.continue(),
    )
    await host.refusal('logout')
    await host.call('zone', 'share_experience')
    const next = await pageToken(page)
    await revoke(next)
    await page.reload()
    await page.waitForFunction(() => 'rewards' in globalThis)
    await host.call('zone', 'share_experience')
    expect(await pageToken(page)).not.toBe(next)
    expect(await host.call('profile.get')).not.toMatchObject({ id })
    expect((await context.cookies()).map(({ name }) => name)).toContain('svc_token')
  })

  test('that a proxy answers in the platform’s place is repeated until the platform has revoked the token', async () => {
    const { host, id, page } = await openIdentified()
    const token = await pageToken(page)
    const headers = {
      'access-control-allow-origin': visit.demo.origins.shop,
      'access-control-allow-credentials': 'true',
    }
    await page.route(/\/api\/v5\/token$/, route => {
      const isRevocation = route.request().method() === 'DELETE'
      return isRevocation ? route.fulfill({ headers, json: { status: 'ok' } }) : route.continue()
    })
    expect(await host.refusal('logout')).toMatchObject({ code: 'network_error' })
    await host.call('track', 'product_viewed')
    expect(await host.call('profile.get')).not.toMatchObject({ id })
    await page.unroute(/\/api\/v5\/token$/)
    await page.reload()
    await page.waitForFunction(() => 'rewards' in globalThis)
    await expect.poll(() => statusOf(token), SOON).toBe(401)
    await host.call('track', 'product_viewed')
    expect(await host.call('profile.get')).not.toMatchObject({ id })
  })

  test('without a network lasts on the next page', async () => {
    const { host, id, page } = await openIdentified()
    await page.route(/\/api\/v5\/token$/, route => route.abort('internetdisconnected'))
    await host.refusal('logout')
    await page.unroute(/\/api\/v5\/token$/)
    await page.reload()
    await page.waitForFunction(() => 'rewards' in globalThis)
    await host.call('zone', 'share_experience')
    expect(await host.call('profile.get')).not.toMatchObject({ id })
  })

  test.each([
    'cookie',
    'header',
  ])('that the platform has not received is completed by the next call (%s)', async carrier => {
    const { host, id, page, context } = await openIdentified(`{ carrier: '${carrier}' }`)
    const token = await pageToken(page)
    await page.route(/\/api\/v5\/token$/, route => route.abort('internetdisconnected'))
    await host.refusal('logout')
    await page.unroute(/\/api\/v5\/token$/)
    expect(await statusOf(token)).toBe(200)
    await host.call('zone', 'share_experience')
    expect(await statusOf(token)).toBe(401)
    expect(await host.call('profile.get')).not.toMatchObject({ id })
    const cookies = await context.cookies()
    expect(cookies.filter(({ value }) => value.includes(token))).toEqual([])
  })

  test('ends the session, in every tab, if the page is left while it delivers the events', async () => {
    const { host, id, page, context } = await openIdentified()
    const other = await openHostPage(await context.newPage(), visit.demo)
    const token = await pageToken(page)
    await context.route(/\/events$/, () => {})
    await page.evaluate(() => {
      const rewards = Reflect.get(globalThis, 'rewards')
      for (const call of [rewards.track('purchase'), rewards.logout()]) call.catch(() => {})
    })
    await page.reload()
    await page.waitForFunction(() => 'rewards' in globalThis)
    await expect.poll(() => other.told(), SOON).toEqual({ levels: ['anonymous'], errors: [] })
    await host.call('zone', 'share_experience')
    expect(await host.call('profile.get')).not.toMatchObject({ id })
    expect(await statusOf(token)).toBe(401)
    // What it could not deliver is deleted.
    await expect.poll(() => host.call('storage.summary'), SOON).toMatchObject({ events: 0 })
  })

  test('that the browser did not survive ends its events on the next page, and its record goes with them', async () => {
    const { page, context } = await visit.newVisitor()
    const host = await openHostPage(page, visit.demo)
    await host.call('identify', { email: someone() })
    await context.route(/\/events$/, route => route.abort('internetdisconnected'))
    await page.evaluate(
      () =>
        void Reflect.get(globalThis, 'rewards')
          .track('purchase', {}, { id: 'left' })
          .catch(() => {}),
    )
    await expect.poll(async () => (await host.call<{ events: number }>('storage.summary')).events, SOON).toBe(1)
    // The browser was killed after the record of the logout was written, and after the cookies were gone.
    const owner = await page.evaluate(() => Reflect.get(globalThis, 'rewards').storage.owner)
    const record = `rewards:${visit.demo.origins.program}:logged-out|${owner}`
    await page.goto('about:blank')
    await context.clearCookies()
    await context.unroute(/\/events$/)
    const bodies: string[] = []
    page.on('request', request => void bodies.push(request.postData() ?? ''))
    const next = await openHostPage(page, visit.demo, { before: `localStorage.setItem('${record}', 'true')` })
    const records = () => page.evaluate(key => localStorage.getItem(key), record)
    await next.call('track', 'product_viewed')
    await next.call('flush')
    await expect.poll(records, SOON).toBeNull()
    expect((await next.told()).errors).toEqual(['logged_out'])
    expect(bodies.filter(body => body.includes('"left"'))).toEqual([])
  })

  test('without a network, by a clock that is set back later, ends no event of the next person', async () => {
    const { page } = await visit.newVisitor()
    const host = await openHostPage(page, visit.demo, {
      before: `{ const { now } = Date; Date.now = () => now() + 3 * 86_400_000 }`,
    })
    await host.call('identify', { email: someone() })
    // Neither the platform hears of it, nor can the device erase what it keeps.
    await page.evaluate(() => {
      IDBFactory.prototype.deleteDatabase = () => Reflect.construct(EventTarget, []) as IDBOpenDBRequest
    })
    await page.route(/\/api\/v5\/token$/, route => route.abort('internetdisconnected'))
    await host.refusal('logout')
    await page.unroute(/\/api\/v5\/token$/)
    const next = await openHostPage(page, visit.demo)
    expect(await next.call('track', 'product_viewed')).toHaveProperty('event_id')
  })

  test('also logs out a person of whom only the program’s cookie is left', async () => {
    const { host, id, page, context } = await openIdentified()
    await context.clearCookies({ name: pageCookie(visit.demo.origins.program) })
    await page.reload()
    await page.waitForFunction(() => 'rewards' in globalThis)
    await host.call('logout')
    expect(await context.cookies()).toEqual([])
    await host.call('zone', 'share_experience')
    expect(await host.call('profile.get')).not.toMatchObject({ id })
  })

  test('delivers the person’s events first, and none of them for the next consumer', async () => {
    const { host, id, page } = await openIdentified()
    const [bought, later] = [randomUUID(), randomUUID()]
    await page.evaluate(order => void Reflect.get(globalThis, 'rewards').track('purchase', {}, { id: order }), bought)
    await host.call('logout')
    await host.call('identify', { email: someone() })
    await host.call('track', 'purchase', {}, { id: later })
    const events = await visit.demo.platform.db.query<{ person_id: string; partner_event_id: string }>(
      `select person_id, partner_event_id from events where partner_event_id in ($1, $2)`,
      [bought, later],
    )
    expect(events).toHaveLength(2)
    for (const { person_id, partner_event_id } of events) expect(person_id === id).toBe(partner_event_id === bought)
  })
})

const statusOf = async (token: string) => (await ask('GET', token)).status
const revoke = (token: string) => ask('DELETE', token)

function ask(method: string, token: string) {
  const headers = { authorization: `Bearer ${token}` }
  return visit.demo.platform.fetch(new Request(`${visit.demo.origins.program}/api/v5/token`, { method, headers }))
}

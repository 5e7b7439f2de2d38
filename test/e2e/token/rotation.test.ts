import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { proofOf } from '../../proof.js'
import { useDemo } from '../demo.js'
import { callsSince, countOfPersons, killTokens } from './calls.js'
import { openHostPage, pageToken } from './host-page.js'

const visit = useDemo({ https: true })

const someone = () => `${randomUUID()}@example.com`

/** Makes `times` of a call at once. */
const atOnce = (page: Page, call: string, times: number) =>
  page.evaluate(
    ({ call, times }) => {
      const rewards = Reflect.get(globalThis, 'rewards')
      const one = { zone: () => rewards.zone('share_experience'), profile: () => rewards.profile.get() }[call]!
      return Promise.all(Array.from({ length: times }, one))
    },
    { call, times },
  )

/** A wrapper that a page has put around `fetch`: once `holding` names a path, its answers wait until they are let go. */
const HOLD_BACK = `
  const { fetch } = window
  window.answered = 0
  const released = new Promise(resolve => { window.release = resolve })
  window.fetch = async (input, init) => {
    const answer = await fetch(input, init)
    if (window.holding && String(input).endsWith(window.holding)) { window.answered++; await released }
    return answer
  }`

async function openHoldingBack() {
  const visitor = await visit.newVisitor()
  const host = await openHostPage(visitor.page, visit.demo, { before: HOLD_BACK })
  await host.call('zone', 'share_experience')
  await visitor.page.evaluate(() => Object.assign(globalThis, { holding: '/zones' }))
  return {
    ...visitor,
    host,
    answered: () => visitor.page.waitForFunction(() => Reflect.get(globalThis, 'answered') === 1),
    release: () => visitor.page.evaluate(() => Reflect.get(globalThis, 'release')()),
  }
}

describe('a new visitor', () => {
  test.each(['shop', 'otherShop'] as const)('on the %s creates one consumer for five zones at once', async name => {
    const { page, complaints } = await visit.newVisitor()
    const host = await openHostPage(page, visit.demo, { origin: visit.demo.origins[name] })
    const before = await countOfPersons(visit.demo)
    const start = visit.demo.requests.length
    expect(await atOnce(page, 'zone', 5)).toHaveLength(5)
    expect(callsSince(visit.demo, start)).toHaveLength(5)
    expect(await countOfPersons(visit.demo)).toBe(before + 1)
    expect(await host.told()).toEqual({ levels: [], errors: [] })
    expect(complaints).toEqual([])
  })
})

describe('a dead token', () => {
  const carriers: [carrier: string, call: string][] = [
    ['cookie', 'profile'],
    ['header', 'profile'],
    ['header', 'zone'],
  ]
  test.each(carriers)('with the carrier %s is renewed once for twenty calls of %s', async (carrier, call) => {
    const { page } = await visit.newVisitor()
    const host = await openHostPage(page, visit.demo, { options: `{ carrier: '${carrier}' }` })
    await host.call('zone', 'share_experience')
    await killTokens(visit.demo)
    const before = await countOfPersons(visit.demo)
    const start = visit.demo.requests.length
    expect(await atOnce(page, call, 20)).toHaveLength(20)
    expect(await countOfPersons(visit.demo)).toBe(before + 1)
    // Each call twice at most, and the renewal.
    expect(callsSince(visit.demo, start).length).toBeLessThanOrEqual(41)
    expect((await host.told()).errors).toEqual([])
  })

  const found: [how: string, carrier: string, call: string][] = [
    ['a resource', 'cookie', 'profile'],
    ['a zone, whose answer does not say so,', 'cookie', 'zone'],
    ['a zone', 'header', 'zone'],
  ]
  test.each(
    found,
  )('of a verified consumer is renewed by a JWT when %s notices it with the carrier %s', async (_, carrier, call) => {
    const { page } = await visit.newVisitor()
    const email = someone()
    let asked = 0
    await page.exposeFunction('sign', () => {
      asked++
      return proofOf({ email })
    })
    const host = await openHostPage(page, visit.demo, { options: `{ carrier: '${carrier}', jwt: () => sign() }` })
    await host.call('verify')
    // Also for a page that has only read in its cookie who the consumer is.
    await page.reload()
    await page.waitForFunction(() => 'rewards' in globalThis)
    await killTokens(visit.demo)
    await atOnce(page, call, 20)
    await expect.poll(() => host.consumer()).toMatchObject({ level: 'verified' })
    expect(await host.call('profile.get')).toMatchObject({ email })
    expect(asked).toBe(2)
    expect(await host.told()).toEqual({ levels: [], errors: [] })
  })

  test('of a verified consumer without a JWT is replaced by an anonymous one, with one consumer event', async () => {
    const { page } = await visit.newVisitor()
    const host = await openHostPage(page, visit.demo)
    await host.call('verify', await proofOf({ email: someone() }))
    await killTokens(visit.demo)
    await host.call('profile.get')
    await expect.poll(() => host.consumer()).toMatchObject({ level: 'anonymous' })
    await expect.poll(() => host.told()).toMatchObject({ levels: [expect.anything(), 'anonymous'], errors: [] })
  })

  test('is renewed ahead if the platform has said when it ends', async () => {
    const { page } = await visit.newVisitor()
    await page.clock.install()
    const email = someone()
    await page.exposeFunction('sign', () => proofOf({ email }))
    const host = await openHostPage(page, visit.demo, { options: '{ tokenDuration: 3600, jwt: () => sign() }' })
    await host.call('verify')
    const { expires_at } = await host.consumer()
    await page.clock.setSystemTime(new Date(expires_at!).getTime() - 1000)
    const start = visit.demo.requests.length
    expect(await host.call('profile.get')).toMatchObject({ email })
    expect(visit.demo.requests.slice(start).filter(({ status }) => status >= 400)).toEqual([])
    const renewed = await host.consumer()
    expect(new Date(renewed.expires_at!).getTime()).toBeGreaterThan(new Date(expires_at!).getTime())
    expect(renewed.level).toBe('verified')
  })

  test.each([-1, 1])('is not assumed if the device’s clock is ten years wrong (%i)', async sign => {
    const { page } = await visit.newVisitor()
    await page.clock.setSystemTime(Date.now() + sign * 10 * 365 * 86_400_000)
    const host = await openHostPage(page, visit.demo)
    await host.call('identify', { email: someone() })
    const { id } = await host.call<{ id: string }>('profile.get')
    await page.reload()
    await page.waitForFunction(() => 'rewards' in globalThis)
    expect(await host.call('profile.get')).toMatchObject({ id })
    expect((await host.told()).errors).toEqual([])
  })
})

describe('an answer that a later one has overtaken', () => {
  test('brings back no older token', async () => {
    const { page, host, answered, release } = await openHoldingBack()
    const late = host.call('zone', 'share_experience', { email: someone() })
    await answered()
    const email = someone()
    await host.call('identify', { email })
    const inForce = await pageToken(page)
    await release()
    await late
    await host.call('flush')
    expect(await pageToken(page)).toBe(inForce)
    expect(await host.call('profile.get')).toMatchObject({ id: await idOf(email) })
  })

  test('by a logout brings nobody back, and its call rejects with the reason', async () => {
    const { context, host, answered, release } = await openHoldingBack()
    const late = host.refusal('zone', 'share_experience', { email: someone() })
    await answered()
    await host.call('logout')
    await release()
    expect(await late).toMatchObject({ code: 'logged_out' })
    expect(await host.consumer()).toEqual({ level: 'anonymous', scopes: [], identity_id: null, expires_at: null })
    expect(await context.cookies()).toEqual([])
  })
})

test('a lost cookie does not downgrade a page that holds a verified token', async () => {
  const { page, context } = await visit.newVisitor()
  const host = await openHostPage(page, visit.demo)
  const email = someone()
  await host.call('verify', await proofOf({ email }))
  await context.clearCookies({ name: 'svc_token' })
  await host.call('zone', 'share_experience')
  expect(await host.call('profile.get')).toMatchObject({ email })
  expect(await host.consumer()).toMatchObject({ level: 'verified' })
  expect(await host.told()).toEqual({ levels: ['verified'], errors: [] })
})

test('a browser that stores the page’s cookie but never the program’s creates one consumer, not one for each zone', async () => {
  const { page, context } = await visit.newVisitor()
  const host = await openHostPage(page, visit.demo)
  const before = await countOfPersons(visit.demo)
  for (const zone of ['share_experience', 'terms', 'overlay']) {
    await host.call('zone', zone)
    await context.clearCookies({ name: 'svc_token' })
  }
  await host.call('zone', 'share_experience')
  // One that the platform made in vain may be the price of finding out.
  expect(await countOfPersons(visit.demo)).toBe(before + 2)
})

async function idOf(email: string) {
  const [row] = await visit.demo.platform.db.query<{ person_id: string }>(
    'select person_id from persons where email = $1',
    [email],
  )
  return row!.person_id
}

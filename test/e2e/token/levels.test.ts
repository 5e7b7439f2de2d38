import { createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { EncryptJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { materialOf } from '../../../demo/platform/identity/registered-key.js'
import { demo as brand } from '../../../demo/platform/index.js'
import { newestMail } from '../../mails.js'
import { proofOf } from '../../proof.js'
import { SOON } from '../../soon.js'
import { useDemo } from '../demo.js'
import { callsSince, killTokens } from './calls.js'
import { openHostPage, pageToken, runtimeOf } from './host-page.js'

const visit = useDemo({ https: true })

const someone = () => `${randomUUID()}@example.com`

/** A page whose host can prove who `email` is, and counts how often it was asked. */
async function openWithProofs(email: string, expires: string[] = ['5m']) {
  const visitor = await visit.newVisitor()
  let asked = 0
  await visitor.page.exposeFunction('sign', () => {
    const span = expires[Math.min(asked++, expires.length - 1)]!
    return proofOf({ email }, { expires: span })
  })
  const host = await openHostPage(visitor.page, visit.demo, { options: '{ jwt: () => sign() }' })
  return { ...visitor, host, asked: () => asked }
}

describe('a consumer', () => {
  test('is anonymous at first, whatever they look at', async () => {
    const { page, complaints } = await visit.newVisitor()
    const host = await openHostPage(page, visit.demo)
    await host.call('zone', 'share_experience')
    expect(await host.consumer()).toMatchObject({ level: 'anonymous' })
    expect(await host.told()).toEqual({ levels: [], errors: [] })
    expect(complaints).toEqual([])
  })

  const named: [how: string, call: string, args: (email: string) => unknown[]][] = [
    ['who gives their email address', 'identify', email => [{ email }]],
    ['with a customer number', 'identify', email => [{ partner_user_id: email }]],
    ['who gives their email address with an order', 'track', email => ['purchase', { email }]],
    ['whose email address is in the data of a zone', 'zone', email => ['share_experience', { email }]],
  ]
  test.each(named)('%s is identified, with one consumer event', async (_, call, args) => {
    const { page, complaints } = await visit.newVisitor()
    const host = await openHostPage(page, visit.demo)
    await host.call(call, ...args(someone()))
    expect(await host.consumer()).toMatchObject({ level: 'identified', scopes: ['LOCAL_PROFILE', 'UPDATE_PROFILE'] })
    expect(await host.told()).toEqual({ levels: ['identified'], errors: [] })
    expect(complaints).toEqual([])
  })

  test('who identifies as another person is that person for all later events, even at once', async () => {
    const { page } = await visit.newVisitor()
    const host = await openHostPage(page, visit.demo)
    await host.call('identify', { email: someone() })
    const { id: before } = await host.call<{ id: string }>('profile.get')
    const id = randomUUID()
    await page.evaluate(
      ({ id, email }) => {
        const rewards = Reflect.get(globalThis, 'rewards')
        return Promise.all([rewards.identify({ email }), rewards.track('purchase', {}, { id })]).then(() => {})
      },
      { id, email: someone() },
    )
    const { id: now } = await host.call<{ id: string }>('profile.get')
    expect(now).not.toBe(before)
    const whose = 'select person_id from events where partner_event_id = $1'
    expect(await visit.demo.platform.db.query(whose, [id])).toEqual([{ person_id: now }])
  })

  test.each([
    'profile.get',
    'zone',
  ])('whose token is dead is verified by verify(), whatever %s brings meanwhile', async other => {
    const { page } = await visit.newVisitor()
    const host = await openHostPage(page, visit.demo)
    const email = someone()
    await host.call('identify', { email })
    await killTokens(visit.demo)
    const jwt = await proofOf({ email })
    const level = await page.evaluate(
      async ({ jwt, other }) => {
        const rewards = Reflect.get(globalThis, 'rewards')
        const meanwhile = other === 'zone' ? rewards.zone('terms') : rewards.profile.get()
        const verified = rewards.verify(jwt)
        await meanwhile.catch(() => {})
        return (await verified).level
      },
      { jwt, other },
    )
    expect(level).toBe('verified')
    expect(await host.consumer()).toMatchObject({ level: 'verified' })
  })

  test.each(['anonymous', 'identified'])('who was %s is verified as soon as verify() resolves', async before => {
    const { page, complaints } = await visit.newVisitor()
    const host = await openHostPage(page, visit.demo)
    const email = someone()
    if (before === 'identified') await host.call('identify', { email })
    expect(await host.call('verify', await proofOf({ email }))).toMatchObject({ level: 'verified' })
    expect(await host.call('profile.get')).toMatchObject({ email })
    expect((await host.told()).levels.at(-1)).toBe('verified')
    expect(complaints).toEqual([])
  })

  test('is verified by an encrypted JWT', async () => {
    const key = randomBytes(32)
    const { db, secrets } = visit.demo.platform
    const material = await secrets.seal(db, materialOf(brand.clientId, 'sealed'), key.toString('base64'))
    await db.query(`insert into signing_keys (kid, client_id, kind, material) values ('sealed', $1, 'AES', $2)`, [
      ...[brand.clientId, material],
    ])
    const sealed = await new EncryptJWT({ email: someone(), scope: 'VERIFIED_CONSUMER' })
      .setProtectedHeader({ alg: 'A256KW', enc: 'A256GCM', kid: 'sealed' })
      .setExpirationTime('5m')
      .encrypt(createSecretKey(key))
    const host = await openHostPage((await visit.newVisitor()).page, visit.demo)
    expect(await host.call('verify', sealed)).toMatchObject({ level: 'verified' })
  })

  test('is verified by the link in an email, and the page notices by itself', async () => {
    const { page, context } = await visit.newVisitor()
    const host = await openHostPage(page, visit.demo)
    await host.call('identify', { email: someone() })
    expect(await host.call('requestVerificationEmail')).toMatchObject({ status: 'SUCCEEDED' })

    const mails = await context.newPage()
    await mails.goto((await newestMail(visit.demo.platform)).link)
    await mails.getByRole('button').click()
    await mails.getByText('Thank you').first().waitFor()
    await mails.close()
    await expect.poll(() => host.consumer(), SOON).toMatchObject({ level: 'verified' })
    expect(await host.told()).toMatchObject({ levels: ['identified', 'verified'] })
  })

  test('is known after a reload, without a question', async () => {
    const { page } = await visit.newVisitor()
    const host = await openHostPage(page, visit.demo)
    await host.call('verify', await proofOf({ email: someone() }))
    const before = await host.consumer()
    const start = visit.demo.requests.length
    await page.reload()
    await page.waitForFunction(() => 'rewards' in globalThis)
    expect(await host.consumer()).toEqual(before)
    expect(callsSince(visit.demo, start)).toEqual([])
  })
})

describe('a JWT', () => {
  test('is requested once, however many calls need it', async () => {
    const { host, asked, complaints } = await openWithProofs(someone())
    const lists = await host.page.evaluate(() => {
      const { shareables } = Reflect.get(globalThis, 'rewards')
      return Promise.all(Array.from({ length: 20 }, () => shareables.list()))
    })
    expect(lists).toHaveLength(20)
    expect(asked()).toBe(1)
    expect(await host.consumer()).toMatchObject({ level: 'verified' })
    // Each call was refused once, which a browser writes into its console.
    expect(complaints.filter(line => !line.includes('403'))).toEqual([])
  })

  test('from yesterday is replaced by a new one, once', async () => {
    const { host, asked } = await openWithProofs(someone(), ['-1m', '5m'])
    expect(await host.call('verify')).toMatchObject({ level: 'verified' })
    expect(asked()).toBe(2)
  })

  test('that has expired by this device’s clock each time is sent all the same, and identifies', async () => {
    const { host, asked } = await openWithProofs(someone(), ['-1m'])
    expect(await host.call('verify')).toMatchObject({ level: 'identified' })
    expect(asked()).toBe(2)
  })

  test('with an invalid form is rejected before it is sent, and the error does not quote it', async () => {
    const host = await openHostPage((await visit.newVisitor()).page, visit.demo)
    const start = visit.demo.requests.length
    const { code, message } = await host.refusal('verify', 'not.a.jwt')
    expect(code).toBe('invalid_argument')
    expect(message).toMatch(/malformed/)
    expect(message).not.toContain('not.a.jwt')
    expect(callsSince(visit.demo, start)).toEqual([])
  })

  const unsigned = (header: object) => `${btoa(JSON.stringify(header)).replace(/=+$/, '')}.e30.c2ln`
  test.each([
    ['no kid', unsigned({ alg: 'HS256' })],
    ['no signature', unsigned({ alg: 'none', kid: 'any' })],
    ['an unsupported algorithm', unsigned({ alg: 'EdDSA', kid: 'any' })],
  ])('that has %s is rejected by the platform', async (_, jwt) => {
    const host = await openHostPage((await visit.newVisitor()).page, visit.demo)
    const { code, message } = await host.refusal('verify', jwt)
    expect(code).toMatch(/^jwt_/)
    expect(message).not.toContain(jwt)
    expect(await host.consumer()).toMatchObject({ level: 'anonymous' })
  })

  test('with another signature changes nothing', async () => {
    const host = await openHostPage((await visit.newVisitor()).page, visit.demo)
    await host.call('identify', { email: someone() })
    const forged = await proofOf({ email: brand.ada.email }, { secret: 'not-the-secret-of-the-brand-0123456789abcdef' })
    expect(await host.refusal('verify', forged)).toMatchObject({ code: 'jwt_authentication_error' })
    expect(await host.consumer()).toMatchObject({ level: 'identified' })
  })

  test('without the scope identifies', async () => {
    const host = await openHostPage((await visit.newVisitor()).page, visit.demo)
    const claim = await proofOf({ email: someone(), scope: undefined })
    expect(await host.call('verify', claim)).toMatchObject({ level: 'identified' })
  })
})

test.each([
  'cookie',
  'header',
])('a consumer whom the brand verifies on its server gets a consumer event with the next answer (%s)', async carrier => {
  const host = await openHostPage((await visit.newVisitor()).page, visit.demo, { options: `{ carrier: '${carrier}' }` })
  await host.call('identify', { email: someone() })
  const { platform, origins } = visit.demo
  const access_token = await pageToken(host.page)
  const vouched = await platform.fetch(
    new Request(`${origins.server}/v4/tokens/${access_token}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${brand.serverToken}` },
    }),
  )
  expect(vouched.status).toBe(200)
  await host.call('zone', 'terms')
  expect(await host.consumer()).toMatchObject({ level: 'verified' })
  expect(await host.told()).toEqual({ levels: ['identified', 'verified'], errors: [] })
})

test('every tab knows the consumer at once', async () => {
  const { page, context } = await visit.newVisitor()
  const host = await openHostPage(page, visit.demo)
  await host.call('zone', 'share_experience')
  const other = await openHostPage(await context.newPage(), visit.demo)
  await host.call('verify', await proofOf({ email: someone() }))
  await expect.poll(() => other.told()).toMatchObject({ levels: expect.arrayContaining(['verified']) })
  expect(await other.consumer()).toEqual(await runtimeOf(page).consumer())
})

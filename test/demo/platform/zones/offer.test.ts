import { beforeAll, describe, expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
import { publishProgram } from '../publish-program.js'
import { advocate, backendOf } from '../setup/seed-programs/people.js'
import { shop, tokenIn, usePlatform } from '../use-platform.js'

const visit = usePlatform()
const { send } = visit
const offer = async (token: string, data = {}, zone = 'share_destination') =>
  (await send(`/zones/${zone}`, { token, json: data })).json()
const friend = async () => tokenIn(await send(`/s/${demo.ada.code}`))
const buy = async (token: string, email: string) =>
  tokenIn(await send('/events', { token, json: { event_name: 'purchase', data: { email } } }))

describe('the offer to a friend', () => {
  test('names the advocate by first name only, and links to the shop', async () => {
    const content = await offer(await friend())
    expect(content).toMatchObject({ widget: 'offer', continue_url: `${shop}/` })
    expect(content.advocate).toEqual({ first_name: 'Ada' })
    expect(JSON.stringify(content)).not.toContain('Lovelace')
  })

  test('names no advocate who has no first name', async () => {
    const { path, token } = await advocate(visit, 'nameless@example.com')
    await send('/v4/me', { token, json: { profile_picture_url: `${shop}/nameless.png` } })
    expect(await offer(tokenIn(await send(path)))).toMatchObject({ advocate: null, state: 'available' })
  })

  test('is that of its container: what happened in production does not count in a test', async () => {
    const used = await buy(await friend(), 'used-in-production@example.com')
    const old = await buy(await visit.anonymous(), 'old-in-production@example.com')
    await send(`/s/${demo.ada.code}`, { cookie: old })
    for (const token of [used, old]) {
      expect(await offer(token)).not.toMatchObject({ state: 'available' })
      expect(await offer(token, { container: 'a-test' })).toMatchObject({ state: 'available' })
    }
  })

  test('is one to oneself with an own link, if the link of somebody else was opened too long ago', async () => {
    const token = await visit.identified(demo.ada.email)
    await send((await advocate(visit, 'olive@example.com')).path, { cookie: token })
    await visit.rows(`update clicks set clicked_at = clicked_at - interval '91 days' where person_id = 'ada-lovelace'`)
    await send(`/s/${demo.ada.code}`, { cookie: token })
    expect(await offer(token)).toMatchObject({ state: 'self_referral' })
  })

  test('shows the picture of the advocate', async () => {
    const image_url = `${shop}/paul.png`
    const { path, token } = await advocate(visit, 'paul@example.com')
    // A dollar sign has a meaning in the replacement of a text, and a name can be that of a placeholder.
    for (const first_name of ['Paul $&', '{{offer_state}}', '{{ranks}}']) {
      await send('/v4/me', { token, json: { first_name, profile_picture_url: image_url } })
      expect(await offer(tokenIn(await send(path)))).toMatchObject({ advocate: { first_name, image_url } })
    }
  })

  test.each([
    ['available', 'for a friend without a purchase', friend],
    ['available', 'for a visitor without a link', () => visit.anonymous()],
    ['used', 'after the friend has used it', async () => buy(await friend(), 'used@example.com')],
    [
      'ineligible',
      'for an existing customer',
      async () => {
        const token = await buy(await visit.anonymous(), 'old@example.com')
        await send(`/s/${demo.ada.code}`, { cookie: token })
        return token
      },
    ],
    [
      'self_referral',
      'for the owner of the link',
      async () => {
        const token = await visit.identified(demo.ada.email)
        await send(`/s/${demo.ada.code}`, { cookie: token })
        return token
      },
    ],
  ])('is %s %s', async (state, _, visitor) => {
    expect(await offer(await visitor())).toMatchObject({ state })
  })

  test.each(['share_destination', 'welcome_offer'])('of %s shows its other states by label', async zone => {
    const token = await visit.anonymous()
    for (const state of ['expired', 'ineligible', 'self_referral', 'used']) {
      const content = await offer(token, { labels: state }, zone)
      expect(content).toMatchObject({ widget: 'offer', state })
      expect(content).not.toHaveProperty('coupon_code')
    }
  })

  test('reveals its code after the consumer has entered an email address, or immediately if it is known', async () => {
    expect(await offer(await visit.anonymous(), {}, 'welcome_offer')).toMatchObject({ reveal: 'email' })
    expect(await offer(await visit.identified('eve@example.com'), {}, 'welcome_offer')).toMatchObject({
      reveal: 'always',
      coupon_code: 'FRIEND20',
    })
  })
})

describe('with a program that only customers may advocate', () => {
  beforeAll(() =>
    publishProgram(visit, {
      referral: { step: 'purchase', advocate: { audience: 'customers' } },
      audiences: { customers: { step: 'purchase' } },
    }),
  )

  test('the offer is ineligible until the advocate is a customer, as the purchase would be', async () => {
    const { path, token } = await advocate(visit, 'paula@example.com')
    const visitor = tokenIn(await send(path))
    expect(await offer(visitor)).toMatchObject({ state: 'ineligible' })
    await buy(token, 'paula@example.com')
    expect(await offer(visitor)).toMatchObject({ state: 'available' })
  })

  test('the offer is ineligible if the advocate was referred by the visitor, or is blocked', async () => {
    const [one, other] = [await advocate(visit, 'quinn@example.com'), await advocate(visit, 'rosa@example.com')]
    await buy(one.token, 'quinn@example.com')
    const referred = await send('/events', {
      token: other.token,
      json: { event_name: 'purchase', data: { advocate_code: one.code } },
    })
    expect(referred.headers.has('X-Svc-Error-Message')).toBe(false)
    expect(await offer(one.token, { advocate_code: other.code })).toMatchObject({ state: 'ineligible' })
    const visitor = await visit.anonymous()
    expect(await offer(visitor, { advocate_code: other.code })).toMatchObject({ state: 'available' })
    const id = await backendOf(visit).personId('rosa@example.com')
    await backendOf(visit).send(`/v5/persons/${id}/block`, { method: 'PUT', json: { type: 'EVENTS' } })
    expect(await offer(visitor, { advocate_code: other.code })).toMatchObject({ state: 'ineligible' })
  })

  test('the offer of a second advocate is available to a friend of the first one, as long as a purchase would refer them anew', async () => {
    const [one, other] = [await advocate(visit, 'uma@example.com'), await advocate(visit, 'vita@example.com')]
    await buy(one.token, 'uma@example.com')
    await buy(other.token, 'vita@example.com')
    const token = await buy(tokenIn(await send(one.path)), 'wanda@example.com')
    expect(await offer(token)).toMatchObject({ state: 'used' })
    await send(other.path, { cookie: token })
    expect(await offer(token)).toMatchObject({ state: 'available' })
    await buy(token, 'wanda@example.com')
    expect(await offer(token)).toMatchObject({ state: 'used' })
  })

  test('the offer is ineligible for a visitor who is blocked for events', async () => {
    const visitor = await visit.anonymous()
    expect(await offer(visitor)).toMatchObject({ state: 'available' })
    const { identity_id } = await (await send('/v5/token', { token: visitor })).json()
    await backendOf(visit).send(`/v5/persons/${identity_id}/block`, { method: 'PUT', json: { type: 'EVENTS' } })
    expect(await offer(visitor)).toMatchObject({ state: 'ineligible' })
  })
})

test('with a program that refers nobody, the offer is ineligible', async () => {
  const token = await friend()
  await publishProgram(visit, {})
  expect(await offer(token)).toMatchObject({ state: 'ineligible', advocate: null })
})

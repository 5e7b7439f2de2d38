import { describe, expect, test } from 'vitest'
import { demo } from '../../../../demo/platform/index.js'
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
    expect(content).toMatchObject({ widget: 'offer', advocate: { first_name: 'Ada' }, continue_url: `${shop}/` })
    expect(JSON.stringify(content)).not.toContain('Lovelace')
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

import { beforeAll, describe, expect, test } from 'vitest'
import { addVersion, zoneVersions } from '../../../../demo/platform/campaign/campaign-version.js'
import {
  type Conditions,
  exampleOf,
  meetsConditions,
  type UnmetCondition,
  unmetCondition,
  viewerFrom,
} from '../../../../demo/platform/campaign/conditions.js'
import { demo } from '../../../../demo/platform/index.js'
import { signJwt } from '../../../proof.js'
import { codeOf, usePlatform } from '../use-platform.js'

const fits = (conditions: Conditions, data: object, level: 'anonymous' | 'identified' | 'verified' = 'anonymous') =>
  meetsConditions(conditions, viewerFrom({ ...data }, { level, audiences: ['customers', 'staff'] }))

describe('the conditions of a creative or rule', () => {
  test.each<[boolean, Conditions, object]>([
    [true, {}, {}],
    [true, {}, { labels: 'x', locale: 'de', container: 'test' }],
    [false, { labels: ['vip'] }, {}],
    [true, { labels: ['vip'] }, { labels: 'vip' }],
    [true, { labels: ['vip'] }, { labels: 'new, vip' }],
    [true, { labels: ['vip'] }, { labels: ['new', 'vip'] }],
    [true, { labels: ['vip', 'staff'] }, { labels: 'staff' }],
    [false, { labels: ['vip'] }, { labels: 'vips' }],
    [false, { labels: ['vip'] }, { labels: { vip: true } }],
    [false, { locale: ['fr'] }, {}],
    [true, { locale: ['fr'] }, { locale: 'fr' }],
    [true, { locale: ['fr'] }, { locale: 'fr-CA' }],
    [true, { locale: ['fr-CA'] }, { locale: 'FR_ca' }],
    [true, { locale: ['FR_ca'] }, { locale: 'fr-CA' }],
    [true, { locale: ['zh-Hant-TW'] }, { locale: 'zh_Hant_TW' }],
    [false, { locale: ['fr-CA'] }, { locale: 'fr' }],
    [false, { locale: ['fr'] }, { locale: 'fro' }],
    [true, { locale: ['de', 'fr'] }, { locale: 'fr' }],
    [true, { container: ['production'] }, {}],
    [true, { container: ['production'] }, { container: '' }],
    [false, { container: ['test'] }, {}],
    [true, { container: ['test'] }, { container: 'test' }],
    [true, { container: ['production', 'test'] }, { container: 'test' }],
    [false, { labels: ['vip'], locale: ['fr'] }, { labels: 'vip' }],
    [true, { labels: ['vip'], locale: ['fr'] }, { labels: 'vip', locale: 'fr' }],
    [true, { audience: ['customers'] }, {}],
    [true, { audience: ['vip', 'staff'] }, {}],
    [false, { audience: ['vip'] }, { audience: 'vip' }],
    [false, { not_audience: ['vip', 'staff'] }, {}],
    [true, { not_audience: ['vip'] }, {}],
    [true, { data: { cart_value: { min: 30 } } }, { cart_value: 30 }],
    [true, { data: { cart_value: { min: 30, max: 40 } } }, { cart_value: '35.5' }],
    [false, { data: { cart_value: { min: 30 } } }, { cart_value: 29.99 }],
    [false, { data: { cart_value: { max: 30 } } }, { cart_value: 31 }],
    [true, { data: { cart_value: { max: 30 } } }, { cart_value: -5 }],
    [false, { data: { cart_value: { min: 30 } } }, {}],
    [false, { data: { cart_value: { min: 0 } } }, { cart_value: '' }],
    [false, { data: { cart_value: { min: 30 } } }, { cart_value: '35 USD' }],
    [false, { data: { cart_value: { min: 0 } } }, { cart_value: [50] }],
    [true, { data: { plan: 'pro' } }, { plan: 'pro' }],
    [false, { data: { plan: 'pro' } }, { plan: 'Pro' }],
    [true, { data: { plan: ['basic', 'pro'] } }, { plan: 'pro' }],
    [true, { data: { seats: 5 } }, { seats: '5' }],
    [true, { data: { seats: [4, 5] } }, { seats: '5' }],
    [true, { data: { trial: false } }, { trial: 'false' }],
    [true, { data: { trial: true } }, { trial: true }],
    [false, { data: { trial: true } }, { trial: false }],
    [false, { data: { plan: ['null', 'pro'] } }, { plan: null }],
    [false, { data: { plan: 'pro' } }, { plan: ['pro'] }],
    [false, { data: { seats: { min: 0 } } }, { seats: true }],
    [false, { data: { seats: { min: 0 } } }, { seats: ' ' }],
    [false, { data: { constructor: 'x' } }, {}],
    [false, { data: { plan: 'pro', seats: 5 } }, { plan: 'pro', seats: 6 }],
  ])('%j: the conditions %j and the data %j', (expected, conditions, data) => {
    expect(fits(conditions, data)).toBe(expected)
  })

  test.each<[boolean, Conditions['level'], 'anonymous' | 'identified' | 'verified']>([
    [true, undefined, 'anonymous'],
    [true, ['anonymous'], 'anonymous'],
    [false, ['anonymous'], 'identified'],
    [true, ['identified', 'verified'], 'verified'],
    [false, ['verified'], 'identified'],
  ])('%j: the level %j and a consumer who is %s', (expected, level, actual) => {
    expect(fits(level ? { level } : {}, {}, actual)).toBe(expected)
  })

  /** Each condition that the viewer does not meet. */
  const UNMET: [UnmetCondition['rule'], Conditions, unknown][] = [
    ['labels', { labels: ['vip'] }, ['new', 'staff']],
    ['locale', { locale: ['fr'] }, 'de'],
    ['level', { level: ['verified'] }, 'identified'],
    ['container', { container: ['production'] }, 'test'],
    ['audience', { audience: ['members'] }, ['customers', 'partners']],
    ['not_audience', { not_audience: ['members', 'partners'] }, 'partners'],
    ['data.cart_value', { data: { cart_value: { min: 30 } } }, 29],
    ['data.plan', { data: { plan: 'pro' } }, undefined],
  ]
  const viewer = viewerFrom(
    { labels: 'new, staff', locale: 'de', container: 'test', cart_value: 29 },
    { level: 'identified', audiences: ['customers', 'partners'] },
  )

  test.each(UNMET)('say that %s is not met, and the value that decided', (rule, conditions, value) => {
    expect(unmetCondition(conditions, viewer)).toEqual({ rule, value })
  })

  test.each(UNMET)('say that %s is not met, beside each one that is met', (rule, conditions) => {
    const met: Conditions[] = [
      ...[{ labels: ['new'] }, { locale: ['de'] }, { level: ['identified' as const] }, { container: ['test'] }],
      ...[{ audience: ['partners'] }, { not_audience: ['members'] }, { data: { cart_value: 29 } }],
    ]
    for (const each of met) expect(unmetCondition({ ...each, ...conditions }, viewer)?.rule).toBe(rule)
  })

  test('say the first that is not met', () => {
    const data = { cart_value: { min: 30 }, plan: 'pro' }
    const all: Conditions = Object.assign({}, ...UNMET.map(([, conditions]) => conditions), { data })
    const left = { ...all }
    for (const name of ['labels', 'locale', 'level', 'container', 'audience', 'not_audience'] as const) {
      expect(unmetCondition(left, viewer)?.rule).toBe(name)
      delete left[name]
    }
    expect(unmetCondition(left, viewer)?.rule).toBe('data.cart_value')
    expect(unmetCondition({}, viewer)).toBeUndefined()
  })

  test('have an example viewer who meets them', () => {
    const conditions: Conditions = {
      ...{ labels: ['vip', 'staff'], locale: ['fr-CA'], container: ['test'], audience: ['customers'] },
      level: ['anonymous', 'identified'],
      data: { cart_value: { min: 30 }, plan: ['pro', 'basic'], seats: 5, weight: { max: 2 } },
    }
    const example = { labels: 'vip', locale: 'fr-CA', level: 'anonymous', container: 'test', audience: 'customers' }
    expect(exampleOf(conditions)).toEqual({ ...example, cart_value: 30, plan: 'pro', seats: 5, weight: 2 })
    expect(fits(conditions, exampleOf(conditions))).toBe(true)
    expect(exampleOf({})).toEqual({})
  })
})

describe('a zone with several creatives', () => {
  const visit = usePlatform()
  const text = (content: string, when?: object) => ({ ...(when && { when }), type: 'text', content })
  const shown = async (data: object, token?: string) =>
    (await visit.send('/zones/greeting', { json: data, ...(token && { token }) })).text()

  beforeAll(async () => {
    const creatives = [
      text('salut vip', { labels: 'vip', locale: 'fr' }),
      text('vip', { labels: 'vip' }),
      text('salut', { locale: 'fr' }),
      text('welcome back', { level: 'verified' }),
      text('hello you', { level: 'identified' }),
      text('hello', { container: 'production' }),
    ]
    const zones = { greeting: JSON.stringify({ creatives }) }
    await addVersion(visit.platform, { zones, editorId: 'ida', message: '', publish: true, at: new Date(visit.now) })
  })

  test.each([
    ['salut vip', { labels: 'vip', locale: 'fr-CA' }],
    ['vip', { labels: 'vip' }],
    ['salut', { locale: 'fr' }],
    ['hello', { locale: 'de' }],
    ['', { container: 'test' }],
  ])('shows "%s", the first creative whose conditions are met by the data %j', async (expected, data) => {
    expect(await shown(data)).toBe(expected)
  })

  test('uses the level of the consumer, not the level in the data', async () => {
    expect(await shown({}, await visit.identified('zoe@example.com'))).toBe('hello you')
    expect(await shown({}, await visit.verified('zoe@example.com'))).toBe('welcome back')
    expect(await shown({ level: 'verified' })).toBe('hello')
    // Whatever the profile has got meanwhile.
    const token = await visit.anonymous()
    const { identity_id } = await (await visit.send('/v5/token', { token })).json()
    await visit.rows(`update persons set email = 'meanwhile@example.com' where person_id = $1`, [identity_id])
    expect(await shown({}, token)).toBe('hello')
    // Also of one whom the request itself names.
    expect(await shown({ email: 'new@example.com' })).toBe('hello you')
  })

  test('uses the claims of a JWT, in place of data of the same name', async () => {
    const jwt = await signJwt({ email: 'zoe@example.com', locale: 'fr' })
    expect(await shown({ jwt, locale: 'de' })).toBe('salut')
  })

  test('uses the locale of the profile if the data has none', async () => {
    const token = await visit.identified('fanny@example.com')
    await visit.rows(`update persons set locale = 'fr' where email = 'fanny@example.com'`)
    for (const data of [{}, { locale: '' }, { locale: 7 }]) expect(await shown(data, token)).toBe('salut')
    expect(await shown({ locale: 'en' }, token)).toBe('hello you')
  })

  test('uses the audiences of the person', async () => {
    const creatives = [text('thank you', { audience: 'customers' }), text('join us', { not_audience: 'customers' })]
    const zones = { club: JSON.stringify({ creatives }) }
    await addVersion(visit.platform, { zones, editorId: 'ida', message: '', publish: true, at: new Date(visit.now) })
    const [version] = await zoneVersions(visit.platform, 'club')
    const token = await visit.identified('carla@example.com')
    const club = async (json: object) => (await visit.send('/zones/club', { json, token })).text()
    expect(await club({ audience: 'customers' })).toBe('join us')
    expect(await club({ audience: 'customers', preview_key: version!.preview_key })).toBe('thank you')
    await visit.send('/events', { token, json: { event_name: 'purchase', data: {} } })
    expect(await club({})).toBe('thank you')
    expect(await club({ container: 'a-test' })).toBe('join us')
    expect(await club({ preview_key: version!.preview_key })).toBe('join us')
  })

  test('is empty if no creative is for the viewer', async () => {
    const json = { container: 'test' }
    const response = await visit.send('/api/v6/zones/greeting', { json, token: await visit.anonymous() })
    expect([response.status, await codeOf(response)]).toEqual([400, 'no_creative'])
  })

  test('shows a preview as any consumer would see it, and records no event', async () => {
    const [{ preview_key } = { preview_key: '' }] = await zoneVersions(visit.platform, 'greeting')
    const visits = () => visit.rows(`select event_id from events where event_name = 'greeting'`)
    const before = await visits()
    expect(await shown({ preview_key, level: 'verified' })).toBe('welcome back')
    expect(await shown({ preview_key }, await visit.verified('zoe@example.com'))).toBe('welcome back')
    const unknown = { preview_key, level: 'unknown' }
    expect(await shown(unknown, await visit.verified('zoe@example.com'))).toBe('welcome back')
    expect(await visits()).toEqual(before)
    expect(await shown({ preview_key: 'guessed', level: 'verified' })).toBe('hello')
  })

  test('shows a preview of this zone only, but also of another client', async () => {
    const sandbox = { ...visit.platform, clientId: demo.sandbox.clientId }
    const zones = { greeting: JSON.stringify({ creatives: [text('hello sandbox')] }) }
    await addVersion(sandbox, { zones, editorId: 'ida', message: '', publish: false, at: new Date(visit.now) })
    const [{ preview_key } = { preview_key: '' }] = await zoneVersions(sandbox, 'greeting')
    expect(await shown({ preview_key })).toBe('hello sandbox')
    expect((await visit.send(`/preview/${preview_key}/greeting`)).status).toBe(200)
    const club = await visit.send('/zones/club', { json: { preview_key } })
    expect(await club.text()).toBe('join us')
  })

  test('shows no private data in the preview of a level that the consumer does not have', async () => {
    const [version] = await zoneVersions(visit.platform, 'bankable_rewards')
    const rewards = async (token: string) => {
      const json = { preview_key: version!.preview_key, level: 'verified' }
      return (await (await visit.send('/zones/bankable_rewards', { token, json })).json()).rewards
    }
    expect(await rewards(await visit.identified('ada@example.com'))).toBe(null)
    expect(await rewards(await visit.verified('ada@example.com'))).toEqual([])
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import { type Audience, exampleOf, isInAudience, viewerFrom } from '../../../../demo/platform/campaign/audience.js'
import { addVersion, zoneVersions } from '../../../../demo/platform/campaign/campaign-version.js'
import { codeOf, usePlatform } from '../use-platform.js'

const fits = (audience: Audience, data: object, level: 'anonymous' | 'identified' | 'verified' = 'anonymous') =>
  isInAudience(audience, viewerFrom({ ...data }, level))

describe('an audience', () => {
  test.each<[boolean, Audience, object]>([
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
    [false, { locale: ['fr-CA'] }, { locale: 'fr' }],
    [false, { locale: ['fr'] }, { locale: 'fro' }],
    [true, { locale: ['de', 'fr'] }, { locale: 'fr' }],
    [true, { container: ['production'] }, {}],
    [false, { container: ['test'] }, {}],
    [true, { container: ['test'] }, { container: 'test' }],
    [false, { labels: ['vip'], locale: ['fr'] }, { labels: 'vip' }],
    [true, { labels: ['vip'], locale: ['fr'] }, { labels: 'vip', locale: 'fr' }],
  ])('%j: the audience %j and the data %j', (expected, audience, data) => {
    expect(fits(audience, data)).toBe(expected)
  })

  test.each<[boolean, Audience['level'], 'anonymous' | 'identified' | 'verified']>([
    [true, undefined, 'anonymous'],
    [true, ['anonymous'], 'anonymous'],
    [false, ['anonymous'], 'identified'],
    [true, ['identified', 'verified'], 'verified'],
    [false, ['verified'], 'identified'],
  ])('%j: the level %j and a consumer who is %s', (expected, level, actual) => {
    expect(fits(level ? { level } : {}, {}, actual)).toBe(expected)
  })

  test('has an example viewer who belongs to it', () => {
    const audience: Audience = { labels: ['vip', 'staff'], locale: ['fr-CA'], container: ['test'] }
    expect(exampleOf(audience)).toEqual({ labels: 'vip', locale: 'fr-CA', container: 'test' })
    expect(fits(audience, exampleOf(audience))).toBe(true)
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
  ])('shows "%s", the first creative whose audience includes the data %j', async (expected, data) => {
    expect(await shown(data)).toBe(expected)
  })

  test('uses the level of the consumer, not the level in the data', async () => {
    expect(await shown({}, await visit.identified('zoe@example.com'))).toBe('hello you')
    expect(await shown({}, await visit.verified('zoe@example.com'))).toBe('welcome back')
    expect(await shown({ level: 'verified' })).toBe('hello')
  })

  test('uses the locale of the profile if the data has none', async () => {
    const token = await visit.identified('fanny@example.com')
    await visit.rows(`update persons set locale = 'fr' where email = 'fanny@example.com'`)
    expect(await shown({}, token)).toBe('salut')
    expect(await shown({ locale: 'en' }, token)).toBe('hello you')
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
    expect(await visits()).toEqual(before)
    expect(await shown({ preview_key: 'guessed', level: 'verified' })).toBe('hello')
  })
})

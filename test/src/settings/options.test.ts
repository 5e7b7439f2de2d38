import { afterEach, describe, expect, test, vi } from 'vitest'
import { type RewardsOptions, readOptions } from '../../../src/settings/options.js'

const domain = 'https://share.brand.com'
const faultOf = (options: unknown) => {
  try {
    readOptions(options as RewardsOptions)
  } catch (error) {
    return error
  }
  return undefined
}

afterEach(() => void vi.unstubAllGlobals())

describe('the options', () => {
  test('all have defaults, except the domain', () => {
    expect(readOptions({ domain })).toMatchObject({
      base: domain,
      carrier: 'auto',
      consent: 'program',
      data: {},
      vendor: 'svc',
    })
  })

  test('are copied when the runtime is created: later changes of the object have no effect', () => {
    const options = { domain, data: { labels: 'refer' } }
    const read = readOptions(options)
    options.data.labels = 'tell'
    expect(read.data).toEqual({ labels: 'refer' })
    expect(read).toSatisfy(Object.isFrozen)
  })

  test.each([
    ['https://share.brand.com/', 'https://share.brand.com'],
    ['https://share.brand.com/refer//', 'https://share.brand.com/refer'],
    ['http://127.0.0.1:4400', 'http://127.0.0.1:4400'],
    ['HTTPS://Share.Brand.com', 'https://share.brand.com'],
  ])('the domain %s becomes %s', (given, base) => {
    expect(readOptions({ domain: given }).base).toBe(base)
  })

  test('a path as domain is a reverse proxy on the page’s own origin', () => {
    vi.stubGlobal('location', { href: 'https://shop.brand.com/products/1?size=2#top' })
    expect(readOptions({ domain: '/rewards' }).base).toBe('https://shop.brand.com/rewards')
  })

  test('a path as domain is accepted on a server, where no call is made', () => {
    expect(readOptions({ domain: '/rewards' }).base).toMatch(/\/rewards$/)
  })

  test.each([
    ['nothing at all', undefined],
    ['no domain', {}],
    ['an empty domain', { domain: '' }],
    ['a domain that is no address', { domain: 'https://' }],
    ['another protocol', { domain: 'ftp://share.brand.com' }],
    ['a script for a domain', { domain: 'javascript:alert(1)' }],
    ['a password in the domain', { domain: 'https://ada:secret@share.brand.com' }],
    ['a query in the domain', { domain: 'https://share.brand.com/?a=1' }],
    ['a fragment in the domain', { domain: 'https://share.brand.com/#a' }],
  ])('%s is rejected, and the message names options.domain', (_, options) => {
    expect(faultOf(options)).toMatchObject({
      name: 'RewardsError',
      code: 'invalid_argument',
      message: expect.stringContaining('options.domain'),
    })
  })

  test.each([
    'https://ada:secret@share.brand.com',
    'https://share.brand.com/?token=secret',
    'https://share.brand.com/#secret',
  ])('the message about the domain %s shows no secret', domain => {
    const { message } = faultOf({ domain }) as Error
    expect(message).toContain('share.brand.com')
    expect(message).not.toContain('secret')
  })

  // It is read as a path of the page, where every call then fails in silence.
  test('a host name without https:// is rejected, and the message names options.domain', () => {
    expect(faultOf({ domain: 'share.brand.com' })).toMatchObject({ message: expect.stringContaining('options.domain') })
  })

  test.each([
    ['carrier', 'pigeon'],
    ['carrier', 'cookies'],
    ['consent', 'maybe'],
    ['consent', ''],
  ])('%s: %j is rejected, and the message names the option', (name, value) => {
    expect(faultOf({ domain, [name]: value })).toMatchObject({
      code: 'invalid_argument',
      message: expect.stringContaining(`options.${name}`),
    })
  })

  test('fetch is the page’s own, whenever the page sets it', async () => {
    const { fetch } = readOptions({ domain })
    vi.stubGlobal('fetch', async (url: string) => new Response(`wrapped ${url}`))
    expect(await (await fetch('/a')).text()).toBe('wrapped /a')
  })

  test('the option fetch wins', () => {
    const fetch = async () => new Response()
    expect(readOptions({ domain, fetch }).fetch).toBe(fetch)
  })
})

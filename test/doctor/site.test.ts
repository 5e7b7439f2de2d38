import { describe, expect, test } from 'vitest'
import { isSameSite, reasonForShortCookies, siteOf } from '../../doctor/site.js'

test.each([
  ['www.brand.com', 'brand.com'],
  ['share.brand.co.uk', 'brand.co.uk'],
  ['brand.github.io', 'brand.github.io'],
  ['shop.brand.localhost', 'brand.localhost'],
  ['localhost', 'localhost'],
  ['192.0.2.1', '192.0.2.1'],
])('the site of %s is %s', (host, site) => {
  expect(siteOf(host)).toBe(site)
})

test('two companies below one public suffix are two sites', () => {
  expect(isSameSite(new URL('https://one.co.uk'), new URL('https://two.co.uk'))).toBe(false)
  expect(isSameSite(new URL('https://www.one.co.uk'), new URL('https://share.one.co.uk'))).toBe(true)
  expect(isSameSite(new URL('http://www.one.co.uk'), new URL('https://share.one.co.uk'))).toBe(false)
})

describe('Safari', () => {
  const page = new URL('https://www.brand.com')
  const domain = new URL('https://share.brand.com')
  const reason = (aliases: string[], ofDomain: string[] = ['192.0.7.7'], of = { page, domain }) =>
    reasonForShortCookies(of.page, of.domain, {
      resolveCname: async () => aliases,
      resolve4: async host => (host === 'www.brand.com' ? ['192.0.2.1'] : ofDomain),
    })

  test('keeps the cookie of a domain in the network of the page', async () => {
    expect(await reason([])).toBeUndefined()
    expect(await reason(['edge.brand.com'])).toBeUndefined()
  })
  test('keeps it for a week if the domain is a CNAME of another site', async () => {
    expect(await reason(['brand.rewards-platform.example'])).toContain('CNAME of brand.rewards-platform.example')
  })
  test('keeps it for a week if the domain is in another network', async () => {
    expect(await reason([], ['198.51.100.9'])).toContain('198.51.100.9')
  })
  test('is not judged if the name server says nothing', async () => {
    const silent = () => Promise.reject(new Error('ENOTFOUND'))
    expect(await reasonForShortCookies(page, domain, { resolveCname: silent, resolve4: silent })).toBeUndefined()
  })
  test('keeps the cookie of the page’s own host', async () => {
    expect(
      await reason(['cdn.example'], undefined, { page, domain: new URL('https://www.brand.com/rewards') }),
    ).toBeUndefined()
  })
})

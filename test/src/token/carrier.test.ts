// @vitest-environment happy-dom
import { afterEach, describe, expect, test, vi } from 'vitest'
import { chooseCarrier } from '../../../src/token/carrier.js'

function carrierAt(page: string, base: string) {
  Reflect.get(window, 'happyDOM').setURL(page)
  return chooseCarrier(base, location)
}

afterEach(() => void vi.unstubAllGlobals())

describe('the token travels, by default', () => {
  test.each([
    ['https://shop.brand.localhost/', 'https://share.brand.localhost'],
    ['https://brand.localhost/', 'https://share.brand.localhost'],
    ['https://share.brand.localhost/', 'https://share.brand.localhost'],
    ['https://share.brand.localhost:8443/', 'https://share.brand.localhost'],
    ['https://shop.brand.com/', 'https://shop.brand.com/rewards'],
    ['http://127.0.0.1:3000/', 'http://127.0.0.1:4400'],
    ['http://localhost:3000/', 'http://localhost:4400'],
  ])('from %s to %s by cookie, because they are one site', (page, base) => {
    expect(carrierAt(page, base)).toBe('cookie')
  })

  test.each([
    ['https://shop.brand.localhost/', 'https://share.other.localhost'],
    ['https://shop.brand.localhost/', 'https://share.otherbrand.localhost'],
    ['https://shop.brand.localhost/', 'https://brand.localhost.evil.example'],
    ['http://shop.brand.localhost/', 'https://share.brand.localhost'],
    ['https://shop.brand.localhost/', 'http://share.brand.localhost'],
    ['http://localhost:3000/', 'http://127.0.0.1:4400'],
    ['http://127.0.0.1:3000/', 'http://128.0.0.1:4400'],
  ])('from %s to %s by header, because they are two sites', (page, base) => {
    expect(carrierAt(page, base)).toBe('header')
  })

  test('over plain http to a proxy on the page’s own host by header, because browsers keep no Secure cookie there', () => {
    vi.stubGlobal('isSecureContext', false)
    expect(carrierAt('http://shop.brand.com/', 'http://shop.brand.com/rewards')).toBe('header')
  })

  test('after a check that leaves no cookie behind', () => {
    carrierAt('https://shop.brand.localhost/', 'https://share.other.localhost')
    expect(document.cookie).toBe('')
  })
})

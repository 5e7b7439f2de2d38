// @vitest-environment happy-dom
import cookies from 'js-cookie'
import { afterEach, describe, expect, test } from 'vitest'
import { readCookie, writeCookie } from '../../../src/token/cookie.js'

const VALUES = ['plain', 'a|b|0|1', 'ключ; path=/evil', '100% "quoted"', 'a=b==', 'é, ü', '😀']

afterEach(() => writeCookie('it', undefined))

describe('a cookie, compared with js-cookie', () => {
  test.each(VALUES)('%s is written so that the library reads it', value => {
    writeCookie('it', value)
    expect(cookies.get('it')).toBe(value)
  })

  test.each(VALUES)('%s is read as the library has written it', value => {
    cookies.set('it', value, { secure: true })
    expect(readCookie('it')).toBe(value)
  })

  test('is not confused with a cookie whose name ends alike', () => {
    cookies.set('not_it', 'other', { secure: true })
    expect(readCookie('it')).toBeUndefined()
    cookies.remove('not_it')
  })

  test.each([
    'it',
    'share.brand.com%2Frewards',
    'share.brand.com%2F50%2525',
    'a+b$c&d%28e%29',
  ])('whose name is %s is written, read and removed under that name', name => {
    writeCookie(name, 'here')
    expect(document.cookie).toBe(`${name}=here`)
    expect(readCookie(name)).toBe('here')
    writeCookie(name, undefined)
    expect(document.cookie).toBe('')
  })

  test('is for every page of the host, for requests from pages of its site, for HTTPS, and for 400 days', () => {
    let written = ''
    Object.defineProperty(document, 'cookie', {
      configurable: true,
      get: () => '',
      set: (text: string) => {
        written = text
      },
    })
    try {
      writeCookie('it', 'here')
    } finally {
      Reflect.deleteProperty(document, 'cookie')
    }
    const [pair, ...attributes] = written.toLowerCase().split('; ')
    expect(pair).toBe('it=here')
    expect(attributes.sort()).toEqual(['max-age=34560000', 'path=/', 'samesite=lax', 'secure'])
  })

  test('is written on a page whose scripts have extended Object.prototype', () => {
    const extended = Object.prototype as { each?: unknown }
    extended.each = () => {}
    try {
      writeCookie('it', 'here')
    } finally {
      delete extended.each
    }
    expect(readCookie('it')).toBe('here')
  })

  test('is removed with the attributes it was set with', () => {
    writeCookie('it', 'here', 'brand.localhost')
    expect(readCookie('it')).toBe('here')
    writeCookie('it', undefined, 'brand.localhost')
    expect(readCookie('it')).toBeUndefined()
  })
})

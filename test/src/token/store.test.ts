// @vitest-environment happy-dom
// @vitest-environment-options {"url": "https://shop.brand.localhost/products/1"}
import cookies from 'js-cookie'
import { beforeEach, describe, expect, test } from 'vitest'
import { createTokenStore } from '../../../src/token/store.js'
import type { HeldToken } from '../../../src/token/token.js'

const ada: HeldToken = {
  access_token: 'token-of-ada_1.2-3',
  owner: '0123456789abcdef0123456789abcdef',
  scopes: ['LOCAL_PROFILE', 'UPDATE_PROFILE'],
  expires_at: 1_800_000_000_000,
  cookie: false,
}
const grace: HeldToken = { ...ada, access_token: 'token-of-grace', scopes: [], expires_at: 0, cookie: true }

/** The store of one page; each call is another page of the same site. */
function page({ allowed }: { allowed: boolean }) {
  const store = createTokenStore('svc', undefined)
  if (allowed) store.keep(true)
  return store
}
beforeEach(() => {
  cookies.remove('svc_page_token')
  cookies.remove('svc_page_token', { domain: '.brand.localhost' })
})

describe('the page’s copy of the token, where nothing may be kept', () => {
  test('is in memory, and in no cookie', () => {
    const store = page({ allowed: false })
    store.write(ada)
    expect(store.read()).toEqual(ada)
    expect(document.cookie).toBe('')
  })

  test('is unknown to the next page', () => {
    page({ allowed: false }).write(ada)
    expect(page({ allowed: true }).read()).toBeUndefined()
  })

  test('does not take up a cookie of earlier', () => {
    page({ allowed: true }).write(ada)
    const store = page({ allowed: false })
    expect(store.remembered()).toBe(true)
    expect(store.read()).toBeUndefined()
  })
})

describe('the page’s copy of the token, where it may be kept', () => {
  test.each([['ada', ada] as const, ['grace', grace] as const])('is what the next page finds: %s', (_, held) => {
    page({ allowed: true }).write(held)
    expect(page({ allowed: true }).read()).toEqual(held)
  })

  test('is in a cookie of a name of its own, of the vendor’s word', () => {
    const store = createTokenStore('acme', undefined)
    store.keep(true)
    store.write(ada)
    expect(document.cookie).toMatch(/^acme_page_token=/)
    cookies.remove('acme_page_token')
  })

  test('reaches the whole site when the host says so', () => {
    const store = createTokenStore('svc', '.brand.localhost')
    store.keep(true)
    store.write(ada)
    expect(cookiesAt('https://www.brand.localhost/')).toEqual(['svc_page_token'])
    store.clear()
    expect(document.cookie).toBe('')
  })

  test('stays on its host when the host says nothing', () => {
    page({ allowed: true }).write(ada)
    expect(cookiesAt('https://www.brand.localhost/')).toEqual([])
    expect(cookiesAt('https://shop.brand.localhost/')).toEqual(['svc_page_token'])
  })

  test('is what another page has renewed', () => {
    const [one, other] = [page({ allowed: true }), page({ allowed: true })]
    one.write(ada)
    other.write(grace)
    expect(one.read()).toEqual(grace)
  })

  test('is gone when another page has logged out', () => {
    const [one, other] = [page({ allowed: true }), page({ allowed: true })]
    one.write(ada)
    expect(one.read()).toEqual(ada)
    other.clear()
    expect(one.read()).toBeUndefined()
  })

  test.each(['', 'nonsense', '|', '||||', 'a|', '%E0%A4%A'])('is none where the cookie says %j', text => {
    cookies.withConverter({ write: text => text }).set('svc_page_token', text)
    expect(page({ allowed: true }).read()).toBeUndefined()
  })
})

describe('a change of mind', () => {
  test('to keep writes what memory holds', () => {
    const store = page({ allowed: false })
    store.write(ada)
    store.keep(true)
    expect(page({ allowed: true }).read()).toEqual(ada)
  })

  test('not to keep deletes the cookie at once, and goes on in memory', () => {
    const store = page({ allowed: true })
    store.write(ada)
    store.keep(false)
    expect(document.cookie).toBe('')
    expect(store.remembered()).toBe(false)
    expect(store.read()).toEqual(ada)
  })

  test('not to keep deletes also what an earlier page has kept', () => {
    page({ allowed: true }).write(ada)
    page({ allowed: false }).keep(false)
    expect(document.cookie).toBe('')
  })

  test('to and fro never writes what was let go', () => {
    const store = page({ allowed: true })
    store.write(ada)
    store.clear()
    store.keep(false)
    store.keep(true)
    expect(store.read()).toBeUndefined()
    expect(document.cookie).toBe('')
  })
})

describe('a logout that the platform has not acknowledged', () => {
  test('is remembered by the next page, without a token', () => {
    const store = page({ allowed: true })
    store.write(ada)
    store.bury()
    expect(store.read()).toBeUndefined()
    expect(document.cookie).not.toContain(ada.access_token)
    expect(page({ allowed: true }).buried()).toBe(true)
  })

  test('is remembered through the tokens that come next, whose owner is as any other', () => {
    const store = page({ allowed: true })
    store.bury()
    expect(store.owner()).toBeFalsy()
    store.write(grace)
    const next = page({ allowed: true })
    expect(next.read()).toEqual(grace)
    expect(next.owner()).toBe(grace.owner)
    next.clear(grace.owner)
    expect(next.read()).toBeUndefined()
    expect(next.owner()).toBe(grace.owner)
    expect(page({ allowed: true }).buried()).toBe(true)
  })

  test('ends when everything is forgotten', () => {
    const store = page({ allowed: true })
    store.bury()
    store.write(grace)
    store.clear()
    expect(store.buried()).toBeFalsy()
    expect(document.cookie).toBe('')
  })

  test('ends when it is acknowledged, and leaves nothing', () => {
    const store = page({ allowed: true })
    store.bury()
    store.lift()
    expect(store.buried()).toBeFalsy()
    expect(document.cookie).toBe('')
  })

  test('an acknowledgement that comes late does not take the next person’s token', () => {
    const store = page({ allowed: true })
    store.bury()
    store.write(grace)
    store.lift()
    expect(store.read()).toEqual(grace)
  })

  test('holds in memory where nothing may be kept', () => {
    const store = page({ allowed: false })
    store.write(ada)
    store.bury()
    expect(store.read()).toBeUndefined()
    expect(store.buried()).toBe(true)
    expect(document.cookie).toBe('')
  })
})

describe('a browser that refuses cookies without a word', () => {
  test('leaves the token in memory', () => {
    const store = createTokenStore('svc', '.somebody-else.example')
    store.keep(true)
    store.write(ada)
    expect(document.cookie).toBe('')
    expect(store.read()).toEqual(ada)
    store.clear()
    expect(store.read()).toBeUndefined()
  })
})

/** The names of the cookies that a page at `url` of the same browser would see. */
function cookiesAt(url: string): string[] {
  const { happyDOM } = window as unknown as { happyDOM: { setURL(url: string): void } }
  const here = location.href
  happyDOM.setURL(url)
  const pairs = document.cookie.split('; ').filter(Boolean)
  happyDOM.setURL(here)
  return pairs.map(pair => pair.split('=')[0]!)
}

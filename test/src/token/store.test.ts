// @vitest-environment happy-dom
// @vitest-environment-options {"url": "https://shop.brand.localhost/products/1"}
import cookies from 'js-cookie'
import { beforeEach, describe, expect, test } from 'vitest'
import { removeCookie, writeCookie } from '../../../src/token/cookie.js'
import type { HeldToken } from '../../../src/token/held-token.js'
import { createTokenStore } from '../../../src/token/store.js'
import { pageCookie } from '../../page-cookie.js'

const PROGRAM = { vendor: 'svc', base: 'https://share.brand.localhost' }
const COOKIE = pageCookie(PROGRAM.base)
const SHARED = pageCookie(PROGRAM.base, { isShared: true })
const ATTRIBUTES = { secure: true, path: '/' }

const ada: HeldToken = {
  access_token: 'token-of-ada_1.2-3',
  owner: '0123456789abcdef0123456789abcdef',
  scopes: ['LOCAL_PROFILE', 'UPDATE_PROFILE'],
  expires_at: 1_800_000_000_000,
  travelsByCookie: false,
}
const grace: HeldToken = { ...ada, access_token: 'token-of-grace', scopes: [], expires_at: 0, travelsByCookie: true }

/** A device’s token after one of a person has died. */
const deviceAfterAda: HeldToken = { ...grace, scopes: ['LOCAL_PROFILE'], identity_id: 'p-device', person_id: 'p-ada' }

/** The store of one page; each call is another page of the same site. */
function page({ allowed }: { allowed: boolean }) {
  const store = createTokenStore(PROGRAM)
  if (allowed) store.setPersistent(true)
  return store
}

/** A page reads its cookie once in a task. */
const nextTask = () => Promise.resolve()

beforeEach(() => {
  for (const name of [COOKIE, SHARED, 'svc_page_token']) removeCookie(name)
})

describe('the page’s copy of the token, where nothing may be stored', () => {
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

  test('does not come from an earlier cookie', () => {
    page({ allowed: true }).write(ada)
    const store = page({ allowed: false })
    expect(store.hasStoredData()).toBe(true)
    expect(store.read()).toBeUndefined()
  })
})

describe('the page’s copy of the token, where it may be stored', () => {
  test.each<[string, HeldToken]>([
    ['ada', ada],
    ['grace', grace],
    ['an anonymous consumer after ada', deviceAfterAda],
    ['an id and scopes with any characters', { ...ada, identity_id: 'a|%41 ü', scopes: ['TWO WORDS', 'Ü'] }],
    ['an anonymous consumer after a person with any characters', { ...grace, scopes: [], person_id: '~a|%41 ü' }],
    ['a token with a bar', { ...ada, access_token: '7|Ada%7C' }],
  ])('is found by the next page: %s', (_, held) => {
    page({ allowed: true }).write(held)
    expect(page({ allowed: true }).read()).toEqual(held)
  })

  test('leaves out a scope without a name', () => {
    page({ allowed: true }).write({ ...ada, scopes: ['', ...ada.scopes] })
    expect(page({ allowed: true }).read()).toEqual(ada)
  })

  test('is in a cookie named after the vendor', () => {
    const store = createTokenStore({ ...PROGRAM, vendor: 'acme' })
    store.setPersistent(true)
    store.write(ada)
    expect(document.cookie).toContain(`${pageCookie(PROGRAM.base, { vendor: 'acme' })}=`)
    store.clear()
  })

  test('is shared with the site if the option cookieDomain is set', () => {
    const store = createTokenStore({ ...PROGRAM, cookieDomain: '.brand.localhost' })
    store.setPersistent(true)
    store.write(ada)
    expect(cookiesAt('https://www.brand.localhost/')).toEqual([SHARED])
    store.clear()
    expect(document.cookie).toBe('')
  })

  test('stays on its host by default', () => {
    page({ allowed: true }).write(ada)
    expect(cookiesAt('https://www.brand.localhost/')).toEqual([])
    expect(cookiesAt('https://shop.brand.localhost/')).toEqual([COOKIE])
  })

  test('follows the renewal by another page', async () => {
    const [one, other] = [page({ allowed: true }), page({ allowed: true })]
    one.write(ada)
    other.write(grace)
    await nextTask()
    expect(one.read()).toEqual(grace)
  })

  test('is gone when another page has logged out', async () => {
    const [one, other] = [page({ allowed: true }), page({ allowed: true })]
    one.write(ada)
    expect(one.read()).toEqual(ada)
    other.clear()
    await nextTask()
    expect(one.read()).toBeUndefined()
  })

  test.each([
    '',
    'nonsense',
    '|',
    '||||',
    'a|',
    '%E0%A4%A',
    '%25ZZ|1|0|0|',
    'a%250Ab|1|0|0|',
  ])('does not exist if the cookie is %j', text => {
    cookies.withConverter({ write: text => text }).set(COOKIE, text, ATTRIBUTES)
    expect(page({ allowed: true }).read()).toBeUndefined()
  })
})

describe('a change of consent', () => {
  test('to granted stores the copy of the memory', () => {
    const store = page({ allowed: false })
    store.write(ada)
    store.setPersistent(true)
    expect(page({ allowed: true }).read()).toEqual(ada)
  })

  test('to denied deletes the cookie at once, and the copy stays in memory', () => {
    const store = page({ allowed: true })
    store.write(ada)
    store.setPersistent(false)
    expect(document.cookie).toBe('')
    expect(store.hasStoredData()).toBe(false)
    expect(store.read()).toEqual(ada)
  })

  test('to denied in another tab leaves this page its last token', async () => {
    const [store, other] = [page({ allowed: true }), page({ allowed: true })]
    other.write(grace)
    store.write(ada)
    await nextTask()
    expect(other.read()).toEqual(ada)
    store.setPersistent(false)
    other.setPersistent(false)
    expect(other.read()).toEqual(ada)
    expect(document.cookie).toBe('')
  })

  test('to denied after a logout in another tab brings nobody back', async () => {
    const [store, other] = [page({ allowed: true }), page({ allowed: true })]
    store.write(ada)
    expect(other.read()).toEqual(ada)
    store.clear()
    await nextTask()
    expect(other.read()).toBeUndefined()
    other.setPersistent(false)
    expect(other.read()).toBeUndefined()
  })

  test('to denied deletes what an earlier page has stored', () => {
    page({ allowed: true }).write(ada)
    page({ allowed: false }).setPersistent(false)
    expect(document.cookie).toBe('')
  })

  test('several times never stores a deleted token', () => {
    const store = page({ allowed: true })
    store.write(ada)
    store.clear()
    store.setPersistent(false)
    store.setPersistent(true)
    expect(store.read()).toBeUndefined()
    expect(document.cookie).toBe('')
  })
})

describe('a logout that the platform has not acknowledged', () => {
  test('is known to the next page, which has no token', () => {
    const store = page({ allowed: true })
    store.write(ada)
    store.setLogoutMarker()
    expect(store.read()).toBeUndefined()
    expect(document.cookie).not.toContain(ada.access_token)
    expect(page({ allowed: true }).isLoggedOut()).toBe(true)
  })

  test('is known while later tokens come, whose owners are stored as usual', () => {
    const store = page({ allowed: true })
    store.setLogoutMarker()
    expect(store.owner()).toBeFalsy()
    store.write(grace)
    const next = page({ allowed: true })
    expect(next.read()).toEqual(grace)
    expect(next.owner()).toBe(grace.owner)
    next.clear(grace.owner)
    expect(next.read()).toBeUndefined()
    expect(next.owner()).toBe(grace.owner)
    expect(page({ allowed: true }).isLoggedOut()).toBe(true)
  })

  test('ends when everything is erased', () => {
    const store = page({ allowed: true })
    store.setLogoutMarker()
    store.write(grace)
    store.clear()
    expect(store.isLoggedOut()).toBeFalsy()
    expect(document.cookie).toBe('')
  })

  test('ends when it is acknowledged, and leaves nothing', () => {
    const store = page({ allowed: true })
    store.setLogoutMarker()
    store.clearLogoutMarker()
    expect(store.isLoggedOut()).toBeFalsy()
    expect(document.cookie).toBe('')
  })

  test('does not delete the next person’s token when it is acknowledged late', () => {
    const store = page({ allowed: true })
    store.setLogoutMarker()
    store.write(grace)
    store.clearLogoutMarker()
    expect(store.read()).toEqual(grace)
  })

  test('is kept in memory if nothing may be stored', () => {
    const store = page({ allowed: false })
    store.write(ada)
    store.setLogoutMarker()
    expect(store.read()).toBeUndefined()
    expect(store.isLoggedOut()).toBe(true)
    expect(document.cookie).toBe('')
  })
})

describe('a cookie of another script', () => {
  const planted = cookies.withConverter({ write: text => text })
  const plant = (name: string, text: string, options = {}) => planted.set(name, text, { ...ATTRIBUTES, ...options })

  test.each([
    ['of another name', 'svc_page_token'],
    ['without the prefix', SHARED],
  ])('%s is not read', (_, name) => {
    plant(name, 'mallory|1|0|0||VERIFIED_CONSUMER', { domain: '.brand.localhost' })
    const store = page({ allowed: true })
    expect(store.hasStoredData()).toBe(false)
    expect(store.read()).toBeUndefined()
  })

  test.each([
    'mallory|1|0|0',
    'mallory|1|0|0||UPDATE_PROFILE',
    '%ZZ',
    '|!',
  ])('for the whole site, %j, does not hide the page’s own', text => {
    plant(SHARED, text, { domain: '.brand.localhost' })
    const shared = () => createTokenStore({ ...PROGRAM, cookieDomain: '.shop.brand.localhost' })
    const store = shared()
    store.setPersistent(true)
    store.write(ada)
    expect(store.read()).toEqual(ada)
    const next = shared()
    next.setPersistent(true)
    expect(next.read()).toEqual(ada)
  })

  test('beside the page’s own names nobody: either may be the sibling’s', () => {
    const shared = () => createTokenStore({ ...PROGRAM, cookieDomain: '.shop.brand.localhost' })
    const store = shared()
    store.setPersistent(true)
    store.write(ada)
    plant(SHARED, 'mallory|1|0|0||UPDATE_PROFILE', { domain: '.brand.localhost' })
    expect(document.cookie.split('; ')).toHaveLength(2)
    const next = shared()
    next.setPersistent(true)
    expect([next.read(), next.owner()]).toEqual([undefined, undefined])
  })

  test('is not read by a page over plain http, which cannot have written it', () => {
    const here = location.href
    Reflect.get(window, 'happyDOM').setURL('http://shop.brand.localhost/')
    try {
      plant(SHARED, 'mallory|1|0|0||UPDATE_PROFILE', { domain: '.brand.localhost', secure: false })
      expect(document.cookie).toContain('mallory')
      const store = createTokenStore({ ...PROGRAM, cookieDomain: '.brand.localhost' })
      store.setPersistent(true)
      expect([store.read(), store.hasStoredData()]).toEqual([undefined, false])
      store.write(ada)
      expect(store.read()).toEqual(ada)
    } finally {
      Reflect.get(window, 'happyDOM').setURL(here)
    }
  })

  test('that cannot be removed is ignored for the rest of the page', () => {
    // An imitation of what no page can remove: whatever the page writes, a sibling's cookie stands before it.
    const real = browserCookie()
    const store = createTokenStore({ ...PROGRAM, cookieDomain: '.brand.localhost' })
    Object.defineProperty(document, 'cookie', {
      configurable: true,
      get: () => [`${SHARED}=dead%7C1%7C0%7C0%7C`, real.get()].filter(Boolean).join('; '),
      set: (text: string) => real.set(text),
    })
    try {
      store.setPersistent(true)
      expect(store.read()).toMatchObject({ access_token: 'dead' })
      store.write(ada)
      expect(store.read()).toEqual(ada)
      store.clear(ada.owner)
      expect(store.read()).toBeUndefined()
      expect(store.owner()).toBe(ada.owner)
      store.clear()
      expect([store.read(), store.owner()]).toEqual([undefined, undefined])
    } finally {
      Reflect.deleteProperty(document, 'cookie')
    }
  })

  test('is removed when everything is erased: for each parent domain and path', () => {
    for (const domain of [undefined, '.shop.brand.localhost', '.brand.localhost'])
      for (const path of ['/', '/products']) plant(SHARED, 'mallory|1|0|0|', { domain, path })
    expect(document.cookie.split('; ')).toHaveLength(4)
    page({ allowed: true }).clear()
    expect(document.cookie).toBe('')
  })
})

describe('a site whose configuration changes', () => {
  const shared = () => {
    const store = createTokenStore({ ...PROGRAM, cookieDomain: '.brand.localhost' })
    store.setPersistent(true)
    return store
  }

  test('from one host to the whole site keeps the person', () => {
    page({ allowed: true }).write(ada)
    expect(shared().read()).toEqual(ada)
    expect(cookiesAt('https://www.brand.localhost/')).toEqual([SHARED])
    expect(cookiesAt(location.href)).toEqual([SHARED])
  })

  test('from one host to the whole site keeps the person on a page that is still open, too', async () => {
    const open = page({ allowed: true })
    open.write(ada)
    const next = shared()
    expect(open.read()).toEqual(ada)
    next.write(grace)
    await nextTask()
    expect(open.read()).toEqual(grace)
    next.setLogoutMarker()
    await nextTask()
    expect([open.read(), open.isLoggedOut()]).toEqual([undefined, true])
    open.write(ada)
    await nextTask()
    expect(next.read()).toMatchObject({ access_token: ada.access_token })
  })

  test('from one host to the whole site lets no other host name the consumer of a page that is still open', async () => {
    const open = page({ allowed: true })
    open.write(ada)
    removeCookie(COOKIE)
    writeCookie(SHARED, 'mallory|1|0|0|', '.brand.localhost')
    await nextTask()
    expect(open.read()).toBeUndefined()
  })

  test('from the whole site to one host starts anew, and a logout removes both cookies', () => {
    shared().write(ada)
    const store = page({ allowed: true })
    expect(store.read()).toBeUndefined()
    store.write(grace)
    expect(store.read()).toEqual(grace)
    store.clear()
    expect(document.cookie).toBe('')
  })

  test.each(['host', 'site'])('and denies consent has no cookie left: %s', which => {
    const before = which === 'host' ? page({ allowed: true }) : shared()
    before.write(ada)
    const after = createTokenStore(which === 'host' ? { ...PROGRAM, cookieDomain: '.brand.localhost' } : PROGRAM)
    after.setPersistent(false)
    expect(document.cookie).toBe('')
  })
})

describe('two programs on one site', () => {
  test('have a cookie each', () => {
    const [one, other] = [page({ allowed: true }), createTokenStore({ vendor: 'svc', base: 'https://other.example/r' })]
    other.setPersistent(true)
    one.write(ada)
    other.write(grace)
    expect([one.read(), other.read()]).toEqual([ada, grace])
    expect(cookiesAt(location.href)).toEqual([COOKIE, pageCookie('https://other.example/r')])
    one.clear()
    expect(other.read()).toEqual(grace)
    other.clear()
  })
})

describe('the next page', () => {
  test('writes the cookie again, once: a browser may keep it for seven days after it was written', () => {
    page({ allowed: true }).write(ada)
    const written: string[] = []
    const real = browserCookie()
    Object.defineProperty(document, 'cookie', {
      configurable: true,
      get: () => real.get(),
      set: (text: string) => {
        written.push(text)
        real.set(text)
      },
    })
    try {
      const store = page({ allowed: true })
      for (let times = 3; times--; ) expect(store.read()).toEqual(ada)
      expect(written).toEqual([expect.stringContaining('Max-Age=34560000')])
    } finally {
      Reflect.deleteProperty(document, 'cookie')
    }
  })

  test('that learns later what is allowed adopts the person of the cookie', () => {
    page({ allowed: true }).write(ada)
    const store = page({ allowed: false })
    store.write(grace)
    store.setPersistent(true)
    expect(store.read()).toEqual(ada)
  })

  test('keeps a person who has identified themselves meanwhile', () => {
    page({ allowed: true }).write(grace)
    const store = page({ allowed: false })
    store.write(ada)
    store.setPersistent(true)
    expect(store.read()).toEqual(ada)
  })
})

describe('a browser that silently rejects cookies', () => {
  test('leaves the token in memory', () => {
    const store = createTokenStore({ ...PROGRAM, cookieDomain: '.somebody-else.example' })
    store.setPersistent(true)
    store.write(ada)
    expect(document.cookie).toBe('')
    expect(store.read()).toEqual(ada)
    store.clear()
    expect(store.read()).toBeUndefined()
  })
})

/** `document.cookie` as the browser has it, while a test has put its own in the place. */
function browserCookie() {
  let holder: object = document
  while (!Object.hasOwn(holder, 'cookie')) holder = Object.getPrototypeOf(holder)
  const { get, set } = Object.getOwnPropertyDescriptor(holder, 'cookie')!
  return { get: (): string => get!.call(document), set: (text: string) => set!.call(document, text) }
}

/** The names of the cookies that a page at `url` of the same browser would see. */
function cookiesAt(url: string): string[] {
  const here = location.href
  Reflect.get(window, 'happyDOM').setURL(url)
  const pairs = document.cookie.split('; ').filter(Boolean)
  Reflect.get(window, 'happyDOM').setURL(here)
  return pairs.map(pair => pair.split('=')[0]!)
}

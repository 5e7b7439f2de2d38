// @vitest-environment happy-dom
// @vitest-environment-options {"url": "https://shop.brand.localhost/products/1"}
import cookies from 'js-cookie'
import { beforeEach, describe, expect, test } from 'vitest'
import { removeCookie, writeCookie } from '../../../src/token/cookie.js'
import { type HeldToken, logoutConfirmed } from '../../../src/token/login.js'
import { createToken, type Token } from '../../../src/token/token.js'
import { pageCookie } from '../../page-cookie.js'

const PROGRAM = { vendor: 'svc', base: 'https://share.brand.localhost' }
const COOKIE = pageCookie(PROGRAM.base)
const SHARED = pageCookie(PROGRAM.base, { isShared: true })
const ATTRIBUTES = { secure: true, path: '/' }

type Held = Omit<HeldToken, 'owner' | 'isLoggedOut'>

const ada: Held = {
  access_token: 'token-of-ada_1.2-3',
  scopes: ['LOCAL_PROFILE', 'UPDATE_PROFILE'],
  expires_at: 1_800_000_000_000,
  travelsByCookie: false,
}
const grace: Held = { ...ada, access_token: 'token-of-grace', scopes: [], expires_at: 0, travelsByCookie: true }

/** A device’s token after one of a person has died. */
const deviceAfterAda: Held = { ...grace, scopes: ['LOCAL_PROFILE'], identity_id: 'p-device', person_id: 'p-ada' }

/** The login of one page; each call is another page of the same site. */
function page({ allowed }: { allowed: boolean }) {
  const store = createToken(PROGRAM)
  if (allowed) store.setPersistent(true)
  return store
}

/** An answer brings a token. */
function put(page: Token, { access_token, travelsByCookie, person_id, ...details }: Held) {
  if (person_id) {
    const person = { scopes: ['UPDATE_PROFILE'], expires_at: 0, identity_id: person_id }
    page.replace({ stamp: page.stamp(), access_token: 'dead', travelsByCookie: false }, person)
    page.drop('dead')
  }
  page.replace({ stamp: page.stamp(), access_token, travelsByCookie }, details)
}

/** A page reads its cookie once in a task. */
const nextTask = () => Promise.resolve()

beforeEach(() => {
  for (const name of [COOKIE, SHARED, 'svc_page_token']) removeCookie(name)
})

test.each([
  'https://share.brand.localhost/rewards',
  'https://share.brand.localhost/50%25',
  'https://share.brand.localhost/a|b^c',
  'https://share.brand.localhost/(a)+$&',
])('the next page finds the token of the program at %s', base => {
  const open = () => {
    const store = createToken({ ...PROGRAM, base })
    store.setPersistent(true)
    return store
  }
  const store = open()
  put(store, ada)
  expect(store.isShared()).toBe(true)
  expect(open().current()).toMatchObject(ada)
  store.forget()
  expect(document.cookie).toBe('')
})

describe('the page’s copy of the token, where nothing may be stored', () => {
  test('is in memory, and in no cookie', () => {
    const store = page({ allowed: false })
    put(store, ada)
    expect(store.current()).toMatchObject(ada)
    expect(document.cookie).toBe('')
  })

  test('is unknown to the next page', () => {
    put(page({ allowed: false }), ada)
    expect(page({ allowed: true }).current()).toBeUndefined()
  })

  test('does not come from an earlier cookie', () => {
    put(page({ allowed: true }), ada)
    const store = page({ allowed: false })
    expect(store.stored()).toBeDefined()
    expect(store.current()).toBeUndefined()
  })
})

describe('the page’s copy of the token, where it may be stored', () => {
  test.each<[string, Held]>([
    ['ada', ada],
    ['grace', grace],
    ['an anonymous consumer after ada', deviceAfterAda],
    ['an id and scopes with any characters', { ...ada, identity_id: 'a|%41 ü', scopes: ['TWO WORDS', 'Ü'] }],
    ['an anonymous consumer after a person with any characters', { ...grace, scopes: [], person_id: '~a|%41 ü' }],
    ['a token with a bar', { ...ada, access_token: '7|Ada%7C' }],
  ])('is found by the next page: %s', (_, held) => {
    put(page({ allowed: true }), held)
    expect(page({ allowed: true }).current()).toMatchObject(held)
  })

  test('leaves out a scope without a name', () => {
    put(page({ allowed: true }), { ...ada, scopes: ['', ...ada.scopes] })
    expect(page({ allowed: true }).current()).toMatchObject(ada)
  })

  test('is in a cookie named after the vendor', () => {
    const store = createToken({ ...PROGRAM, vendor: 'acme' })
    store.setPersistent(true)
    put(store, ada)
    expect(document.cookie).toContain(`${pageCookie(PROGRAM.base, { vendor: 'acme' })}=`)
    store.forget()
  })

  test('is shared with the site if the option cookieDomain is set', () => {
    const store = createToken({ ...PROGRAM, cookieDomain: '.brand.localhost' })
    store.setPersistent(true)
    put(store, ada)
    expect(cookiesAt('https://www.brand.localhost/')).toEqual([SHARED])
    store.forget()
    expect(document.cookie).toBe('')
  })

  test('stays on its host by default', () => {
    put(page({ allowed: true }), ada)
    expect(cookiesAt('https://www.brand.localhost/')).toEqual([])
    expect(cookiesAt('https://shop.brand.localhost/')).toEqual([COOKIE])
  })

  test('follows the renewal by another page', async () => {
    const [one, other] = [page({ allowed: true }), page({ allowed: true })]
    put(one, ada)
    put(other, grace)
    await nextTask()
    expect(one.current()).toMatchObject(grace)
  })

  test('is gone when another page has logged out', async () => {
    const [one, other] = [page({ allowed: true }), page({ allowed: true })]
    put(one, ada)
    expect(one.current()).toMatchObject(ada)
    other.forget()
    await nextTask()
    expect(one.current()).toBeUndefined()
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
    expect(page({ allowed: true }).current()).toBeUndefined()
  })
})

describe('a change of consent', () => {
  test('to granted stores the copy of the memory', () => {
    const store = page({ allowed: false })
    put(store, ada)
    store.setPersistent(true)
    expect(page({ allowed: true }).current()).toMatchObject(ada)
  })

  test('to denied deletes the cookie at once, and the copy stays in memory', () => {
    const store = page({ allowed: true })
    put(store, ada)
    store.setPersistent(false)
    expect(document.cookie).toBe('')
    expect(store.stored()).toBeUndefined()
    expect(store.current()).toMatchObject(ada)
  })

  test('to denied in another tab leaves this page its last token', async () => {
    const [store, other] = [page({ allowed: true }), page({ allowed: true })]
    put(other, grace)
    put(store, ada)
    await nextTask()
    expect(other.current()).toMatchObject(ada)
    store.setPersistent(false)
    other.setPersistent(false)
    expect(other.current()).toMatchObject(ada)
    expect(document.cookie).toBe('')
  })

  test('to denied after a logout in another tab brings nobody back', async () => {
    const [store, other] = [page({ allowed: true }), page({ allowed: true })]
    put(store, ada)
    expect(other.current()).toMatchObject(ada)
    store.forget()
    await nextTask()
    expect(other.current()).toBeUndefined()
    other.setPersistent(false)
    expect(other.current()).toBeUndefined()
  })

  test('to denied deletes what an earlier page has stored', () => {
    put(page({ allowed: true }), ada)
    page({ allowed: false }).setPersistent(false)
    expect(document.cookie).toBe('')
  })

  test('several times never stores a deleted token', () => {
    const store = page({ allowed: true })
    put(store, ada)
    store.forget()
    store.setPersistent(false)
    store.setPersistent(true)
    expect(store.current()).toBeUndefined()
    expect(document.cookie).toBe('')
  })
})

describe('a logout that the platform has not acknowledged', () => {
  test('is known to the next page, which has no token', () => {
    const store = page({ allowed: true })
    put(store, ada)
    store.logOut()
    expect(store.current()).toBeUndefined()
    expect(document.cookie).not.toContain(ada.access_token)
    expect(page({ allowed: true }).login().isLoggedOut).toBe(true)
  })

  test('is known while later tokens come, whose owners are stored as usual', () => {
    const store = page({ allowed: true })
    store.logOut()
    expect(store.owner()).toBeFalsy()
    put(store, grace)
    const owner = store.owner()
    expect(owner).toMatch(/./)
    const next = page({ allowed: true })
    expect(next.current()).toMatchObject(grace)
    expect(next.owner()).toBe(owner)
    next.drop(grace.access_token)
    expect(next.current()).toBeUndefined()
    expect(next.owner()).toBe(owner)
    expect(page({ allowed: true }).login().isLoggedOut).toBe(true)
  })

  test('ends when everything is erased', () => {
    const store = page({ allowed: true })
    store.logOut()
    put(store, grace)
    store.forget()
    expect(store.login().isLoggedOut).toBeFalsy()
    expect(document.cookie).toBe('')
  })

  test('ends when it is acknowledged, and leaves nothing', () => {
    const store = page({ allowed: true })
    store.logOut()
    store.apply(logoutConfirmed)
    expect(store.login().isLoggedOut).toBeFalsy()
    expect(document.cookie).toBe('')
  })

  test('does not delete the next person’s token when it is acknowledged late', () => {
    const store = page({ allowed: true })
    store.logOut()
    put(store, grace)
    store.apply(logoutConfirmed)
    expect(store.current()).toMatchObject(grace)
  })

  test('is kept in memory if nothing may be stored', () => {
    const store = page({ allowed: false })
    put(store, ada)
    store.logOut()
    expect(store.current()).toBeUndefined()
    expect(store.login().isLoggedOut).toBe(true)
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
    expect(store.stored()).toBeUndefined()
    expect(store.current()).toBeUndefined()
  })

  test.each([
    'mallory|1|0|0',
    'mallory|1|0|0||UPDATE_PROFILE',
    '%ZZ',
    '|!',
  ])('for the whole site, %j, does not hide the page’s own', text => {
    plant(SHARED, text, { domain: '.brand.localhost' })
    const shared = () => createToken({ ...PROGRAM, cookieDomain: '.shop.brand.localhost' })
    const store = shared()
    store.setPersistent(true)
    put(store, ada)
    expect(store.current()).toMatchObject(ada)
    const next = shared()
    next.setPersistent(true)
    expect(next.current()).toMatchObject(ada)
  })

  test('beside the page’s own names nobody: either may be the sibling’s', () => {
    const shared = () => createToken({ ...PROGRAM, cookieDomain: '.shop.brand.localhost' })
    const store = shared()
    store.setPersistent(true)
    put(store, ada)
    plant(SHARED, 'mallory|1|0|0||UPDATE_PROFILE', { domain: '.brand.localhost' })
    expect(document.cookie.split('; ')).toHaveLength(2)
    const next = shared()
    next.setPersistent(true)
    expect([next.current(), next.owner()]).toEqual([undefined, undefined])
  })

  test('is not read by a page over plain http, which cannot have written it', () => {
    const here = location.href
    Reflect.get(window, 'happyDOM').setURL('http://shop.brand.localhost/')
    try {
      plant(SHARED, 'mallory|1|0|0||UPDATE_PROFILE', { domain: '.brand.localhost', secure: false })
      expect(document.cookie).toContain('mallory')
      const store = createToken({ ...PROGRAM, cookieDomain: '.brand.localhost' })
      store.setPersistent(true)
      expect([store.current(), store.stored()]).toEqual([undefined, undefined])
      put(store, ada)
      expect(store.current()).toMatchObject(ada)
    } finally {
      Reflect.get(window, 'happyDOM').setURL(here)
    }
  })

  test('that cannot be removed is ignored for the rest of the page', () => {
    // An imitation of what no page can remove: whatever the page writes, a sibling's cookie stands before it.
    const real = browserCookie()
    const store = createToken({ ...PROGRAM, cookieDomain: '.brand.localhost' })
    Object.defineProperty(document, 'cookie', {
      configurable: true,
      get: () => [`${SHARED}=dead%7C1%7C0%7C0%7C`, real.get()].filter(Boolean).join('; '),
      set: (text: string) => real.set(text),
    })
    try {
      store.setPersistent(true)
      expect(store.current()).toMatchObject({ access_token: 'dead' })
      put(store, ada)
      expect(store.current()).toMatchObject(ada)
      const owner = store.owner()
      expect(owner).toMatch(/./)
      store.drop(ada.access_token)
      expect(store.current()).toBeUndefined()
      expect(store.owner()).toBe(owner)
      store.forget()
      expect([store.current(), store.owner()]).toEqual([undefined, undefined])
    } finally {
      Reflect.deleteProperty(document, 'cookie')
    }
  })

  test('is removed when everything is erased: for each parent domain and path', () => {
    for (const domain of [undefined, '.shop.brand.localhost', '.brand.localhost'])
      for (const path of ['/', '/products']) plant(SHARED, 'mallory|1|0|0|', { domain, path })
    expect(document.cookie.split('; ')).toHaveLength(4)
    page({ allowed: true }).forget()
    expect(document.cookie).toBe('')
  })
})

describe('a site whose configuration changes', () => {
  const shared = () => {
    const store = createToken({ ...PROGRAM, cookieDomain: '.brand.localhost' })
    store.setPersistent(true)
    return store
  }

  test('from one host to the whole site keeps the person', () => {
    put(page({ allowed: true }), ada)
    expect(shared().current()).toMatchObject(ada)
    expect(cookiesAt('https://www.brand.localhost/')).toEqual([SHARED])
    expect(cookiesAt(location.href)).toEqual([SHARED])
  })

  test('from one host to the whole site keeps the person on a page that is still open, too', async () => {
    const open = page({ allowed: true })
    put(open, ada)
    const next = shared()
    expect(open.current()).toMatchObject(ada)
    put(next, grace)
    await nextTask()
    expect(open.current()).toMatchObject(grace)
    next.logOut()
    await nextTask()
    expect([open.current(), open.login().isLoggedOut]).toEqual([undefined, true])
    put(open, ada)
    await nextTask()
    expect(next.current()).toMatchObject({ access_token: ada.access_token })
  })

  test('from one host to the whole site lets no other host name the consumer of a page that is still open', async () => {
    const open = page({ allowed: true })
    put(open, ada)
    removeCookie(COOKIE)
    writeCookie(SHARED, 'mallory|1|0|0|', '.brand.localhost')
    await nextTask()
    expect(open.current()).toBeUndefined()
  })

  test('from the whole site to one host starts anew, and a logout removes both cookies', () => {
    put(shared(), ada)
    const store = page({ allowed: true })
    expect(store.current()).toBeUndefined()
    put(store, grace)
    expect(store.current()).toMatchObject(grace)
    store.forget()
    expect(document.cookie).toBe('')
  })

  test.each(['host', 'site'])('and denies consent has no cookie left: %s', which => {
    const before = which === 'host' ? page({ allowed: true }) : shared()
    put(before, ada)
    const after = createToken(which === 'host' ? { ...PROGRAM, cookieDomain: '.brand.localhost' } : PROGRAM)
    after.setPersistent(false)
    expect(document.cookie).toBe('')
  })
})

describe('two programs on one site', () => {
  test('have a cookie each', () => {
    const [one, other] = [page({ allowed: true }), createToken({ vendor: 'svc', base: 'https://other.example/r' })]
    other.setPersistent(true)
    put(one, ada)
    put(other, grace)
    expect([one.current(), other.current()]).toMatchObject([ada, grace])
    expect(cookiesAt(location.href)).toEqual([COOKIE, pageCookie('https://other.example/r')])
    one.forget()
    expect(other.current()).toMatchObject(grace)
    other.forget()
  })
})

describe('the next page', () => {
  test('writes the cookie again, once: a browser may keep it for seven days after it was written', () => {
    put(page({ allowed: true }), ada)
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
      for (let times = 3; times--; ) expect(store.current()).toMatchObject(ada)
      expect(written).toEqual([expect.stringContaining('Max-Age=34560000')])
    } finally {
      Reflect.deleteProperty(document, 'cookie')
    }
  })

  test('that learns later what is allowed adopts the person of the cookie', () => {
    put(page({ allowed: true }), ada)
    const store = page({ allowed: false })
    put(store, grace)
    store.setPersistent(true)
    expect(store.current()).toMatchObject(ada)
  })

  test('keeps a person who has identified themselves meanwhile', () => {
    put(page({ allowed: true }), grace)
    const store = page({ allowed: false })
    put(store, ada)
    store.setPersistent(true)
    expect(store.current()).toMatchObject(ada)
  })
})

describe('a browser that silently rejects cookies', () => {
  test('leaves the token in memory', () => {
    const store = createToken({ ...PROGRAM, cookieDomain: '.somebody-else.example' })
    store.setPersistent(true)
    put(store, ada)
    expect(document.cookie).toBe('')
    expect(store.current()).toMatchObject(ada)
    store.forget()
    expect(store.current()).toBeUndefined()
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

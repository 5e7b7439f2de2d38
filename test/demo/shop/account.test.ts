import { decodeProtectedHeader, jwtVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { demo } from '../../../demo/platform/index.js'
import { PASSWORD } from '../../../demo/shop/account/customers.js'
import { createShop } from '../../../demo/shop/index.js'

const SHOP = 'http://shop.brand.localhost:4400'
const shop = createShop({ programOrigin: 'http://share.brand.localhost:4400', jwtKey: demo.jwtKey })

const get = async (path: string, cookie = '') => shop.fetch(new Request(`${SHOP}${path}`, { headers: { cookie } }))
const post = async (path: string, fields: Record<string, string>, { origin = SHOP, cookie = '' } = {}) =>
  shop.fetch(
    new Request(`${SHOP}${path}`, { method: 'POST', headers: { origin, cookie }, body: new URLSearchParams(fields) }),
  )
const ada = { email: 'Ada@example.com ', password: PASSWORD }

async function signIn() {
  const response = await post('/account/sign-in', ada)
  expect([response.status, response.headers.get('location')]).toEqual([303, '/account'])
  return response.headers.get('set-cookie')!
}

describe('a customer', () => {
  it('signs in with an HttpOnly cookie that is not sent with requests of other sites', async () => {
    const cookie = await signIn()
    expect(cookie).toMatch(/; HttpOnly/)
    expect(cookie).toMatch(/; SameSite=Lax/)
    expect(await (await get('/account', cookie)).text()).toContain('Hello, Ada')
    expect(await signIn()).not.toBe(cookie)
  })

  it('gets a new JWT with each page, signed with the key of the program', async () => {
    const page = await (await get('/account', await signIn())).text()
    const jwt = /data-jwt="([^"]+)"/.exec(page)![1]!
    expect(decodeProtectedHeader(jwt)).toEqual({ alg: 'HS256', typ: 'JWT', kid: demo.jwtKey.kid })
    const { payload } = await jwtVerify(jwt, new TextEncoder().encode(demo.jwtKey.secret))
    expect(payload).toMatchObject({ email: 'ada@example.com', scope: 'VERIFIED_CONSUMER' })
    expect(payload.exp! - payload.iat!).toBe(300)
  })

  it('loses the previous session when somebody signs in again', async () => {
    const before = await signIn()
    const response = await post('/account/sign-in', { ...ada, email: 'grace@example.com' }, { cookie: before })
    const now = response.headers.get('set-cookie')!
    expect(await (await get('/account', now)).text()).toContain('Hello, Grace')
    expect(await (await get('/account', before)).text()).toContain('Sign in')
  })

  it('gets pages that are not cached and that escape the input of the form', async () => {
    const { headers } = await get('/account', await signIn())
    expect(headers.get('cache-control')).toBe('no-store')
    const name = '"><script>alert(1)</script>'
    const rejected = await (await post('/account/sign-in', { email: name, password: 'x' })).text()
    expect(rejected).not.toContain('<script>alert')
    expect(rejected).toContain('value="&quot;&gt;&lt;script&gt;')
  })

  it('is signed out on the server as well', async () => {
    const cookie = await signIn()
    expect((await post('/account/sign-out', {}, { cookie })).headers.get('location')).toBe('/account/signed-out')
    expect(await (await get('/account', cookie)).text()).toContain('Sign in')
  })
})

describe('the account', () => {
  it.each(['/account', '/account/plain'])('shows the sign-in page at %s without a session', async path => {
    for (const cookie of ['', 'juniper_session=made-up']) {
      const page = await (await get(path, cookie)).text()
      expect(page).toContain('action="/account/sign-in"')
      expect(page).not.toContain('data-jwt')
    }
  })

  it('rejects a wrong password and keeps the email address in the form', async () => {
    const rejected = await post('/account/sign-in', { ...ada, password: 'a-garden-wall' })
    expect(rejected.status).toBe(403)
    expect(rejected.headers.get('set-cookie')).toBeNull()
    expect(await rejected.text()).toContain('value="Ada@example.com "')
  })

  it.each(['sign-in', 'sign-out'])('rejects a %s form of another site', async action => {
    expect((await post(`/account/${action}`, ada, { origin: 'https://evil.example' })).status).toBe(403)
  })
})

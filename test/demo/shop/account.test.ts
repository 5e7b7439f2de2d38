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

async function signedIn() {
  const answer = await post('/account/sign-in', ada)
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/account'])
  return answer.headers.get('set-cookie')!
}

describe('A customer', () => {
  it('signs in with a cookie that no script can read, and no other site can send along', async () => {
    const cookie = await signedIn()
    expect(cookie).toMatch(/; HttpOnly/)
    expect(cookie).toMatch(/; SameSite=Lax/)
    expect(await (await get('/account', cookie)).text()).toContain('Hello, Ada')
    expect(await signedIn()).not.toBe(cookie)
  })

  it('has a fresh proof of who they are in each page, which the program can verify', async () => {
    const page = await (await get('/account', await signedIn())).text()
    const proof = /data-proof="([^"]+)"/.exec(page)![1]!
    expect(decodeProtectedHeader(proof)).toEqual({ alg: 'HS256', typ: 'JWT', kid: demo.jwtKey.kid })
    const { payload } = await jwtVerify(proof, new TextEncoder().encode(demo.jwtKey.secret))
    expect(payload).toMatchObject({ email: 'ada@example.com', scope: 'VERIFIED_CONSUMER' })
    expect(payload.exp! - payload.iat!).toBe(300)
  })

  it('who signs in anew, or whose neighbour does, leaves no session behind', async () => {
    const before = await signedIn()
    const answer = await post('/account/sign-in', { ...ada, email: 'grace@example.com' }, { cookie: before })
    const now = answer.headers.get('set-cookie')!
    expect(await (await get('/account', now)).text()).toContain('Hello, Grace')
    expect(await (await get('/account', before)).text()).toContain('Sign in')
  })

  it('has pages that no cache keeps, with nothing in them that a stranger has written', async () => {
    const { headers } = await get('/account', await signedIn())
    expect(headers.get('cache-control')).toBe('no-store')
    const name = '"><script>alert(1)</script>'
    const refused = await (await post('/account/sign-in', { email: name, password: 'x' })).text()
    expect(refused).not.toContain('<script>alert')
    expect(refused).toContain('value="&quot;&gt;&lt;script&gt;')
  })

  it('is signed out on the server, too', async () => {
    const cookie = await signedIn()
    expect((await post('/account/sign-out', {}, { cookie })).headers.get('location')).toBe('/account/signed-out')
    expect(await (await get('/account', cookie)).text()).toContain('Sign in')
  })
})

describe('The account', () => {
  it.each(['/account', '/account/plain'])('shows nothing at %s without a session', async path => {
    for (const cookie of ['', 'juniper_session=made-up']) {
      const page = await (await get(path, cookie)).text()
      expect(page).toContain('action="/account/sign-in"')
      expect(page).not.toContain('data-proof')
    }
  })

  it('lets nobody in with another password, keeps the address, and says so', async () => {
    const refused = await post('/account/sign-in', { ...ada, password: 'a-garden-wall' })
    expect(refused.status).toBe(403)
    expect(refused.headers.get('set-cookie')).toBeNull()
    expect(await refused.text()).toContain('value="Ada@example.com "')
  })

  it.each(['sign-in', 'sign-out'])('takes no %s from another site’s form', async action => {
    expect((await post(`/account/${action}`, ada, { origin: 'https://evil.example' })).status).toBe(403)
  })
})

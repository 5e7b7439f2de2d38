import { expect, test } from 'vitest'
import { usePlatform } from './use-platform.js'

const visit = usePlatform({ perMinute: 1e6 }, { vendor: 'acme' })

test('the vendor name is used in every header and in the cookie', async () => {
  const first = await visit.send('/zones', { method: 'POST' })
  const token = first.headers.get('X-Acme-Token')
  expect(first.headers.get('Set-Cookie')).toMatch(new RegExp(`^acme_token=${token};`))
  expect(JSON.stringify([...first.headers]).toLowerCase()).not.toContain('svc')
  const again = await visit.send('/events', {
    json: {},
    headers: { Cookie: `acme_token=${token}` },
    origin: 'https://shop.brand.localhost',
  })
  expect(again.headers.get('X-Acme-Token')).toBe(token)
  expect(again.headers.get('X-Acme-Error-Message')).toMatch(/^invalid_parameter/)
})

test('the older name of the cookie is read as well', async () => {
  const token = (await visit.send('/zones', { method: 'POST' })).headers.get('X-Acme-Token')!
  const response = await visit.send('/v4/me', { headers: { Cookie: `other=1; access_token=${token}` } })
  expect(response.status).toBe(200)
  const cookieOf = async (cookies: string) => (await visit.send('/v5/token', { headers: { Cookie: cookies } })).json()
  expect(await cookieOf(`acme_token=; access_token=${token}`)).toMatchObject({ access_token: token })
  const own = (await visit.send('/zones', { method: 'POST' })).headers.get('X-Acme-Token')!
  expect(await cookieOf(`access_token=${token}; acme_token=${own}`)).toMatchObject({ access_token: own })
})

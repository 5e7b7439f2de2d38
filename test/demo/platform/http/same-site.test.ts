import { expect, onTestFinished, test } from 'vitest'
import { sameSite } from '../../../../demo/platform/http/same-site.js'
import { startPlatform } from '../../../start-platform.js'
import { sendTo, tokenIn } from '../use-platform.js'

test.each([
  ['http://shop.brand.localhost:4400', 'http://share.brand.localhost:4401', true],
  ['https://brand.com', 'https://share.brand.com', true],
  ['http://brand.com', 'https://share.brand.com', false],
  ['http://localhost:4400', 'http://share.brand.localhost:4400', false],
  ['http://127.0.0.1:1', 'http://127.0.0.1:2', true],
  ['http://127.0.0.1', 'http://10.0.0.1', false],
  ['http://[::1]', 'http://[::1]:2', true],
  ['https://brand.com', 'https://evil.com', false],
  ['https://a.co.uk', 'https://b.co.uk', false],
  ['https://shop.a.co.uk', 'https://share.a.co.uk', true],
  ['https://one.github.io', 'https://two.github.io', false],
  ['https://co.uk', 'https://a.co.uk', false],
])('sameSite() of %s and %s is %s', (one, other, same) => {
  expect(sameSite(one, other)).toBe(same)
  expect(sameSite(other, one)).toBe(same)
})

test('a shop and a program domain of two brands under co.uk are cross-site', async () => {
  const [shop, programOrigin] = ['https://www.a.co.uk', 'https://share.b.co.uk']
  const platform = await startPlatform({ programOrigin, landingUrl: 'https://www.d.co.uk/', allowedOrigins: [shop] })
  onTestFinished(() => platform.close())
  const response = await sendTo(platform, `${programOrigin}/zones`, { method: 'POST', origin: shop })
  expect(response.headers.get('Set-Cookie')).toContain('; SameSite=None; Partitioned')
  const json = { event_name: 'x', data: { email: 'a@b.co.uk' } }
  const token = tokenIn(await sendTo(platform, `${programOrigin}/events`, { token: tokenIn(response), json }))
  const statusOf = async (url: string) =>
    (await sendTo(platform, `${programOrigin}/v6/me/shareables`, { token, json: { content: { url } } })).status
  const pages = ['https://pages.b.co.uk/x', 'https://pages.d.co.uk/x', `${shop}/x`]
  for (const url of pages) expect([url, await statusOf(url)]).toEqual([url, 200])
  expect(await statusOf('https://www.c.co.uk/')).toBe(403)
})

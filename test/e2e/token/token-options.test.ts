import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { proxy } from 'hono/proxy'
import { expect, test } from 'vitest'
import { certificateFor } from '../../../demo/certificate.js'
import { serve } from '../../../demo/platform/serve.js'
import { pageCookie } from '../../page-cookie.js'
import { PROGRAM, startPlatform } from '../../start-platform.js'
import { useDemo } from '../demo.js'
import { cookiesOf } from './cookies-of.js'
import { openHostPage } from './host-page.js'

const visit = useDemo({ https: true })

test('a reverse proxy on the page’s own origin is the program domain: both cookies belong to the page’s host', async () => {
  const proxied = await startProxiedShop()
  const { page, context, complaints } = await visit.newVisitor()
  const host = await openHostPage(page, visit.demo, { origin: proxied.origin, options: `{ domain: '/rewards' }` })
  await host.call('zone', 'share_experience')
  expect(await cookiesOf(context)).toEqual([
    `${pageCookie(`${proxied.origin}/rewards`)} @ shop.brand.localhost`,
    'svc_token @ shop.brand.localhost',
  ])
  const email = `${randomUUID()}@example.com`
  await host.call('identify', { email })
  const mine = await host.call<{ id: string }>('profile.get')
  await page.reload()
  await page.waitForFunction(() => 'rewards' in globalThis)
  expect(await host.consumer()).toMatchObject({ level: 'identified' })
  await host.call('zone', 'share_experience')
  expect(await host.call('profile.get')).toMatchObject({ id: mine.id })
  await host.call('logout')
  expect(await context.cookies()).toEqual([])
  expect(complaints).toEqual([])
  await proxied.close()
})

test('a token and its replacement live no longer than the option tokenDuration says', async () => {
  const { page } = await visit.newVisitor()
  const host = await openHostPage(page, visit.demo, { options: '{ tokenDuration: 3600 }' })
  await host.call('zone', 'share_experience')
  await host.call('identify', { email: `${randomUUID()}@example.com` })
  const lives = await visit.demo.platform.db.query<{ seconds: number }>(
    `select extract(epoch from expires_at - created_at)::int as seconds from tokens where type = 'CONSUMER' order by created_at desc limit 2`,
  )
  expect(lives).toEqual([{ seconds: 3600 }, { seconds: 3600 }])
  const { expires_at } = await host.consumer()
  expect(new Date(expires_at!).getTime() - Date.now()).toBeLessThanOrEqual(3_600_000)
})

test('the hosts of a site share the page’s copy if the option cookieDomain is set, and a logout removes it for all', async () => {
  const { page, context } = await visit.newVisitor()
  const options = `{ cookieDomain: '.brand.localhost' }`
  const host = await openHostPage(page, visit.demo, { options })
  await host.call('identify', { email: `${randomUUID()}@example.com` })
  expect(await cookiesOf(context)).toContain(
    `${pageCookie(visit.demo.origins.program, { isShared: true })} @ .brand.localhost`,
  )
  const { port } = new URL(visit.demo.origins.shop)
  const sister = await openHostPage(await context.newPage(), visit.demo, {
    options,
    origin: `https://garden.brand.localhost:${port}`,
  })
  expect(await sister.consumer()).toMatchObject({ level: 'identified' })
  await host.call('logout')
  expect(await context.cookies()).toEqual([])
  expect(await sister.consumer()).toMatchObject({ level: 'anonymous' })
})

/** A shop whose server hands `/rewards/…` on to the program domain. */
async function startProxiedShop() {
  const sites = new Map()
  const name = 'shop.brand.localhost'
  const listener = await serve({ port: 0, certificate: await certificateFor([name]), sites })
  const origin = `https://${name}:${listener.port}`
  const platform = await startPlatform({ landingUrl: origin, allowedOrigins: [origin] })
  const shop = new Hono().all('/rewards/*', ({ req }) =>
    proxy(PROGRAM + req.path.slice('/rewards'.length) + new URL(req.url).search, {
      raw: req.raw,
      customFetch: request => platform.fetch(request),
    }),
  )
  sites.set(name, (request: Request) => shop.fetch(request))
  return {
    origin,
    async close() {
      await listener.close()
      await platform.close()
    },
  }
}

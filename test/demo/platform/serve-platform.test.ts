import { expect, onTestFinished, test } from 'vitest'
import { type Database, type ServedPlatformOptions, servePlatform } from '../../../demo/platform/index.js'
import { BROWSER, testDatabase } from '../../start-platform.js'
import { ask } from '../ask.js'

async function start(options: ServedPlatformOptions = {}) {
  const served = await servePlatform({ database: await testDatabase(), ...options })
  onTestFinished(() => served.close())
  return served
}

/** Where the browser of a friend arrives. */
async function landingOf(program: string) {
  const response = await ask(`${program}/s/ada`, { headers: { 'User-Agent': BROWSER } })
  const { origin, pathname } = new URL(response.headers.get('location')!)
  return origin + pathname
}

test('the platform serves the program domain and the server API on one port', async () => {
  const { origins } = await start()
  expect((await ask(`${origins.program}/api/v5/token`, { method: 'POST' })).status).toBe(200)
  expect((await ask(`${origins.server}/console`)).status).toBe(303)
})

test('share links lead to the API reference without any other page', async () => {
  const { origins } = await start()
  expect(await landingOf(origins.program)).toBe(`${origins.program}/docs`)
})

test('share links lead to the first allowed origin', async () => {
  const { origins } = await start({ allowedOrigins: ['http://localhost:5173', 'http://localhost:3000'] })
  expect(await landingOf(origins.program)).toBe('http://localhost:5173/')
})

test('a shop on the same port is allowed, and share links lead to it', async () => {
  const shop = { hosts: ['shop.brand.localhost'], create: (program: string) => () => new Response(program) }
  const { origins, originOf } = await start({ shop, allowedOrigins: ['http://localhost:5173'] })
  const Origin = originOf('shop.brand.localhost')
  expect(await (await ask(Origin)).text()).toBe(origins.program)
  expect(await landingOf(origins.program)).toBe(`${Origin}/`)
  const { headers } = await ask(`${origins.program}/api/v5/token`, { method: 'POST', headers: { Origin } })
  expect(headers.get('access-control-allow-credentials')).toBe('true')
})

test('a platform that starts asks to try again, and leaves its port free if it cannot', async () => {
  const first = await servePlatform({ database: await testDatabase() })
  const port = Number(new URL(first.origins.program).port)
  await first.close()
  const shop = { hosts: ['shop.brand.localhost'], create: () => () => new Response('The shop') }
  const whileStarting: [number, string | null][] = []
  const failing: Database = {
    ...(await testDatabase()),
    async transaction() {
      for (const origin of [...Object.values(first.origins), first.originOf('shop.brand.localhost')]) {
        const { status, headers } = await ask(origin)
        whileStarting.push([status, headers.get('Retry-After')])
      }
      throw new Error('No connection')
    },
  }
  await expect(servePlatform({ port, shop, database: failing })).rejects.toThrow('No connection')
  expect(whileStarting.slice(0, 3)).toEqual(Array(3).fill([503, '1']))
  expect((await start({ port })).origins).toEqual(first.origins)
})

test('the platform closes although a page never ends its request', async () => {
  let begin = () => {}
  const begun = new Promise<void>(resolve => {
    begin = resolve
  })
  const served = await servePlatform({
    database: await testDatabase(),
    wrapSite: site => request => {
      begin()
      return site(request)
    },
  })
  const headers = { 'Content-Type': 'application/json', 'Content-Length': '100' }
  const url = `${served.origins.program}/api/v5/token`
  const unfinished = ask(url, { method: 'POST', headers, body: '{' }).catch(error => error.code)
  await begun
  await served.close()
  expect(await unfinished).toBe('ECONNRESET')
})

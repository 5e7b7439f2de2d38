import { Agent, request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Demo, startDemo } from '../../demo/main.js'
import { testDatabase, UNLIMITED } from '../start-platform.js'
import { MEGABYTE, usedMegabytes } from '../used-memory.js'

const PIECE = Buffer.alloc(MEGABYTE, 'a')

let demo: Demo
beforeAll(async () => {
  demo = await startDemo({ database: await testDatabase(), limits: UNLIMITED })
})
afterAll(() => demo?.close())

/** Sends a body without an announced length. The demo may close the connection before it is sent. */
async function sendLarge(method: string, url: string, megabytes: number, type = 'text/plain') {
  const { port, host, pathname } = new URL(url)
  const agent = new Agent()
  const headers = { Host: host, 'Content-Type': type }
  const sent = request({ host: '127.0.0.1', port, path: pathname, method, headers, agent })
  const status = new Promise<number | undefined>((resolve, reject) => {
    sent.on('response', response => resolve(response.resume().statusCode)).on('error', reject)
  })
  const body = Readable.from(Array.from({ length: megabytes }, () => PIECE))
  const [answer] = await Promise.allSettled([status, pipeline(body, sent)])
  agent.destroy()
  return answer.status === 'fulfilled' ? answer.value : undefined
}

test.each([
  ['POST', 'program', '/nope'],
  ['PUT', 'program', '/events'],
  ['POST', 'program', '/s/nobody'],
  ['POST', 'server', '/nope'],
  ['DELETE', 'server', '/v6/files'],
  ['POST', 'shop', '/nope'],
] as const)('bodies that nobody reads (%s %s%s) do not stay in memory', async (method, site, path) => {
  const before = usedMegabytes()
  for (let count = 0; count < 6; count += 1) await sendLarge(method, demo.origins[site] + path, 40)
  await expect.poll(usedMegabytes).toBeLessThan(before + 100)
  const url = `${demo.origins.shop}/order`
  expect(await sendLarge('POST', url, 0)).toBe(303)
})

test.each(['/order', '/account/sign-in'])('a form of the shop that is too large is refused: %s', async path => {
  const url = demo.origins.shop + path
  const type = 'application/x-www-form-urlencoded'
  expect(await sendLarge('POST', url, 1, type)).toBe(413)
})

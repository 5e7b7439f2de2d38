import { expect, test } from 'vitest'
import type { ScriptRewards } from '../../src/api.js'
import { heard, LISTEN, openBarePage } from './bare-page.js'
import { useDemo } from './demo.js'

const visit = useDemo()

/** A host of the program's own site that the program does not allow. */
const otherOrigin = () => visit.demo.origins.shop.replace('shop.', 'blog.')

async function open(body = '', options: Parameters<typeof openBarePage>[2] = {}) {
  const { page } = await visit.newVisitor()
  await openBarePage(page, visit.demo, { before: LISTEN, body, origin: otherOrigin(), ...options })
  await page.waitForFunction(() => 'domain' in (window.rewards ?? {}))
  return page
}

test('a zone on an origin of the same site that is not allowed fails with origin_not_allowed', async () => {
  const page = await open('<rewards-zone name="share_experience"></rewards-zone>')
  await expect.poll(() => heard(page)).toEqual(['origin_not_allowed'])
})

test('a zone that is requested there before its element is defined is reported once', async () => {
  visit.demo.requests.length = 0
  const page = await open('<rewards-zone name="share_experience"></rewards-zone>')
  await page.evaluate(async () => {
    const zone = document.querySelector('rewards-zone')!
    await customElements.whenDefined('rewards-zone')
    if (!Reflect.get(window, 'heard').length) await new Promise(resolve => zone.addEventListener('error', resolve))
  })
  expect(await heard(page)).toEqual(['origin_not_allowed'])
  const calls = visit.demo.requests.filter(({ method, url }) => method === 'POST' && url.endsWith('/zones'))
  expect(calls).toHaveLength(1)
})

test('identify() rejects there with the origin, after the script and the call were requested once without CORS', async () => {
  visit.demo.requests.length = 0
  const page = await open()
  const message = await page.evaluate(() =>
    (window.rewards as ScriptRewards).identify({ email: 'ada@example.org' }).catch((error: Error) => error.message),
  )
  expect(message).toContain(`${otherOrigin()}. Allow this origin`)
  const probes = visit.demo.requests.filter(({ method }) => method === 'HEAD')
  const { program } = visit.demo.origins
  expect(probes.map(({ url }) => url)).toEqual([`${program}/rewards.js`, `${program}/zones`])
  expect(probes.map(({ headers }) => headers.get('cookie'))).toEqual([null, null])
})

test('a platform that cannot be reached is still network_error', async () => {
  const page = await open()
  await page.route(`${visit.demo.origins.program}/**`, route => route.abort('connectionrefused'))
  await page.evaluate(() => (window.rewards as ScriptRewards).zone('share_experience').catch(() => {}))
  expect(await heard(page)).toEqual(['network_error'])
})

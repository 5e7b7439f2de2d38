import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { demo as seeded } from '../../../demo/platform/index.js'
import { bundleToScript } from '../../bundle.js'
import { SOON } from '../../soon.js'
import { useDemo } from '../demo.js'
import { openCustomersPage } from './page.js'

const visit = useDemo()
const root = join(import.meta.dirname, '../../..')
const source = readFileSync(join(root, 'docs/resources.md'), 'utf8')
const blocks = [...source.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code!)
const promised = blocks.flatMap(code => [...code.matchAll(/ \/\/ → (.*)/g)].map(([, text]) => text!))

/** A friend, Fay, comes by Ada's link and buys. The brand fulfils the reward that Ada earns by it. */
async function befriend(platform: typeof visit.demo.platform, program: string) {
  const send = (path: string, body: object, token?: string) =>
    platform.fetch(
      new Request(program + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
        body: JSON.stringify(body),
      }),
    )
  const { access_token } = await (await send('/api/v5/token', {})).json()
  const data = { email: 'fay@example.com', first_name: 'Fay', advocate_code: seeded.ada.code }
  await send('/api/v6/events', { event_name: 'purchase', data }, access_token)
  await platform.db.query(`update rewards set state = 'FULFILLED' where reward_name = 'advocate-20'`)
}

test('the code in docs/resources.md runs and prints what the page says', async () => {
  await befriend(visit.demo.platform, visit.demo.origins.program)
  const folder = join(root, 'node_modules/.cache/docs-resources')
  mkdirSync(folder, { recursive: true })
  const entry = join(folder, 'main.ts')
  writeFileSync(entry, blocks.join('\n').replaceAll('https://share.brand.com', visit.demo.origins.program))
  const code = await bundleToScript(entry)
  rmSync(folder, { recursive: true })

  const { page, complaints } = await visit.newVisitor()
  const printed: string[] = []
  page.on('console', message => message.type() === 'log' && printed.push(message.text()))
  await openCustomersPage(page, visit.demo, { email: seeded.ada.email, code })
  await expect.poll(() => printed.length, SOON).toBeGreaterThanOrEqual(promised.length)
  expect(printed).toEqual(promised)
  expect(promised.length).toBeGreaterThan(15)
  // The one that the page provokes: the browser notes its status.
  expect(complaints).toEqual([expect.stringContaining('400')])
})

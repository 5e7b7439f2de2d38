import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { createTestPlatform, fixtures } from '../../testing/index.js'
import { bundleToScript } from '../bundle.js'
import { requireBuild } from '../require-build.js'
import { openAppPage, serveScript } from './app-page.js'
import { useContexts } from './use-contexts.js'

const newContext = useContexts()
let script: string

beforeAll(async () => {
  requireBuild()
  script = await bundleToScript(join(import.meta.dirname, 'inspector-app.js'))
})

async function open(path: string) {
  const platform = createTestPlatform({
    domain: 'https://share.brand.example',
    zones: { share_experience: fixtures.share },
  })
  const { page, complaints } = await openAppPage(await newContext(), { platform, path, serve: serveScript(script) })
  await page.getByRole('textbox', { name: 'Your link' }).waitFor()
  return { page, complaints, drawer: page.getByRole('region', { name: 'Rewards inspector' }) }
}

test('the app has all lines of the example in the documentation', async () => {
  const app = await readFile(join(import.meta.dirname, 'inspector-app.js'), 'utf8')
  const [, example = ''] = /```ts\n(.*?)```/s.exec(await readFile('docs/inspector.md', 'utf8')) ?? []
  const lines = example.replace('share.brand.com', 'share.brand.example').split('\n').filter(Boolean)
  expect(lines.length).toBeGreaterThan(4)
  for (const line of lines) expect(app).toContain(line)
})

test('an app opens the inspector of the npm package, which shows the first zone', async () => {
  const { drawer, complaints } = await open('/?rewards_debug=1')
  await drawer.getByRole('tab', { name: 'Zones' }).click()
  await drawer.getByRole('listitem').filter({ hasText: 'share_experience' }).waitFor()
  await drawer.getByRole('tab', { name: 'Calls' }).click()
  await drawer.getByText('POST /zones').waitFor()
  expect(complaints).toEqual([])
})

test('without the parameter, the app has no inspector', async () => {
  const { drawer } = await open('/')
  expect(await drawer.count()).toBe(0)
})

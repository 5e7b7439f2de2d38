import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Platform } from '../../../../demo/platform/index.js'
import { startPlatform } from '../../../start-platform.js'
import { program } from '../use-platform.js'

const FOR_MINUTES = 'public, max-age=300'
const FOR_EVER = 'public, max-age=31536000, immutable'

const SERVED = [
  ['/rewards.js', 'text/javascript; charset=utf-8', FOR_MINUTES],
  ['/rewards.js.map', 'application/json', FOR_MINUTES],
  ['/integrity.json', 'application/json', FOR_MINUTES],
  ['/rewards-creative.html', 'text/html; charset=utf-8', FOR_MINUTES],
  ['/rewards-1.2.3/rewards.js', 'text/javascript; charset=utf-8', FOR_EVER],
  ['/rewards-1.2.3/licenses.txt', 'text/plain; charset=utf-8', FOR_EVER],
  ['/rewards-1.2.3/0123abcd/widgets.js', 'text/javascript; charset=utf-8', FOR_EVER],
] as const

let folder: string
let platform: Platform
const get = (path: string) =>
  platform.fetch(new Request(program + path, { headers: { Origin: 'https://any.example' } }))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bundle-'))
  const bundle = join(folder, 'dist')
  await mkdir(join(bundle, 'rewards-1.2.3/0123abcd'), { recursive: true })
  for (const name of [...SERVED.map(([path]) => path.slice(1)), 'notes.md'])
    await writeFile(join(bundle, name), `content of ${name}`)
  await writeFile(join(folder, 'outside.js'), 'secret')
  platform = await startPlatform({ bundle })
})
afterAll(async () => {
  await platform.close()
  await rm(folder, { recursive: true })
})

test.each(SERVED)('%s is served to any page as %s, cached with %s', async (path, type, cache) => {
  const response = await get(path)
  expect(await response.text()).toBe(`content of ${path.slice(1)}`)
  expect(response.headers.get('Content-Type')).toBe(type)
  expect(response.headers.get('Cache-Control')).toBe(cache)
  expect(response.headers.get('Access-Control-Allow-Origin')).toBe('*')
})

test.each([
  '/notes.md',
  '/absent.js',
  '/rewards-1.2.3/absent.js',
  '/rewards-1.2.3/..%2F..%2Foutside.js',
  '/rewards-1.2.3/%2e%2e/%2e%2e/outside.js',
  '/..%2Foutside.js',
  '/%2e%2e/outside.js',
  '/',
])('%s is not served', async path => {
  expect((await get(path)).status).toBe(404)
})

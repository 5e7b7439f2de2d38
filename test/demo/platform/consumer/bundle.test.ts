import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
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
  ['/rewards-1.2.3-beta.1/rewards.js', 'text/javascript; charset=utf-8', FOR_EVER],
  ['/rewards-1.2.3/licenses.txt', 'text/plain; charset=utf-8', FOR_EVER],
  ['/rewards-1.2.3/0123abcd/widgets.js', 'text/javascript; charset=utf-8', FOR_EVER],
] as const

let folder: string
let platform: Platform
const get = (path: string, headers: Record<string, string> = {}) =>
  platform.fetch(new Request(program + path, { headers: { Origin: 'https://any.example', ...headers } }))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bundle-'))
  const bundle = join(folder, 'dist')
  for (const release of ['rewards-1.2.3/0123abcd', 'rewards-1.2.3-beta.1'])
    await mkdir(join(bundle, release), { recursive: true })
  for (const name of [...SERVED.map(([path]) => path.slice(1)), 'notes.md'])
    await writeFile(join(bundle, name), `content of ${name}`)
  for (const name of ['rewards.js', 'rewards-1.2.3/0123abcd/widgets.js']) {
    await writeFile(join(bundle, `${name}.br`), brotliCompressSync(`content of ${name}`))
    await writeFile(join(bundle, `${name}.gz`), gzipSync(`content of ${name}`))
  }
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
  expect(response.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff')
})

const decode: Record<string, (content: Uint8Array) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }

test.each<[string, string | null]>([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['*', 'br'],
  ['*;q=0', null],
  ['identity', null],
  ['', null],
])('a client that accepts "%s" gets the file with the content coding %s', async (accepted, coding) => {
  for (const path of ['/rewards.js', '/rewards-1.2.3/0123abcd/widgets.js']) {
    const response = await get(path, { 'Accept-Encoding': accepted })
    expect([response.status, response.headers.get('Content-Encoding')]).toEqual([200, coding])
    expect([response.headers.get('Vary'), response.headers.get('Content-Type')]).toEqual([
      ...['Accept-Encoding', 'text/javascript; charset=utf-8'],
    ])
    const content = new Uint8Array(await response.arrayBuffer())
    expect(String(coding ? decode[coding]!(content) : Buffer.from(content))).toBe(`content of ${path.slice(1)}`)
  }
})

test('a file that the build has not compressed is served as it is', async () => {
  const response = await get('/integrity.json', { 'Accept-Encoding': 'br' })
  expect([response.headers.get('Content-Encoding'), await response.text()]).toEqual([null, 'content of integrity.json'])
})

test('each form of a file has a strong ETag, with which it is not sent again', async () => {
  const forms = ['br', 'gzip', 'identity']
  const tags = await Promise.all(
    forms.map(async form => (await get('/rewards.js', { 'Accept-Encoding': form })).headers.get('ETag')!),
  )
  expect(new Set(tags).size).toBe(3)
  for (const tag of tags) expect(tag).toMatch(/^"[\w-]+"$/)
  for (const [index, form] of forms.entries()) {
    const again = { 'Accept-Encoding': form, 'If-None-Match': `"another", W/${tags[index]!}` }
    const response = await get('/rewards.js', again)
    expect([response.status, await response.text()]).toEqual([304, ''])
    expect([response.headers.get('ETag'), response.headers.get('Cache-Control')]).toEqual([tags[index], FOR_MINUTES])
    const other = await get('/rewards.js', { ...again, 'If-None-Match': tags[(index + 1) % 3]! })
    expect(other.status).toBe(200)
  }
})

test.each([
  '/rewards.js.br',
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

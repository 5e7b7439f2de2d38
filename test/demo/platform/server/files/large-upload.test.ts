import { statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { demo } from '../../../../../demo/platform/index.js'
import { codeOf, server, usePlatform } from '../../use-platform.js'
import { contentsIn } from './uploaded-file.js'

const MIB = 1024 * 1024
const LARGEST = 100 * MIB
const CHUNK = new Uint8Array(256 * 1024).fill(0x61)

/** What may be on its way between the request and the disk. */
const MAX_BUFFERED = 4 * MIB

const filesDir = await mkdtemp(join(tmpdir(), 'large-upload-'))
const visit = usePlatform(undefined, { filesDir })
afterAll(() => rm(filesDir, { recursive: true }))
afterEach(() => visit.rows('delete from files'))

const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="large.csv"\r\n\r\n'
const tail = '\r\n--b\r\nContent-Disposition: form-data; name="tags"\r\n\r\nlarge\r\n--b--\r\n'

/** Creates the body of an upload while it is read. `onChunk` gets the number of bytes that were read. */
function bodyOf(size: number, { end = tail, onChunk = (_: number) => {} } = {}): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  let sent = 0
  return new ReadableStream(
    {
      start: controller => controller.enqueue(encoder.encode(head)),
      pull(controller) {
        if (sent < size) {
          const chunk = CHUNK.subarray(0, size - sent)
          sent += chunk.length
          onChunk(sent)
          controller.enqueue(chunk)
          return
        }
        if (end) controller.enqueue(encoder.encode(end))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

const upload = (stream: ReadableStream<Uint8Array>, headers: Record<string, string> = {}) =>
  visit.send(`${server}/v6/files`, {
    token: demo.serverToken,
    stream,
    headers: { 'Content-Type': 'multipart/form-data; boundary=b', ...headers },
  })

/** The number of bytes on the disk. */
const stored = async () => (await contentsIn(filesDir)).map(name => statSync(join(filesDir, name)).size)

test('a file of 100 MiB is written to the disk while it arrives', async () => {
  const lags: number[] = []
  let part = ''
  const stream = bodyOf(LARGEST, {
    onChunk(sent) {
      lags.push(sent - (part ? statSync(part).size : 0))
    },
  })
  const pending = upload(stream)
  while (!part) {
    const [name] = await contentsIn(filesDir)
    if (name) part = join(filesDir, name)
  }
  const response = await pending
  expect(await response.json()).toMatchObject({ size: LARGEST, name: 'large.csv', tags: ['large'] })
  expect(Math.max(...lags)).toBeLessThan(MAX_BUFFERED)
  // Its name is that of a whole content only at the end.
  expect(part).toMatch(/\.part$/)
  expect(lags.length).toBeGreaterThan(100)
  expect(await stored()).toEqual([LARGEST])
  const [name] = await contentsIn(filesDir)
  await rm(join(filesDir, name!))
})

test.each([
  ['larger than 100 MiB', LARGEST + 1, {}],
  ['announced as larger than 200 MiB', 2 * LARGEST, { 'Content-Length': String(2 * LARGEST) }],
  ['empty', 0, {}],
])('a file that is %s is rejected and not kept', async (_, size, headers) => {
  let read = 0
  const response = await upload(bodyOf(size, { onChunk: sent => (read = sent) }), headers)
  expect([response.status, await codeOf(response)]).toEqual([400, 'asset_size_invalid'])
  expect((await response.json()).parameters).toEqual({ largest_bytes: LARGEST })
  expect(read).toBeLessThanOrEqual(LARGEST + MAX_BUFFERED)
  expect(await stored()).toEqual([])
})

test('a form is announced as at most 64 KiB larger than its file', async () => {
  const largest = LARGEST + 64 * 1024
  let read = 0
  const announced = (bytes: number) =>
    upload(bodyOf(10, { onChunk: sent => (read = sent) }), { 'Content-Length': String(bytes) })
  const refused = await announced(largest + 1)
  expect([refused.status, await codeOf(refused), read]).toEqual([400, 'asset_size_invalid', 0])
  const accepted = await announced(largest)
  expect([accepted.status, read]).toEqual([200, 10])
  for (const name of await contentsIn(filesDir)) await rm(join(filesDir, name))
})

test.each([
  ['ends too early', bodyOf(MIB, { end: '' }), 'multipart/form-data; boundary=b', 'binding_error'],
  ['has another boundary', bodyOf(10), 'multipart/form-data; boundary=c', 'binding_error'],
  ['has no boundary', bodyOf(10), 'multipart/form-data', 'binding_error'],
  ['has no file', new Blob(['--b--\r\n']).stream(), 'multipart/form-data; boundary=b', 'missing_request_body'],
])('a form that %s is rejected and not kept', async (_, stream, type, code) => {
  const response = await upload(stream, { 'Content-Type': type })
  expect([response.status, await codeOf(response)]).toEqual([400, code])
  expect(await stored()).toEqual([])
})

test('an upload that the client cancels is not kept', async () => {
  const broken = new ReadableStream<Uint8Array>({
    start: controller => controller.enqueue(new TextEncoder().encode(`${head}some rows`)),
    pull: controller => controller.error(new Error('aborted')),
  })
  const response = await upload(broken)
  expect([response.status, await codeOf(response)]).toEqual([400, 'binding_error'])
  expect(await stored()).toEqual([])
})

test('a platform without a folder for files deletes them when it is closed', async () => {
  const { openFileStorage } = await import('../../../../../demo/platform/store/file-storage.js')
  const { Readable } = await import('node:stream')
  const storage = openFileStorage()
  await storage.write('one', Readable.from(['x']), new AbortController().signal)
  const path = await storage.pathOf('one')
  expect(statSync(path).size).toBe(1)
  await storage.close()
  expect(statSync(path, { throwIfNoEntry: false })).toBeUndefined()
})

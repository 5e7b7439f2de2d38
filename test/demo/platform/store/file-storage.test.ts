import { existsSync } from 'node:fs'
import fs, { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openFileStorage } from '../../../../demo/platform/store/file-storage.js'
import { MARK } from '../../../../demo/platform/store/files-folder.js'

let parent: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'file-storage-'))
})
afterEach(() => rm(parent, { recursive: true }))

test('a write that fails or is aborted leaves nothing, and keeps the content of that name', async () => {
  const folder = join(parent, 'files')
  const storage = openFileStorage(folder)
  const write = (content: AsyncIterable<string>, signal = new AbortController().signal) =>
    storage.write('content', Readable.from(content), signal)
  async function* broken() {
    yield 'the beginning'
    throw new Error('The client has left')
  }
  async function* whole() {
    yield 'whole'
  }
  await expect(write(broken())).rejects.toThrow('The client has left')
  await expect(write(whole(), AbortSignal.abort())).rejects.toThrow('aborted')
  expect(await readdir(folder)).toEqual([])
  await write(whole())
  await expect(write(broken())).rejects.toThrow('The client has left')
  expect(await readdir(folder)).toEqual(['content'])
  expect(await readFile(join(folder, 'content'), 'utf8')).toBe('whole')
})

test('a content can be read to its end after it was removed', async () => {
  const storage = openFileStorage(join(parent, 'files'))
  await storage.write('content', Readable.from(['whole']), new AbortController().signal)
  const content = await storage.read('content')
  await storage.remove('content')
  expect(await text(content!)).toBe('whole')
  expect(await storage.read('content')).toBeUndefined()
})

test.each([
  'with',
  'without',
])('a content gets a second name on a disk %s links, and keeps it without the first', async kind => {
  if (kind === 'without') {
    const link = vi.spyOn(fs, 'link').mockRejectedValue(Object.assign(new Error('EPERM'), { code: 'EPERM' }))
    syncBuiltinESMExports()
    onTestFinished(() => {
      link.mockRestore()
      syncBuiltinESMExports()
    })
  }
  const storage = openFileStorage(join(parent, 'files'))
  await storage.write('content', Readable.from(['whole']), new AbortController().signal)
  expect(await storage.link('content', 'second')).toBe(true)
  await storage.remove('content')
  expect(await text((await storage.read('second'))!)).toBe('whole')
  expect(await storage.link('content', 'third')).toBe(false)
})

test('a content is lost if its folder is there without it: a temporary folder, or one that has its id', async () => {
  const folder = join(parent, 'files')
  const storage = openFileStorage(folder)
  expect(await storage.isLost('content')).toBe(false)
  await writeFile(join(folder, MARK), 'id')
  expect(await storage.isLost('content')).toBe(true)
  await writeFile(join(folder, 'content'), 'whole')
  expect(await storage.isLost('content')).toBe(false)
  const temporary = openFileStorage()
  expect(await temporary.isLost('content')).toBe(true)
  await temporary.close()
})

test('a temporary folder is deleted at the end, and no other one', async () => {
  const folders: string[] = []
  for (const wanted of [join(parent, 'files'), undefined]) {
    const storage = openFileStorage(wanted)
    await storage.write('content', Readable.from(['whole']), new AbortController().signal)
    folders.push(dirname(await storage.pathOf('content')))
    await storage.close()
  }
  expect(folders.map(folder => existsSync(folder))).toEqual([true, false])
})

test('a folder that could not be opened is opened at the next use', async () => {
  const folder = join(parent, 'files')
  await writeFile(folder, 'this is no folder')
  const storage = openFileStorage(folder)
  await expect(storage.pathOf('content')).rejects.toThrow('EEXIST')
  await rm(folder)
  expect(await storage.pathOf('content')).toBe(join(folder, 'content'))
})

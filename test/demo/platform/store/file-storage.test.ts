import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFileStorage } from '../../../../demo/platform/store/file-storage.js'

let parent: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'file-storage-'))
})
afterEach(() => rm(parent, { recursive: true }))

const store = (folder: string, content: string) =>
  openFileStorage(folder).write('content', Readable.from([content]), new AbortController().signal)

test('a folder opens while another process completes an upload', async () => {
  // The name is listed, but there is no such file any more when it is looked at.
  await symlink(join(parent, 'renamed'), join(parent, 'upload.part'))
  await store(parent, 'rows')
  expect(await readFile(join(parent, 'content'), 'utf8')).toBe('rows')
})

test('a folder that could not be opened is opened at the next use', async () => {
  const folder = join(parent, 'files')
  await writeFile(folder, 'this is no folder')
  const storage = openFileStorage(folder)
  await expect(storage.pathOf('content')).rejects.toThrow('EEXIST')
  await rm(folder)
  expect(await storage.pathOf('content')).toBe(join(folder, 'content'))
})

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFileStorage } from '../../../../demo/platform/store/file-storage.js'

let parent: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'file-storage-'))
})
afterEach(() => rm(parent, { recursive: true }))

test('a folder that could not be opened is opened at the next use', async () => {
  const folder = join(parent, 'files')
  await writeFile(folder, 'this is no folder')
  const storage = openFileStorage(folder)
  await expect(storage.pathOf('content')).rejects.toThrow('EEXIST')
  await rm(folder)
  expect(await storage.pathOf('content')).toBe(join(folder, 'content'))
})

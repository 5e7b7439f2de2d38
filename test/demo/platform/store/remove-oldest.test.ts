import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { removeOldest } from '../../../../demo/platform/store/remove-oldest.js'

test.each([
  [30, ['a', 'b', 'c']],
  [29, ['b', 'c']],
  [10, ['c']],
])('of three files of 10 bytes, a limit of %i keeps the newest: %j', async (limit, kept) => {
  const folder = await mkdtemp(join(tmpdir(), 'cache-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, time] of [
    ['b', 2],
    ['c', 3],
    ['a', 1],
  ] as const) {
    await writeFile(join(folder, name), '0123456789')
    await utimes(join(folder, name), time, time)
  }
  await removeOldest(folder, limit)
  expect((await readdir(folder)).sort()).toEqual(kept)
})

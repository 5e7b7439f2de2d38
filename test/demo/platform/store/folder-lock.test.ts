import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readlink, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { lockFolder } from '../../../../demo/platform/store/folder-lock.js'

/** No process has this id: it is beyond the largest that Linux gives. */
const NOBODY = '4194305'

const IN_USE = { code: 'folder_in_use' }

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const leaveLock = (owner: string, name = 'lock') => symlink(owner, join(folder, name))
const owner = () => readlink(join(folder, 'lock'))

test('a folder is taken once, and again after it was given back, leaving nothing behind', async () => {
  const giveBack = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toMatchObject(IN_USE)
  await giveBack()
  await (await lockFolder(folder))()
  expect(await readdir(folder)).toEqual([])
})

test('of two calls at once in one process, by whichever name, one gets it', async () => {
  const alias = `${folder}-alias`
  await symlink(folder, alias)
  onTestFinished(() => rm(alias))
  const outcomes = await Promise.allSettled([lockFolder(folder), lockFolder(alias)])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('the lock of a process that is gone is taken over', async () => {
  await leaveLock(NOBODY)
  await lockFolder(folder)
  expect((await owner()).split(' ')[0]).toBe(String(process.pid))
})

test('so is one whose heir died while taking it over', async () => {
  await leaveLock(NOBODY)
  await leaveLock(NOBODY, 'lock.guard')
  await lockFolder(folder)
  expect(await readdir(folder)).toEqual(['lock'])
})

test('nobody takes a stale lock that another process is taking over', async () => {
  await leaveLock(NOBODY)
  await leaveLock(String(process.ppid), 'lock.guard')
  await expect(lockFolder(folder)).rejects.toMatchObject(IN_USE)
  expect(await owner()).toBe(NOBODY)
})

test('the lock of a process that runs is kept, and so is what is no lock', async () => {
  await leaveLock(String(process.ppid))
  await expect(lockFolder(folder)).rejects.toMatchObject(IN_USE)
  await rm(join(folder, 'lock'))
  await mkdir(join(folder, 'lock'))
  await expect(lockFolder(folder)).rejects.toMatchObject({ code: 'EINVAL' })
  expect(existsSync(join(folder, 'lock'))).toBe(true)
})

// Linux alone tells when a process started.
test.skipIf(!existsSync('/proc/self/stat'))(
  'a process with the id of one that is gone is not taken for it',
  async () => {
    await leaveLock(`${process.ppid} 1`)
    await lockFolder(folder)
    expect(await owner()).toMatch(new RegExp(`^${process.pid} \\d+$`))
  },
)

test('of four processes that find a stale lock at once, one gets it', async () => {
  const contenders = Array.from({ length: 4 }, () => fork(join(import.meta.dirname, 'lock-contender.js')))
  onTestFinished(() => {
    for (const contender of contenders) contender.kill()
  })
  await Promise.all(contenders.map(said))
  for (let round = 0; round < 20; round++) {
    const contested = join(folder, String(round))
    await mkdir(contested)
    await symlink(NOBODY, join(contested, 'lock'))
    const answers = contenders.map(said)
    for (const contender of contenders) contender.send(contested)
    expect((await Promise.all(answers)).sort()).toEqual([IN_USE.code, IN_USE.code, IN_USE.code, 'taken'])
  }
})

async function said(contender: ChildProcess): Promise<unknown> {
  const [answer] = await once(contender, 'message')
  return answer
}

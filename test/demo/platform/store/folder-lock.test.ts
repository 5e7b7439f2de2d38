import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readlink, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { lockFolder } from '../../../../demo/platform/store/folder-lock.js'

/** The id of no process: it is larger than the maximum on Linux. */
const UNUSED_PID = '4194305'

const IN_USE = { code: 'folder_in_use' }

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const leaveLock = (owner: string, name = 'lock') => symlink(owner, join(folder, name))
const owner = () => readlink(join(folder, 'lock'))

test('a folder can be locked once, and again after it was released, without remains', async () => {
  const unlock = await lockFolder(folder)
  await expect(lockFolder(folder)).rejects.toMatchObject(IN_USE)
  await unlock()
  await (await lockFolder(folder))()
  expect(await readdir(folder)).toEqual([])
})

test('one of two concurrent calls gets the lock, under whichever path', async () => {
  const alias = `${folder}-alias`
  await symlink(folder, alias)
  onTestFinished(() => rm(alias))
  const outcomes = await Promise.allSettled([lockFolder(folder), lockFolder(alias)])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('the lock of a process that has ended is replaced', async () => {
  await leaveLock(UNUSED_PID)
  await lockFolder(folder)
  expect((await owner()).split(' ')[0]).toBe(String(process.pid))
})

test('the lock is replaced even if a process ended while it replaced it', async () => {
  await leaveLock(UNUSED_PID)
  await leaveLock(UNUSED_PID, 'lock.guard')
  await lockFolder(folder)
  expect(await readdir(folder)).toEqual(['lock'])
})

test('a stale lock that another process is replacing is left alone', async () => {
  await leaveLock(UNUSED_PID)
  await leaveLock(String(process.ppid), 'lock.guard')
  await expect(lockFolder(folder)).rejects.toMatchObject(IN_USE)
  expect(await owner()).toBe(UNUSED_PID)
})

test('the lock of a running process and files that are no locks are left alone', async () => {
  await leaveLock(String(process.ppid))
  await expect(lockFolder(folder)).rejects.toMatchObject(IN_USE)
  await rm(join(folder, 'lock'))
  await mkdir(join(folder, 'lock'))
  await expect(lockFolder(folder)).rejects.toMatchObject({ code: 'EINVAL' })
  expect(existsSync(join(folder, 'lock'))).toBe(true)
})

test('the lock of a process of another user is left alone', async () => {
  await leaveLock(String(process.ppid))
  const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error('EPERM'), { code: 'EPERM' })
  })
  onTestFinished(() => kill.mockRestore())
  await expect(lockFolder(folder)).rejects.toMatchObject(IN_USE)
})

// Only Linux reports when a process started.
test.skipIf(!existsSync('/proc/self/stat'))(
  'a process with the id of an earlier one is not mistaken for it',
  async () => {
    await leaveLock(`${process.ppid} 1`)
    await lockFolder(folder)
    expect(await owner()).toMatch(new RegExp(`^${process.pid} \\d+$`))
  },
)

test.skipIf(!existsSync('/proc/self/stat'))('the start of a process is found if its name has spaces', async () => {
  const { title } = process
  onTestFinished(() => {
    process.title = title
  })
  const starts = new Set<string>()
  for (const name of ['plain', 'a b) 3']) {
    process.title = name
    const unlock = await lockFolder(folder)
    starts.add(await owner())
    await unlock()
  }
  expect([...starts]).toEqual([expect.stringMatching(new RegExp(`^${process.pid} \\d+$`))])
})

test('one of four processes that find a stale lock gets it', async () => {
  const contenders = Array.from({ length: 4 }, () => fork(join(import.meta.dirname, 'lock-contender.js')))
  onTestFinished(() => {
    for (const contender of contenders) contender.kill()
  })
  await Promise.all(contenders.map(said))
  for (let round = 0; round < 20; round++) {
    const contested = join(folder, String(round))
    await mkdir(contested)
    await symlink(UNUSED_PID, join(contested, 'lock'))
    const answers = contenders.map(said)
    for (const contender of contenders) contender.send(contested)
    expect((await Promise.all(answers)).sort()).toEqual([IN_USE.code, IN_USE.code, IN_USE.code, 'taken'])
  }
})

async function said(contender: ChildProcess): Promise<unknown> {
  const [answer] = await once(contender, 'message')
  return answer
}

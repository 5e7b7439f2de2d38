import { mkdir, readFile, readlink, realpath, rm, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** Two processes writing one database destroy it: the second one is refused. */
export class FolderInUse extends Error {
  readonly code = 'folder_in_use'

  constructor(folder: string) {
    super(`${folder} is in use by another process. Stop it, or choose another folder.`)
    this.name = 'FolderInUse'
  }
}

/** Folders this process holds, or is about to. */
const held = new Set<string>()

/**
 * Takes a folder for this process alone, as PGlite does not. A lock whose process is gone is taken over. Resolves with
 * the function that gives the folder back. Throws FolderInUse.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true })
  const place = await realpath(folder)
  if (held.has(place)) throw new FolderInUse(folder)
  held.add(place)
  const lock = join(resolve(folder), 'lock')
  try {
    if (!(await acquire(lock))) throw new FolderInUse(folder)
  } catch (error) {
    held.delete(place)
    throw error
  }
  return async () => {
    await rm(lock, { force: true })
    held.delete(place)
  }
}

/**
 * Between finding a lock stale and removing it another process may have done both, and hold it: who replaces a stale lock
 * holds a second one meanwhile, its guard. A process that died right then leaves its guard, a stale lock like any other.
 */
async function acquire(lock: string): Promise<boolean> {
  if (await take(lock)) return true
  if (await isHeld(lock)) return false
  const guard = `${lock}.guard`
  if (!(await acquire(guard))) return false
  try {
    if (await isHeld(lock)) return false
    await rm(lock, { force: true })
    return await take(lock)
  } finally {
    await rm(guard, { force: true })
  }
}

/** A symbolic link comes into being whole, with its owner for a target: there is no half-written lock. */
async function take(lock: string): Promise<boolean> {
  const start = await startOf(process.pid)
  try {
    await symlink(start ? `${process.pid} ${start}` : `${process.pid}`, lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function isHeld(lock: string): Promise<boolean> {
  try {
    return await isRunning(await readlink(lock))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** Ids come back, after a restart of the machine or in a new container: the start tells a process from its namesake. */
async function isRunning(owner: string): Promise<boolean> {
  const [id, start] = owner.split(' ')
  const pid = Number(id)
  const startNow = await startOf(pid)
  if (start && startNow) return start === startNow
  return pid !== process.pid && answers(pid)
}

/** When a process started, in ticks since the machine did; Linux alone tells. */
async function startOf(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The 22nd field. The second is the program's name in parentheses, which may hold anything, so the count begins after it.
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[22 - 3]
}

function answers(pid: number): boolean {
  if (!pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

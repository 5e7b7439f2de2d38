import { mkdir, readFile, readlink, realpath, rm, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** Thrown when another process uses the folder. Two processes that write one database destroy it. */
export class FolderInUse extends Error {
  readonly code = 'folder_in_use'

  constructor(folder: string) {
    super(`${folder} is in use by another process. Stop it, or choose another folder.`)
    this.name = 'FolderInUse'
  }
}

/** The folders that this process has locked or is locking. */
const held = new Set<string>()

/**
 * Locks a folder for this process, because PGlite does not. Replaces a stale lock, whose process no longer runs. Resolves
 * with the function that releases the lock. Throws `FolderInUse`.
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
 * Another process may replace a stale lock between our check and our removal. To prevent that, a process first takes a
 * second lock, the guard. If it dies while it holds the guard, the guard becomes a stale lock like any other.
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

/** The lock is a symbolic link whose target names the owner. Creating a link is atomic, so a lock is never half written. */
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

/** Process ids are reused after a restart or in a new container. The start time distinguishes two processes with the same id. */
async function isRunning(owner: string): Promise<boolean> {
  const [id, start] = owner.split(' ')
  const pid = Number(id)
  const startNow = await startOf(pid)
  if (start && startNow) return start === startNow
  return pid !== process.pid && answers(pid)
}

/** The start time of a process in ticks since the machine started. Only on Linux. */
async function startOf(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The 22nd field. Count from the closing parenthesis, because the program name (2nd field) can contain spaces.
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

import { mkdir, readlink, rm, symlink } from 'node:fs/promises'
import { join, resolve } from 'node:path'

/** Folders this process holds: in a container a restarted process often has its predecessor's id. */
const held = new Set<string>()

/**
 * Takes a folder for this process alone: PGlite does not, and two processes writing one database destroy it. A lock
 * whose process is gone is taken over. Resolves with the function that gives the folder back.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true })
  const lock = join(resolve(folder), 'lock')
  if (held.has(lock) || !((await take(lock)) || (await takeOver(lock))))
    throw new Error(`${folder} is in use by another process. Stop it, or choose another folder.`)
  held.add(lock)
  return async () => {
    held.delete(lock)
    await rm(lock, { force: true })
  }
}

/** A symbolic link comes into being whole, with the owner's id as its target: there is no half-written lock. */
async function take(lock: string): Promise<boolean> {
  try {
    await symlink(String(process.pid), lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function takeOver(lock: string): Promise<boolean> {
  const owner = Number(await readlink(lock).catch(() => 0))
  if (owner !== process.pid && isRunning(owner)) return false
  await rm(lock, { force: true })
  return take(lock)
}

function isRunning(pid: number): boolean {
  if (!pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

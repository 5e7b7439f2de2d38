import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Removes the oldest files of a folder, until the others have at most `maxBytes`. */
export async function removeOldest(folder: string, maxBytes: number): Promise<void> {
  const paths = (await readdir(folder)).map(name => join(folder, name))
  // Another process may have removed a file meanwhile.
  const stats = await Promise.all(paths.map(path => stat(path).catch(() => ({ size: 0, mtimeMs: 0 }))))
  const files = paths.map((path, index) => ({ path, ...stats[index]! }))
  files.sort((one, other) => other.mtimeMs - one.mtimeMs)
  let bytes = 0
  for (const { path, size } of files) {
    bytes += size
    if (bytes > maxBytes) await rm(path, { force: true })
  }
}

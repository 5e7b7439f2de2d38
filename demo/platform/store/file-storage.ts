import { createWriteStream } from 'node:fs'
import { access, copyFile, link, mkdir, mkdtemp, open, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { MARK } from './files-folder.js'

/** The end of the name of a file that is being written. */
const PART = '.part'

/** A part of a content in bytes. `end` is the position after the last byte. */
export interface ByteRange {
  start: number
  end: number
}

/** The contents of uploaded files, in a folder. Names are ids of the platform. */
export interface FileStorage {
  /** Stores a stream without holding it in memory. A write that fails or is aborted leaves nothing. */
  write(name: string, content: Readable, signal: AbortSignal): Promise<void>
  /** Opens a content. It can be read to the end even if it is removed meanwhile. Undefined if it does not exist. */
  read(name: string, range?: ByteRange): Promise<Readable | undefined>
  /** Gives a content a second name. Removing the first one keeps it. Resolves with false if the content does not exist. */
  link(name: string, second: string): Promise<boolean>
  /** Whether a content does not exist in its folder. False while the folder is away: a volume that is not mounted leaves an empty folder. */
  isLost(name: string): Promise<boolean>
  /** The path of a content, for libraries that need random access. */
  pathOf(name: string): Promise<string>
  /** Removes a content, also one that a process has not written to its end. */
  remove(name: string): Promise<void>
  /** Deletes the contents if the folder is temporary. */
  close(): Promise<void>
}

/** Opens the storage in a folder. Without one, the contents are in a temporary folder until the storage is closed. */
export function openFileStorage(wanted?: string): FileStorage {
  let opened: Promise<string> | undefined
  const pathOf = async (name: string) => {
    opened ??= openFolder(wanted).catch(error => {
      // The next use tries again.
      opened = undefined
      throw error
    })
    return join(await opened, name)
  }
  return {
    pathOf,
    async write(name, content, signal) {
      const path = await pathOf(name)
      const part = path + PART
      try {
        await pipeline(content, createWriteStream(part), { signal })
        await rename(part, path)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
    },
    read: async (name, range) => readFrom(await pathOf(name), range),
    link: async (name, second) => linkFile(await pathOf(name), await pathOf(second)),
    async isLost(name) {
      // A temporary folder has no mark. The folder may come back at any time, so the content is looked for after the mark.
      if (wanted && (await isAbsent(await pathOf(MARK)))) return false
      return isAbsent(await pathOf(name))
    },
    async remove(name) {
      const path = await pathOf(name)
      await rm(path, { force: true })
      await rm(path + PART, { force: true })
    },
    async close() {
      if (!wanted && opened) await rm(await opened, { recursive: true, force: true })
    },
  }
}

async function openFolder(wanted: string | undefined): Promise<string> {
  if (!wanted) return mkdtemp(join(tmpdir(), 'rewards-platform-files-'))
  await mkdir(wanted, { recursive: true })
  return wanted
}

async function readFrom(path: string, range?: ByteRange): Promise<Readable | undefined> {
  const handle = await open(path).catch(undefinedIfMissing)
  if (!handle) return undefined
  // The stream closes the handle. Its `end` is the position of the last byte.
  if (!range) return handle.createReadStream()
  if (range.end <= range.start) {
    await handle.close()
    return Readable.from([])
  }
  return handle.createReadStream({ start: range.start, end: range.end - 1 })
}

async function linkFile(path: string, second: string): Promise<boolean> {
  try {
    // A file system without links needs a copy.
    await link(path, second).catch(error => (isMissing(error) ? Promise.reject(error) : copyFile(path, second)))
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

const isAbsent = (path: string): Promise<boolean> => access(path).then(() => false, isMissing)

function undefinedIfMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error
}

const isMissing = (error: unknown) => Object(error).code === 'ENOENT'

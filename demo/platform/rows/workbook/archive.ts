import type { Readable } from 'node:stream'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { unreadable } from '../row.js'

/** The maximum size of a file in the archive when it is unpacked. A small archive can contain a huge file. */
const MAX_SHEET_BYTES = 1024 * 1024 * 1024

/** The maximum size of a file that is held in memory. */
export const MAX_PART_BYTES = 64 * 1024 * 1024

/** The files in an XLSX file, which is a ZIP archive. */
export interface Archive {
  /** Opens a file. Undefined if the archive does not have it. Throws `invalid_parameter` if it is larger than `largest`. */
  open(name: string, largest?: number): Promise<{ content: Readable; size: number } | undefined>
  close(): void
}

/** Opens an archive. Throws `invalid_parameter` if the file is none. */
export async function openArchive(path: string): Promise<Archive> {
  const { zip, entries } = await readEntries(path).catch(() => {
    throw unreadable('The file is not an XLSX file')
  })
  return {
    async open(name, largest = MAX_SHEET_BYTES) {
      const entry = entries.get(name)
      if (!entry) return undefined
      // The library fails if there are more bytes than the archive says.
      if (entry.uncompressedSize > largest) throw unreadable(`${name} in the XLSX file is too large`)
      return { content: await zip.openReadStreamPromise(entry), size: entry.uncompressedSize }
    },
    close: () => zip.close(),
  }
}

async function readEntries(path: string): Promise<{ zip: ZipFile; entries: Map<string, Entry> }> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false })
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  } catch (error) {
    zip.close()
    throw error
  }
  return { zip, entries }
}

import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { isOfDisk } from '../is-of-disk.js'
import { unreadable } from '../row.js'

/** The maximum size of a file in the archive when it is unpacked. */
const MAX_SHEET_BYTES = 1024 * 1024 * 1024

/** A small archive can contain a huge file. Beyond this size, a file must not unpack to more than `MAX_EXPANSION` times its size. */
const MIN_EXPANDED_BYTES = 8 * 1024 * 1024

/** Deflate reaches 1,000. The sheets of Excel, whose rows and cells are numbered, reach about 20. */
const MAX_EXPANSION = 100

/** The maximum number of files in the archive. Excel writes about ten, and a few for each sheet. */
const MAX_FILES = 10_000

/** The maximum size of a file that is held in memory. */
export const MAX_PART_BYTES = 64 * 1024 * 1024

/** The files in an XLSX file, which is a ZIP archive. */
export interface Archive {
  /** Opens a file. Undefined if the archive does not have it. Throws `invalid_parameter` if it is larger than `largest`. */
  open(name: string, largest?: number): Promise<{ content: AsyncIterable<Uint8Array>; size: number } | undefined>
  close(): void
}

/** Opens an archive. Throws `invalid_parameter` if the file is none, and the errors of the disk. */
export async function openArchive(path: string): Promise<Archive> {
  const { zip, entries } = await readEntries(path).catch(error => {
    if (isOfDisk(error)) throw error
    throw unreadable('The file is not an XLSX file')
  })
  return {
    async open(name, largest = MAX_SHEET_BYTES) {
      const entry = entries.get(name)
      if (!entry) return undefined
      // The library fails if there are more bytes than the archive says.
      if (isTooLarge(entry, largest)) throw unreadable(`${name} in the XLSX file is too large`)
      return { content: contentOf(zip, entry), size: entry.uncompressedSize }
    },
    close: () => zip.close(),
  }
}

const isTooLarge = ({ compressedSize, uncompressedSize }: Entry, largest: number) =>
  uncompressedSize > largest ||
  (uncompressedSize > MIN_EXPANDED_BYTES && uncompressedSize > MAX_EXPANSION * compressedSize)

/** Unpacks a file. Throws `invalid_parameter` if it is damaged, encrypted or compressed in another way, and the errors of the disk. */
async function* contentOf(zip: ZipFile, entry: Entry): AsyncGenerator<Uint8Array> {
  try {
    yield* await zip.openReadStreamPromise(entry)
  } catch (error) {
    if (isOfDisk(error)) throw error
    throw unreadable(`${entry.fileName} in the XLSX file cannot be unpacked: ${Object(error).message}`)
  }
}

async function readEntries(path: string): Promise<{ zip: ZipFile; entries: Map<string, Entry> }> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false })
  const entries = new Map<string, Entry>()
  try {
    if (zip.entryCount > MAX_FILES) throw new Error('The archive has too many files')
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  } catch (error) {
    zip.close()
    throw error
  }
  return { zip, entries }
}

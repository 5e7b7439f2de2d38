import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Format } from '../../../../demo/platform/rows/format.js'
import { readRows } from '../../../../demo/platform/rows/read-rows.js'
import type { ReadRow } from '../../../../demo/platform/rows/row.js'

/** Reads a content from a file, row by row. */
export async function readContent(format: Format, content: string | Uint8Array): Promise<ReadRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'rows-'))
  try {
    const path = join(folder, 'rows')
    await writeFile(path, content)
    const rows: ReadRow[] = []
    for await (const row of readRows({ path, format, size: content.length })) rows.push(row)
    return rows
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The fields of each row of a content, or the message of its error. */
export const rowsOf = async (format: Format, content: string | Uint8Array): Promise<unknown[]> =>
  (await readContent(format, content)).map(row => ('fields' in row ? row.fields : row.error.message))

import { createReadStream } from 'node:fs'
import { readDelimited } from './delimited.js'
import type { Format } from './format.js'
import { readJsonArray } from './json-array.js'
import { readJsonLines } from './json-lines.js'
import type { ReadRow, Row } from './row.js'
import { withProgress } from './with-progress.js'
import { readWorkbook } from './workbook/workbook.js'

/** A file on the disk that has rows. */
export interface RowSource {
  path: string
  format: Format
  size: number
}

/**
 * Reads a file row by row, without holding it in memory. It yields the same rows in the same order each time. Throws
 * `invalid_parameter` when the file cannot be read any further, and the error of the disk if there is no file.
 */
export async function* readRows(source: RowSource): AsyncGenerator<ReadRow> {
  let progress = 0
  const rows = rowsIn(source, part => {
    progress = part
  })
  for await (const row of rows) yield { ...row, progress }
}

function rowsIn({ path, format, size }: RowSource, onProgress: (part: number) => void): AsyncGenerator<Row> {
  if (format === 'XLSX') return readWorkbook(path, onProgress)
  const content = withProgress(createReadStream(path), size, onProgress)
  if (format === 'JSON') return readJsonArray(content)
  if (format === 'JSONL') return readJsonLines(content)
  return readDelimited(content, format === 'CSV' ? ',' : '|')
}

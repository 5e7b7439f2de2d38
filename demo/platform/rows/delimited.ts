import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { decode } from './decode.js'
import { MAX_ROW_LENGTH, type Row, unreadable } from './row.js'
import { rowsOfTable } from './table.js'

/** Reads the rows of a CSV file, or of one with another delimiter. Empty lines are no rows. */
export async function* readDelimited(content: AsyncIterable<Uint8Array>, delimiter: ',' | '|'): AsyncGenerator<Row> {
  const parser = parse({
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW_LENGTH,
  })
  // An error of any stream ends the last one, so the loop throws it.
  pipeline(Readable.from(decode(content)), parser, () => {})
  try {
    yield* rowsOfTable(parser)
  } catch (error) {
    throw error instanceof CsvError ? unreadable(error.message) : error
  }
}

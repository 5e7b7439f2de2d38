import { decode } from './decode.js'
import { invalidRow, MAX_ROW_LENGTH, type Row, rowOf, unreadable } from './row.js'

/** Reads the rows of a JSONL file: one JSON object in each line. Empty lines are no rows. */
export async function* readJsonLines(content: AsyncIterable<Uint8Array>): AsyncGenerator<Row> {
  for await (const line of linesOf(decode(content))) if (line.trim()) yield rowOfLine(line)
}

async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = ''
  for await (const text of texts) {
    const lines = (rest + text).split('\n')
    rest = lines.pop()!
    yield* lines
    if (rest.length > MAX_ROW_LENGTH) throw unreadable(`A line has more than ${MAX_ROW_LENGTH} characters`)
  }
  yield rest
}

function rowOfLine(line: string): Row {
  try {
    return rowOf(JSON.parse(line))
  } catch {
    return invalidRow('The line is not valid JSON')
  }
}

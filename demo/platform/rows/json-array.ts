import { pipeline, Readable } from 'node:stream'
import { streamArray } from 'stream-json/streamers/stream-array.js'
import { decode } from './decode.js'
import { type Row, rowOf, unreadable } from './row.js'

/** Reads the rows of a JSON file: the entries of an array. */
export async function* readJsonArray(content: AsyncIterable<Uint8Array>): AsyncGenerator<Row> {
  const entries = streamArray.withParserAsStream()
  let failure: unknown
  pipeline(Readable.from(decode(content)), entries, error => {
    failure = error
  })
  try {
    for await (const { value } of entries) yield rowOf(value)
  } catch (error) {
    throw unreadable(`The file is not a JSON array: ${Object(failure ?? error).message}`)
  }
}

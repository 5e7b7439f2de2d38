import { unreadable } from './row.js'

/** Decodes a content as UTF-8 without a byte order mark. Throws `invalid_parameter` for another encoding. */
export async function* decode(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decoded = (chunk?: Uint8Array) => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      throw unreadable('The file is not encoded in UTF-8')
    }
  }
  for await (const chunk of content) yield decoded(chunk)
  yield decoded()
}

/** Passes a content on, and reports the part of it that has been read, from 0 to 1. */
export async function* withProgress(
  content: AsyncIterable<Uint8Array>,
  size: number,
  onProgress: (part: number) => void,
): AsyncGenerator<Uint8Array> {
  let read = 0
  for await (const chunk of content) {
    read += chunk.length
    onProgress(Math.min(read / size, 1))
    yield chunk
  }
}

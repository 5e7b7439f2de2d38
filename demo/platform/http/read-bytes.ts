import { RestError } from './rest-error.js'

/** The default maximum size of a body in bytes: four times what a page can send with `keepalive` while it unloads. */
const DEFAULT_MAX_BYTES = 256 * 1024

/**
 * Reads the body of a request, at most `largest` bytes. Throws `request_too_large`, and `binding_error` if the client
 * disconnects before the body is complete.
 */
export async function readBytes(
  request: Request,
  largest: number = DEFAULT_MAX_BYTES,
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('Content-Length')) > largest) throw tooLarge(largest)
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = request.body?.getReader()
  while (reader) {
    const { done, value } = await reader.read().catch(() => {
      throw new RestError('binding_error', 'The body ended before it was complete')
    })
    if (done) break
    length += value.length
    if (length > largest) {
      await reader.cancel().catch(() => {})
      throw tooLarge(largest)
    }
    chunks.push(value)
  }
  return joined(chunks, length)
}

function joined(chunks: Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return bytes
}

const tooLarge = (largest: number) =>
  new RestError('request_too_large', `The body of this call can have at most ${largest} bytes`, {
    parameters: { largest_bytes: largest },
  })

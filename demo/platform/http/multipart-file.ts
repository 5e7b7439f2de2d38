import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy'
import { RestError } from './rest-error.js'

/** What the fields beside the file may take up: the form has at most so many bytes more than the file. */
const MAX_FIELDS_BYTES = 64 * 1024

const MAX_FIELDS = 50

/** A form with one file, whose content was passed on while it arrived. */
export interface MultipartFile {
  filename: string
  /** The values of each field, in their order. */
  fields: Map<string, string[]>
  size: number
}

/** How the content of the file is consumed. `consume` must end with an error when `signal` is aborted. */
export interface MultipartFileOptions {
  /** The name of the form's field with the file. Other files are ignored. */
  field: string
  /** The maximum size of the file in bytes. */
  largest: number
  consume(content: Readable, signal: AbortSignal): Promise<void>
}

/**
 * Reads a multipart form whose file is too large for the memory. Throws `unsupported_media_type`, `missing_request_body` without
 * a file, `asset_size_invalid`, and `binding_error` for a malformed form. The content was then not consumed to its end, or the
 * caller discards it.
 */
export async function readMultipartFile(request: Request, options: MultipartFileOptions): Promise<MultipartFile> {
  const { field, largest, consume } = options
  const parser = parserFor(request, largest)
  if (Number(request.headers.get('Content-Length')) > largest + MAX_FIELDS_BYTES) throw wrongSize(largest)
  const abort = new AbortController()
  const fields = new Map<string, string[]>()
  let filename = ''
  let content: BusboyFileStream | undefined
  let consumed: Promise<void> = Promise.resolve()
  parser.on('field', (name, value) => fields.set(name, [...(fields.get(name) ?? []), value]))
  parser.on('fieldsLimit', () =>
    abort.abort(new RestError('binding_error', `A form can have at most ${MAX_FIELDS} fields`)),
  )
  parser.on('file', (name, stream, sentName) => {
    if (name !== field || content) {
      stream.on('error', () => {}).resume()
      return
    }
    filename = sentName ?? ''
    content = stream
    stream.once('limit', () => abort.abort(wrongSize(largest)))
    consumed = consume(stream, abort.signal)
    // A content that cannot be consumed ends the form. The error is thrown below.
    consumed.catch(error => abort.abort(error))
  })
  try {
    await pipeline(bodyOf(request), parser, { signal: abort.signal })
    await consumed
  } catch (error) {
    const reason = abort.signal.aborted ? abort.signal.reason : undefined
    abort.abort(error)
    await consumed.catch(() => {})
    throw isOwnError(reason) ? reason : new RestError('binding_error', 'The form is malformed or incomplete')
  }
  if (!content) throw new RestError('missing_request_body', `The form has no file in the field ${field}`)
  if (content.bytesRead === 0) throw wrongSize(largest)
  return { filename, fields, size: content.bytesRead }
}

/** Whether the reason is not the form: the size of the file, or an error of the disk. */
const isOwnError = (reason: unknown) => reason instanceof RestError || Object(reason).syscall !== undefined

function parserFor({ headers }: Request, largest: number): BusboyInstance {
  const type = headers.get('Content-Type') ?? ''
  if (!/^multipart\/form-data\s*(;|$)/i.test(type))
    throw new RestError('unsupported_media_type', 'The body must be a multipart form')
  try {
    return new Busboy({
      headers: { 'content-type': type },
      limits: { fileSize: largest, fields: MAX_FIELDS, fieldSize: MAX_FIELDS_BYTES },
    })
  } catch {
    throw new RestError('binding_error', 'The Content-Type has no boundary')
  }
}

function bodyOf({ body }: Request): Readable {
  if (!body) throw new RestError('missing_request_body', 'The request has no body')
  return Readable.fromWeb(body as NodeReadableStream)
}

const wrongSize = (largest: number) =>
  new RestError('asset_size_invalid', `A file must have 1 to ${largest} bytes`, {
    parameters: { largest_bytes: largest },
  })

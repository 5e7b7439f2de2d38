import { z } from 'zod'
import { exceedsDepth, MAX_DEPTH } from './exceeds-depth.js'
import { isWellFormed } from './is-well-formed.js'
import { readBytes } from './read-bytes.js'
import { RestError } from './rest-error.js'

export type MediaType = 'json' | 'form' | 'text'

/** `multipart`: a form with a file. The call reads it itself. */
export type Accepted = MediaType | 'multipart'

export type Fields = Record<string, unknown>

interface ReadBody {
  fields: Fields
  /** The values of a form are strings or files and need converting. */
  from: MediaType | 'nothing'
}

/** How a call reads its body. */
export interface BodyShape<T = unknown> {
  schema: z.ZodType<T>
  /** Default: only JSON. */
  accepts?: Accepted[]
  /** Whether the body can be missing. */
  optional?: boolean
  /** The maximum size in bytes. Default: that of `readBytes`. */
  largest?: number
  /** Converts the flat string fields of a form to the fields of the schema. */
  fromForm?(fields: Fields): Fields
}

/** Reads and validates the body of a request. */
export async function parseBody<T>(request: Request, shape: BodyShape<T>): Promise<T> {
  const { schema, fromForm = unchanged } = shape
  const { fields, from } = await readBody(request, shape)
  return validate(schema, from === 'form' ? fromForm(fields) : fields)
}

/** Reads the fields of a body. `text` is JSON sent as text/plain, which needs no CORS preflight. */
async function readBody(
  request: Request,
  { accepts = ['json'], optional = false, largest }: BodyShape,
): Promise<ReadBody> {
  const contentType = request.headers.get('Content-Type')
  const from = mediaType(contentType)
  if (from === 'multipart' || from === 'form') {
    if (!accepts.includes('form')) throw unsupported(contentType)
    const fields = Object.fromEntries(await readForm(request, largest))
    if (!optional && Object.keys(fields).length === 0) throw missing()
    return { fields, from: 'form' }
  }
  const bytes = await readBytes(request, largest)
  if (contentType && (!from || !accepts.includes(from))) throw unsupported(contentType)
  const text = decode(bytes)
  if (text.trim() === '') {
    if (optional) return { fields: {}, from: 'nothing' }
    throw missing()
  }
  if (!from) throw unsupported(contentType)
  return { fields: jsonObject(text), from }
}

/** Validates `value`. Throws `binding_error` with the name of the first invalid field, and `invalid_parameter` for a text that is not Unicode. */
export function validate<T>(schema: z.ZodType<T>, value: unknown): T {
  if (!isWellFormed(value))
    throw new RestError('invalid_parameter', 'A value contains characters that cannot be stored')
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issue = result.error.issues[0]!
  const isUnknown = issue.code === 'unrecognized_keys'
  const parameter = [...issue.path, ...(isUnknown ? issue.keys.slice(0, 1) : [])].join('.')
  const message = isUnknown ? 'There is no field of this name' : issue.message
  throw new RestError('binding_error', parameter ? `${parameter}: ${message}` : message, { parameters: { parameter } })
}

function mediaType(contentType: string | null): MediaType | 'multipart' | undefined {
  const [essence] = (contentType ?? '').toLowerCase().split(/\s*;/)
  if (essence === 'application/json') return 'json'
  if (essence === 'text/plain') return 'text'
  if (essence === 'application/x-www-form-urlencoded') return 'form'
  return essence === 'multipart/form-data' ? 'multipart' : undefined
}

/** Reads a form with its files. Throws `binding_error` and the errors of `readBytes`. */
export async function readForm(request: Request, largest?: number): Promise<FormData> {
  const bytes = await readBytes(request, largest)
  if (bytes.length === 0) return new FormData()
  if (mediaType(request.headers.get('Content-Type')) === 'form')
    checkEscapes(Buffer.from(bytes).toString('latin1'), 'The form')
  const headers = { 'Content-Type': request.headers.get('Content-Type') ?? '' }
  try {
    return await new Response(bytes, { headers }).formData()
  } catch {
    throw new RestError('binding_error', 'The form is malformed')
  }
}

/** Browsers escape UTF-8 only. Other bytes would become equal texts. `what` names the text in the error. Throws `binding_error`. */
export function checkEscapes(text: string, what: string): void {
  try {
    for (const [escapes] of text.matchAll(/(?:%[0-9a-f]{2})+/gi)) decodeURIComponent(escapes)
  } catch {
    throw new RestError('binding_error', `${what} is not UTF-8`)
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new RestError('invalid_json', 'The body is not UTF-8')
  }
}

function jsonObject(text: string): Fields {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new RestError('invalid_json', 'The body is not valid JSON')
  }
  if (exceedsDepth(value))
    throw new RestError('invalid_parameter', `The body can have at most ${MAX_DEPTH} levels of nesting`)
  return validate(z.record(z.string(), z.unknown()), value)
}

const unchanged = (fields: Fields) => fields
const missing = () => new RestError('missing_request_body', 'The request has no body')
const unsupported = (contentType: string | null) =>
  new RestError(
    'unsupported_media_type',
    contentType ? `The content type ${contentType} is not supported` : 'The body has no content type',
  )

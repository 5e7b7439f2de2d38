import { z } from 'zod'
import { isDeeper, MAX_DEPTH } from './is-deeper.js'
import { readBytes } from './read-bytes.js'
import { RestError } from './rest-error.js'

export type MediaType = 'json' | 'form' | 'text'

/** `multipart`: a form with a file, which is read by the call itself. */
export type Accepted = MediaType | 'multipart'

export type Fields = Record<string, unknown>

interface ReadBody {
  fields: Fields
  /** A form's values are all strings (or files): what reads them has to convert. */
  from: MediaType | 'nothing'
}

/** A body as a call takes it. */
export interface BodyShape<T = unknown> {
  schema: z.ZodType<T>
  /** Default: JSON alone. */
  accepts?: Accepted[]
  /** Whether the call does without one. */
  optional?: boolean
  /** The most bytes it may have, where that is not the usual. */
  largest?: number
  /** A form's fields as the schema has them: a form knows neither numbers nor depth. */
  fromForm?(fields: Fields): Fields
}

/** Reads a request's body in the shape a call takes it in. */
export async function takeBody<T>(request: Request, shape: BodyShape<T>): Promise<T> {
  const { schema, fromForm = same } = shape
  const { fields, from } = await readBody(request, shape)
  return bind(schema, from === 'form' ? fromForm(fields) : fields)
}

/** Reads a request's body as a map of fields. `text` is a text/plain body that holds JSON, which spares a page the preflight. */
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

/** Checks `value` against `schema`; what does not fit is the caller's mistake, named by its field. */
export function bind<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const { path, message } = result.error.issues[0]!
  const parameter = path.join('.')
  throw new RestError('binding_error', parameter ? `${parameter}: ${message}` : message, { parameters: { parameter } })
}

function mediaType(contentType: string | null): MediaType | 'multipart' | undefined {
  const [essence] = (contentType ?? '').toLowerCase().split(/\s*;/)
  if (essence === 'application/json') return 'json'
  if (essence === 'text/plain') return 'text'
  if (essence === 'application/x-www-form-urlencoded') return 'form'
  return essence === 'multipart/form-data' ? 'multipart' : undefined
}

/** Reads a form, with its files. Throws what `readBytes` throws, and `binding_error`. */
export async function readForm(request: Request, largest?: number): Promise<FormData> {
  const bytes = await readBytes(request, largest)
  if (bytes.length === 0) return new FormData()
  const headers = { 'Content-Type': request.headers.get('Content-Type') ?? '' }
  try {
    return await new Response(bytes, { headers }).formData()
  } catch {
    throw new RestError('binding_error', 'The form could not be read')
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
  if (isDeeper(value)) throw new RestError('invalid_parameter', `The body nests deeper than ${MAX_DEPTH} levels`)
  return bind(z.record(z.string(), z.unknown()), value)
}

const same = (fields: Fields) => fields
const missing = () => new RestError('missing_request_body', 'The request has no body')
const unsupported = (contentType: string | null) =>
  new RestError('unsupported_media_type', `Cannot read ${contentType ?? 'a body without a content type'}`)

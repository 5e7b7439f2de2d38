import * as z from 'zod/mini'
import { textOf } from '../base/text-of.js'
import { invalidType, RewardsError } from '../error/error.js'
import type { Answer } from '../http/send.js'
import type { Connection } from './connection.js'
import { request } from './traffic.js'

/**
 * Makes a call and checks its answer by `schema`. Fields that the schema does not name are kept. Throws `invalid_response`, which names the
 * first wrong field, and `invalid_argument` if the body of a POST or PUT is no object.
 */
export async function call<S extends z.ZodMiniType>(
  connection: Connection,
  schema: S,
  method: string,
  path: string,
  body?: object,
): Promise<z.infer<S>> {
  return parseAnswer(schema, await send(connection, method, path, body), callName(method, path))
}

/**
 * Makes a change whose answer the caller can do without. Resolves with undefined if the answer has the platform's header, or no content, but does not
 * match `schema`: the change was made, and after an error, the caller would make it again. Any other answer that does not match may be a proxy's.
 */
export async function change<S extends z.ZodMiniType>(
  connection: Connection,
  schema: S,
  method: string,
  path: string,
  body?: object,
): Promise<z.infer<S> | undefined> {
  const answer = await send(connection, method, path, body)
  const { success, data, error } = z.safeParse(schema, answer.json)
  if (success) return data
  if (answer.status === 204 || connection.client.header(answer, 'token')) return undefined
  throw mismatchError(error, answer, callName(method, path))
}

function send(connection: Connection, method: string, path: string, body?: object): Promise<Answer> {
  const needsBody = method === 'POST' || method === 'PUT'
  if (needsBody && (Object(body) !== body || Array.isArray(body)))
    throw invalidType(`${callName(method, path)} needs an object`, body)
  return request(connection, method, path, body)
}

/**
 * Makes a call whose answer is a list, and checks each item by `schema`. One broken record must not hide the others: it is left out, and an
 * `error` event with `invalid_response` names the first one. If no item is left, the call fails with that error.
 */
export async function callList<S extends z.ZodMiniType>(
  connection: Connection,
  schema: S,
  method: string,
  path: string,
  body?: object,
): Promise<z.infer<S>[]> {
  const answer = await request(connection, method, path, body)
  const name = callName(method, path)
  const found = parseAnswer(z.array(z.unknown()), answer, name)
  const items = found.flatMap(item => {
    const { success, data } = z.safeParse(schema, item)
    return success ? [data] : []
  })
  if (items.length === found.length) return items
  const { error } = z.safeParse(z.array(schema), found)
  const mismatch = mismatchError(error!, answer, name)
  if (!items.length) throw mismatch
  connection.reportError(mismatch)
  return items
}

/** Checks an answer by `schema`. `name` is the name of the call. Throws `invalid_response`. */
export function parseAnswer<S extends z.ZodMiniType>(schema: S, answer: Answer, name: string): z.infer<S> {
  const { success, data, error } = z.safeParse(schema, answer.json)
  if (success) return data
  throw mismatchError(error, answer, name)
}

/** The name of a call in error messages: without the query, which may contain personal data. */
const callName = (method: string, path: string) => `${method} ${path.replace(/\?.*/, '')}`

function mismatchError(error: z.core.$ZodError, { status }: Answer, name: string) {
  const [issue] = error.issues
  const place = issue?.path.join('.') || 'its top level'
  const hint = name.startsWith('GET') ? '' : '. The change may have been made: read before you repeat it'
  return new RewardsError('invalid_response', `The answer to ${name} is wrong at ${place}: ${issue?.message}${hint}`, {
    status,
    cause: error,
  })
}

/** An id as a segment of a path. `need` says which call needs it. Throws `invalid_argument` for an id that would lead to another path. */
export function pathSegment(id: string, need: string): string {
  const segment = readSegment(id)
  if (!segment) throw invalidType(need, id)
  return encodeURIComponent(segment)
}

/** Reads an id. Undefined for an empty one, `.` and `..`, which would lead to another path. */
function readSegment(id: unknown): string | undefined {
  const text = textOf(id) ?? ''
  return /^\.{0,2}$/.test(text) ? undefined : text
}

/** A field that no call needs. If it is missing, null or of another type, the call does not fail. Of another type, it is left out. */
export const optional = <S extends z.ZodMiniType>(schema: S) => z.catch(z.nullish(schema), undefined)

/** A value that `read` understands: for other values, `read` returns undefined. Zod's unions and patterns take 500 bytes. */
export const readAs = <T>(read: (value: unknown) => T | undefined, message: string) =>
  z.transform((value: unknown, { issues }): T => {
    const result = read(value)
    if (result !== undefined) return result
    issues.push({ code: 'custom', input: value, message })
    return z.NEVER
  })

/** A required text. Some platforms write ids as numbers. */
export const id = readAs(textOf, 'expected text')

/** The id of a record that other calls use as a segment of a path. */
export const pathId = readAs(readSegment, 'expected an id')

export const textOrNumber = readAs(
  value => (typeof value === 'string' || typeof value === 'number' ? value : undefined),
  'expected text or a number',
)

/** Text: most fields of most records. */
export const text = optional(id)

/** Throws if the platform says that it has not made a change. `name` is the name of the call. */
export function throwIfFailed(name: string, { status, polling_id }: { status?: unknown; polling_id?: unknown }): void {
  if (status === 'FAILED')
    throw new RewardsError('invalid_value', `${name}: the platform could not make the change`, {
      parameters: { polling_id },
    })
}

/** A text with known values. A newer platform may send others. */
export const openEnum = <Known extends string>(): z.ZodMiniType<Known | (string & {}), string> => z.string()

/** The program's own data, by name. */
export const data = z.looseObject({})

/** A partner's own id of something, with the name of that id. */
export const partnerId = z.looseObject({ name: text, value: text })

import * as z from 'zod/mini'
import { textOf } from '../base/text-of.js'
import { invalidType, RewardsError } from '../error/error.js'
import type { Answer } from '../http/send.js'
import type { Connection } from './connection.js'
import { request } from './traffic.js'

/** `shape` has the names of the fields of a record. A list has none. */
type Schema = z.ZodMiniType & { shape?: object }

/**
 * Makes a call and checks its answer by `schema`. Fields that the schema does not name are kept. Throws `invalid_response`, which names the
 * first wrong field, and `invalid_argument` if the body of a POST or PUT is no object.
 */
export async function call<S extends Schema>(
  connection: Connection,
  schema: S,
  method: string,
  path: string,
  body?: object,
): Promise<z.infer<S>> {
  return parseAnswer(connection, schema, await send(connection, method, path, body), callName(method, path))
}

/**
 * Makes a change whose answer the caller can do without. Resolves with undefined if the answer has the platform's header, or no content, but does not
 * match `schema`: the change was made, and after an error, the caller would make it again. Any other answer that does not match may be a proxy's.
 */
export async function change<S extends Schema>(
  connection: Connection,
  schema: S,
  method: string,
  path: string,
  body?: object,
): Promise<z.infer<S> | undefined> {
  const answer = await send(connection, method, path, body)
  if (answer.status === 204 || hasToken(connection, answer)) return z.safeParse(schema, answer.json).data
  return parseAnswer(connection, schema, answer, callName(method, path))
}

function send(connection: Connection, method: string, path: string, body?: object): Promise<Answer> {
  if (method === 'POST' || method === 'PUT') requireObject(callName(method, path), body)
  return request(connection, method, path, body)
}

/** Throws `invalid_argument` if `given` is no object, or a list. `name` is the name of the call. */
export function requireObject(name: string, given: unknown): void {
  if (Object(given) !== given || Array.isArray(given)) throw invalidType(`${name} needs an object`, given)
}

/**
 * Makes a call whose answer is a list, and checks each item by `schema`. One broken record must not hide the others: it is left out, and an
 * `error` event with `invalid_response` names the first one. If no item is left, the call fails with that error.
 */
export async function callList<S extends Schema>(
  connection: Connection,
  schema: S,
  method: string,
  path: string,
): Promise<z.infer<S>[]> {
  const answer = await request(connection, method, path)
  const name = callName(method, path)
  const items: z.infer<S>[] = []
  let mismatch: unknown
  parseAnswer(connection, anyList, answer, name).forEach((json, index) => {
    try {
      items.push(parseAnswer(connection, schema, { ...answer, json }, name, index))
    } catch (error) {
      mismatch ??= error
    }
  })
  if (mismatch && !items.length) throw mismatch
  if (mismatch) connection.reportError(mismatch)
  return items
}

/**
 * Checks an answer by `schema`. Without the platform's token in a header, it may be another server's: see `isRecord`. `name` is the name of the
 * call, `index` the place in its list. Throws `invalid_response`.
 */
export function parseAnswer<S extends Schema>(
  connection: Connection,
  schema: S,
  answer: Answer,
  name: string,
  ...index: number[]
): z.infer<S> {
  const { success, data, error } = z.safeParse(schema, answer.json)
  if (success && (hasToken(connection, answer) || isRecord(schema, Object(data)))) return data
  const { path = [], message = 'too few fields' } = error?.issues[0] ?? {}
  const place = [...index, ...path].join('.') || 'its top level'
  const hint = name.startsWith('GET') ? '' : '. The change may have been made'
  throw new RewardsError('invalid_response', `The answer to ${name} is wrong at ${place}: ${message}${hint}`, {
    status: answer.status,
    cause: error,
  })
}

const hasToken = ({ client }: Connection, answer: Answer) => client.header(answer, 'token')

/** Fields that the answers of other servers have, too, for example of a captive portal: `{"status":"ok"}`. */
const COMMON_FIELDS = /^(id|status|message|data|name|code|type)$/

/** Whether a record has a field that only the platform's records have, if its schema names any. */
function isRecord({ shape = {} }: Schema, record: object): boolean {
  const names = Object.keys(shape).filter(name => !COMMON_FIELDS.test(name))
  return !names.length || names.some(name => name in record)
}

/** The name of a call in error messages: without the query, which may contain personal data. */
const callName = (method: string, path: string) => `${method} ${path.replace(/\?.*/, '')}`

/** An id as a segment of a path. `need` says which call needs it. Throws `invalid_argument` for an id that would lead to another path. */
export function pathSegment(id: string, need: string): string {
  const segment = readSegment(id)
  if (!segment) throw invalidType(need, id)
  return encodeURIComponent(segment)
}

/** Reads an id. Undefined for an empty one, `.` and `..`, which would lead to another path, and for half of a character, which no URL can contain. */
function readSegment(id: unknown): string | undefined {
  const text = textOf(id) ?? ''
  return /^\.{0,2}$|\p{Cs}/u.test(text) ? undefined : text
}

/** A field that no call needs. If it is missing, null or of another type, the call does not fail. Of another type, it is left out. */
export const optional = <S extends z.ZodMiniType>(schema: S) =>
  z.optional(
    z.transform((value: unknown): z.infer<S> | null | undefined =>
      value === null ? value : z.safeParse(schema, value).data,
    ),
  )

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

/** A value of one of these types, as `typeof` names them. Zod's own string has formats, and takes more bytes. */
export const ofType = <T>(expected: string, ...types: string[]) =>
  readAs(value => (types.includes(typeof value) ? (value as T) : undefined), expected)

export const string = ofType<string>('expected text', 'string')

export const textOrNumber = ofType<string | number>('expected text or a number', 'string', 'number')

/** A list whose items are not checked. */
export const anyList = readAs(value => (Array.isArray(value) ? (value as unknown[]) : undefined), 'expected a list')

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
export const openEnum = <Known extends string>() => ofType<Known | (string & {})>('expected text', 'string')

/** The program's own data, by name. */
export const data = z.looseObject({})

/** A partner's own id of something, with the name of that id. */
export const partnerId = z.looseObject({ name: text, value: text })

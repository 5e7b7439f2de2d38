import * as z from 'zod/mini'
import { describeGiven, invalid, RewardsError } from '../http/error.js'
import type { Connection } from './connection.js'
import { exchange } from './traffic.js'

/**
 * A call whose answer is what `schema` says, or an `invalid_response` that names where it is not. Fields it does not name are kept.
 */
export async function call<S extends z.ZodMiniType>(
  at: Connection,
  schema: S,
  method: string,
  path: string,
  body?: object,
): Promise<z.infer<S>> {
  const sends = method === 'POST' || method === 'PUT'
  if (sends && (Object(body) !== body || Array.isArray(body)))
    throw invalid(`${nameOf(method, path)} needs an object; got ${describeGiven(body)}`)
  return read(schema, await exchange(at, method, path, body), nameOf(method, path))
}

/**
 * A call whose answer is a list of what `schema` says. An item that is something else is left out, and one `invalid_response` in `error`
 * names the first such item: a broken record must not hide the others. Where no item is left, the call fails with that error.
 */
export async function callList<S extends z.ZodMiniType>(
  at: Connection,
  schema: S,
  method: string,
  path: string,
  body?: object,
): Promise<z.infer<S>[]> {
  const answer = await call(at, z.array(z.unknown()), method, path, body)
  const items = answer.flatMap(item => {
    const { success, data } = z.safeParse(schema, item)
    return success ? [data] : []
  })
  if (items.length === answer.length) return items
  const { error } = z.safeParse(z.array(schema), answer)
  const mismatch = mismatchError(error!, nameOf(method, path))
  if (!items.length) throw mismatch
  at.reportError(mismatch)
  return items
}

/** `answer` as `schema` says it is. Throws `invalid_response`. */
export function read<S extends z.ZodMiniType>(schema: S, answer: unknown, what: string): z.infer<S> {
  const { success, data, error } = z.safeParse(schema, answer)
  if (success) return data
  throw mismatchError(error, what)
}

/** A call as error messages name it: without the query, which may hold personal data. */
const nameOf = (method: string, path: string) => `${method} ${path.replace(/\?.*/, '')}`

function mismatchError(error: z.core.$ZodError, what: string) {
  const [issue] = error.issues
  const place = issue?.path.join('.') || 'its top level'
  return new RewardsError('invalid_response', `The answer to ${what} is wrong at ${place}: ${issue?.message}`, {
    cause: error,
  })
}

/** An id as one part of a path. `need` says which call needs it. Throws `invalid_argument` for an id that would lead to another path. */
export function segment(id: string, need: string): string {
  // An id that is a number leads to the same path as its text.
  if (!/string|number/.test(typeof id) || /^\.{0,2}$/.test(id)) throw invalid(`${need}; got ${describeGiven(id)}`)
  return encodeURIComponent(id)
}

/** A field that no call needs to work: absent, null or of another type, it never makes a call fail. Of another type, it is left out. */
export const optional = <S extends z.ZodMiniType>(schema: S) => z.catch(z.nullish(schema), undefined)

/** Text that has to be there. Some platforms write an id as a number. */
export const id = z.transform((value: unknown, { issues }): string => {
  if (typeof value === 'string' || typeof value === 'number') return `${value}`
  issues.push({ code: 'custom', input: value, message: 'no text' })
  return ''
})

/** Text, in most fields of most records. */
export const text = optional(id)

/** What is answered to a change that is made: whatever it is, the change must not look as if it had failed. */
export const done = <S extends z.ZodMiniType<object>>(schema: S) => z.catch(schema, {} as z.output<S>)

/** A string of which some values are known. Others, of a newer platform, pass. */
export const open = <Known extends string>() => z.string() as unknown as z.ZodMiniType<Known | (string & {}), string>

/** A value that is also as `fits` says. Zod’s own ways to say it, a pattern or a union, take 500 bytes. */
export const where = <S extends z.ZodMiniType>(schema: S, fits: (value: z.infer<S>) => boolean, message: string): S =>
  schema.check(({ value, issues }) => {
    if (!fits(value as z.infer<S>)) issues.push({ code: 'custom', input: value, message })
  })

/** A number, or text with one in it. */
export const amount = where(
  z.unknown() as unknown as z.ZodMiniType<string | number>,
  value => /string|number/.test(typeof value),
  'neither text nor a number',
)

/** What the program keeps under names of its own. */
export const data = z.looseObject({})

/** A partner's own id of something, and the name it goes by. */
export const partnerId = z.looseObject({ name: text, value: text })

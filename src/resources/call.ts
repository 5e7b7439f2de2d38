import * as z from 'zod/mini'
import type { Client } from '../http/client.js'
import type { Settings } from '../options.js'
import type { Token } from '../token/token.js'
import { exchange } from './traffic.js'

/** What the calls of every resource go through: one object a runtime. */
export interface Connection {
  client: Client
  token: Token
  settings: Settings
  /** Tells, by `consumer`, that it may be somebody else, and by `receipt`, that the platform has an event. */
  target: EventTarget
  /** Tells an error to the `error` listeners. */
  tell(error: unknown): void
}

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
  return read(at.client, schema, await exchange(at, method, path, body), `${method} ${path.replace(/\?.*/, '')}`)
}

/** `answer` as `schema` says it is. Throws `invalid_response`. */
export function read<S extends z.ZodMiniType>(client: Client, schema: S, answer: unknown, what: string): z.infer<S> {
  const { success, data, error } = z.safeParse(schema, answer)
  if (success) return data
  const [issue] = error.issues
  const where = issue?.path.join('.') || 'the answer'
  throw client.error('invalid_response', `${what}: ${where}: ${issue?.message}`, { cause: error })
}

/** An id as one part of a path. Throws a `TypeError` for what would lead to another path. */
export function segment(id: string): string {
  if (!id || /^\.\.?$/.test(id)) throw new TypeError(`No id: ${id}`)
  return encodeURIComponent(id)
}

/** A string of which some values are known. Others, of a newer platform, pass. */
export const open = <Known extends string>() => z.string() as unknown as z.ZodMiniType<Known | (string & {}), string>

/** A value that is also as `fits` says. Zod’s own ways to say it, a pattern or a union, take 500 bytes. */
export const where = <S extends z.ZodMiniType>(schema: S, fits: (value: z.infer<S>) => boolean, message: string): S =>
  schema.check(({ value, issues }) => {
    if (!fits(value as z.infer<S>)) issues.push({ code: 'custom', input: value, message })
  })

/** What the program keeps under names of its own. */
export const data = z.looseObject({})

/** A partner's own id of something, and the name it goes by. */
export const partnerId = z.looseObject({ name: z.string(), value: z.string() })

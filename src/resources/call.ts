import * as z from 'zod/mini'
import type { ApiInput, Client } from '../http/client.js'

interface Input extends ApiInput {
  /** Names and values; an undefined value is left out. */
  query?: Record<string, string | undefined>
}

/**
 * A call whose answer is what `schema` says, or an `invalid_response` that names where it is not. Fields it does not name are kept.
 */
export async function call<S extends z.ZodMiniType>(
  client: Client,
  schema: S,
  method: string,
  path: string,
  { query = {}, ...input }: Input = {},
): Promise<z.infer<S>> {
  const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined)
  const answer = await client.api(method, given.length ? `${path}?${new URLSearchParams(given)}` : path, input)
  const { success, data, error } = z.safeParse(schema, answer)
  if (success) return data
  const [issue] = error.issues
  const where = issue?.path.join('.') || 'the answer'
  throw client.error('invalid_response', `${method} ${path}: ${where}: ${issue?.message}`, { cause: error })
}

import type { z } from 'zod'
import { exceedsDepth, MAX_DEPTH } from '../http/exceeds-depth.js'
import { describeIssue } from './describe-issue.js'
import { jsonSyntaxError } from './json-syntax-error.js'
import { lineOf } from './line-of.js'
import type { SourceError } from './source-error.js'

/** The maximum length of a source in characters. */
const MAX_LENGTH = 200_000

/** Nobody reads more errors at once. */
const MAX_ERRORS = 50

/** A valid source, or its first errors. */
export type SourceResult<T> =
  | { value: T; errors?: undefined }
  | { value?: undefined; errors: [SourceError, ...SourceError[]] }

/** Parses and validates a JSON source. `kind` names it in errors: `A zone can have at most …`. */
export function readSource<T>(source: string, schema: z.ZodType<T>, kind: string): SourceResult<T> {
  if (source.length > MAX_LENGTH)
    return { errors: [{ message: `A ${kind} can have at most ${MAX_LENGTH} characters` }] }
  let value: unknown
  try {
    value = JSON.parse(source)
  } catch (error) {
    return { errors: [jsonSyntaxError(source) ?? { message: String(error) }] }
  }
  if (exceedsDepth(value)) return { errors: [{ message: `A ${kind} can have at most ${MAX_DEPTH} levels of nesting` }] }
  const result = schema.safeParse(value)
  if (result.success) return { value: result.data }
  const [first, ...others] = result.error.issues
    .flatMap(issue => describeIssue(issue, value, kind))
    .slice(0, MAX_ERRORS)
    .map(({ path, message }) => ({ message, line: lineOf(source, path) }))
  return { errors: [first!, ...others] }
}

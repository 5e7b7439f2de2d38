import { exceedsDepth, MAX_DEPTH } from '../http/exceeds-depth.js'
import { RestError } from '../http/rest-error.js'

/** The maximum length of a row: that of the body of a call. */
export const MAX_ROW_LENGTH = 256 * 1024

/** A row of a file: its fields, or the reason why it has none. */
export type Row = { fields: Record<string, unknown> } | { error: RestError }

/** A row with the part of the file that has been read so far, from 0 to 1. */
export type ReadRow = Row & { progress: number }

/** The row of a JSON value. It must be an object that a call would accept as its body. */
export function rowOf(value: unknown): Row {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return invalidRow('The row is not an object')
  if (exceedsDepth(value)) return tooDeep()
  return checkLength({ fields: { ...value } })
}

/** Rejects a row that is longer than the body of a call can be. */
export const checkLength = (row: Row): Row =>
  'fields' in row && JSON.stringify(row.fields).length > MAX_ROW_LENGTH ? tooLong() : row

export const tooLong = () => invalidRow(`A row can have at most ${MAX_ROW_LENGTH} characters`)
export const tooDeep = () => invalidRow(`A row can have at most ${MAX_DEPTH} levels of nesting`)

export const invalidRow = (message: string): Row => ({ error: new RestError('invalid_parameter', message) })

/** The error of a file that cannot be read any further. */
export const unreadable = (message: string): RestError => new RestError('invalid_parameter', message)

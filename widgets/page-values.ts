import { attempt } from '../src/base/attempt.js'

// Reads and converts values that a page has set. Any of them may throw: in a getter, in `toString()` or in `toJSON()`.

/** Stands for a value that cannot be read. It is neither valid JSON nor the name of a zone or widget. */
export const UNREADABLE = '?'

/** Converts any value to text. */
export const toText = (value: unknown): string => attempt(() => String(value)) ?? UNREADABLE

/** Converts a value to JSON. A string counts as JSON already. For a value without JSON, the result is text that `parseObject` refuses. */
export function toJson(value: object): string
export function toJson(value: unknown): string | undefined
export function toJson(value: unknown): string | undefined {
  if (value == null || typeof value === 'string') return value ?? undefined
  return attempt(() => JSON.stringify(value)) ?? UNREADABLE
}

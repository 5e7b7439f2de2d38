/** What a page has set, where it cannot be read. It is no JSON, and the name of no zone or widget. */
export const UNREADABLE = '?'

/** A string is taken for JSON already. What JSON cannot hold becomes text that `parseObject` refuses. */
export function toJson(value: unknown): string | undefined {
  if (value == null || typeof value === 'string') return value ?? undefined
  return attempt(() => JSON.stringify(value)) ?? UNREADABLE
}

/** Any value as text: an object of the page may throw when it is turned into text. */
export const toText = (value: unknown): string => attempt(() => String(value)) ?? UNREADABLE

/** undefined where `read` throws. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

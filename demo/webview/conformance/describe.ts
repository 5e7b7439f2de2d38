/** The maximum length of a quoted text. */
const MAX_QUOTED = 60

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Describes the type of a value without its content, because the content may be secret. */
export function describe(value: unknown): string {
  if (value === undefined) return 'missing'
  if (typeof value === 'string') return `a string of ${value.length} characters`
  if (Array.isArray(value)) return `a list of length ${value.length}`
  if (isObject(value))
    return Object.keys(value).length ? `an object with ${list(Object.keys(value))}` : 'an empty object'
  return `\`${value}\``
}

/** Quotes a text of the app. Describes a value that is not a text. */
export const quote = (value: unknown) =>
  typeof value === 'string' && value ? `“${value.slice(0, MAX_QUOTED)}”` : describe(value)

/** Lists names as code. */
export const list = (names: string[]) => names.map(name => `\`${name}\``).join(', ')

/** Formats a duration in milliseconds. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 120_000) return `${Math.round(ms / 100) / 10} s`
  return ms < 7_200_000 ? `${Math.round(ms / 60_000)} minutes` : `${Math.round(ms / 3_600_000)} hours`
}

/** Longer words of an app say no more. */
const QUOTED_LENGTH = 60

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What a value is, without its content: it may be secret. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'string') return `a string of ${value.length} characters`
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (isObject(value))
    return Object.keys(value).length ? `an object with ${list(Object.keys(value))}` : 'an empty object'
  return `\`${value}\``
}

/** A word of the app's as it is, where it is a word. */
export const quote = (value: unknown) =>
  typeof value === 'string' && value ? `“${value.slice(0, QUOTED_LENGTH)}”` : describe(value)

/** Names as code. */
export const list = (names: string[]) => names.map(name => `\`${name}\``).join(', ')

/** A length of time, from milliseconds. */
export function span(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 120_000) return `${Math.round(ms / 100) / 10} s`
  return ms < 7_200_000 ? `${Math.round(ms / 60_000)} minutes` : `${Math.round(ms / 3_600_000)} hours`
}

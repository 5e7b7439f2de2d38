/** `undefined` when `json` is not the JSON of an object. */
export function parseObject<T extends object = Record<string, unknown>>(json: string | undefined): T | undefined {
  try {
    const value: unknown = JSON.parse(json || '{}')
    if (value && typeof value === 'object' && !Array.isArray(value)) return value as T
  } catch {}
  return undefined
}

/** A string is taken for JSON already. What JSON cannot hold becomes text that `parseObject` refuses. */
export function toJson(value: unknown): string | undefined {
  if (value == null || typeof value === 'string') return value ?? undefined
  try {
    return JSON.stringify(value)
  } catch {
    return '?'
  }
}

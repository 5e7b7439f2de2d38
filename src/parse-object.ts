/** Null when `json` is not the JSON of an object. Nothing at all is an empty one. */
export function parseObject<T extends object = Record<string, unknown>>(json: string | undefined): T | null {
  try {
    const value: unknown = JSON.parse(json || '{}')
    return typeof value === 'object' ? (value as T) : null
  } catch {
    return null
  }
}

/** Parses a JSON object. An empty text is an empty object. Returns null for anything else. */
export function parseObject<T extends object = Record<string, unknown>>(json: string | undefined): T | null {
  try {
    const value: unknown = JSON.parse(json || '{}')
    return typeof value === 'object' ? (value as T) : null
  } catch {
    return null
  }
}

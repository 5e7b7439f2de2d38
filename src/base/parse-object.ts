import { attempt } from './attempt.js'

/** Parses a JSON object. An empty text is an empty object. Returns null for anything else. */
export function parseObject<T extends object = Record<string, unknown>>(json: string | undefined): T | null {
  const value: unknown = attempt(() => JSON.parse(json || '{}'))
  return typeof value === 'object' && !Array.isArray(value) ? (value as T) : null
}

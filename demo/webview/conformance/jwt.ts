import { formatDuration } from './describe.js'

/**
 * Describes a signed JWT (three parts) that has not expired, or an encrypted JWT (five parts), whose expiry cannot be read.
 * Returns undefined for other values.
 */
export function describeJwt(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^[\w-]+(\.[\w-]*){2}(\.[\w-]+){0,2}$/.test(value)) return undefined
  const parts = value.split('.')
  if (parts.length === 5) return 'An encrypted JWT.'
  const claims = parts.length === 3 ? readClaims(parts[1]!) : undefined
  const remaining = Number(claims?.exp) * 1_000 - Date.now()
  return remaining > 0 ? `A JWT that is valid for ${formatDuration(remaining)}.` : undefined
}

function readClaims(part: string): { exp?: unknown } | undefined {
  try {
    return JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return undefined
  }
}

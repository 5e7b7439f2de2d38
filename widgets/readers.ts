// Readers for the content of zones. Marketers write it, so any value may be missing or of a wrong type. No reader throws.

/** Returns an empty object for anything else. */
export const readObject = (value: unknown): Record<string, unknown> =>
  value && typeof value === 'object' ? (value as Record<string, unknown>) : {}

/** A longer list is a mistake. */
export const MAX_ITEMS = 20

/** At most `MAX_ITEMS` items. */
export const readList = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, MAX_ITEMS) : [])

/**
 * Returns '' for anything but text. At most 5,000 characters: the layout of more takes a browser seconds. A lone surrogate becomes U+FFFD,
 * because `encodeURIComponent` throws on it.
 */
export const readText = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .trim()
        .slice(0, 5e3)
        .replace(/\p{Surrogate}/gu, '\ufffd')
    : ''

export const readTexts = (value: unknown): string[] => readList(value).map(readText).filter(Boolean)

/** An absolute URL for a link. Returns undefined for a dangerous scheme such as `javascript:`. */
export const readLink = (value: unknown): string | undefined => readUrl(value, /^(https|mailto|sms|tel):$/)

export const readImage = (value: unknown): string | undefined => readUrl(value, /^https:$/)

function readUrl(value: unknown, allowed: RegExp) {
  try {
    const { href, protocol } = new URL(readText(value))
    // A page on plain http is a developer's own machine: there, http URLs are allowed as well.
    if (allowed.test(protocol) || (protocol === 'http:' && location.protocol === protocol)) return href
  } catch {}
  return undefined
}

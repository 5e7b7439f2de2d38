/**
 * Readers for content that marketers wrote and anybody may have garbled: each takes anything and answers with what the
 * view can use. They never throw.
 */

export const object = (value: unknown): Record<string, unknown> =>
  value && typeof value === 'object' ? (value as Record<string, unknown>) : {}

/** At most 20 items: more is not content. */
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value.slice(0, 20) : [])

/** At most 5,000 characters: more is not content, and takes a browser seconds to lay out. A lone surrogate becomes U+FFFD: `encodeURIComponent` throws on one. */
export const text = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .trim()
        .slice(0, 5e3)
        .replace(/\p{Surrogate}/gu, '\ufffd')
    : ''

export const texts = (value: unknown): string[] => list(value).map(text).filter(Boolean)

/** An absolute address a person may be led to, else `undefined`: `javascript:` and the like never get into the page. */
export const link = (value: unknown): string | undefined => address(value, /^(https|mailto|sms|tel):$/)

export const image = (value: unknown): string | undefined => address(value, /^https:$/)

function address(value: unknown, allowed: RegExp) {
  try {
    const { href, protocol } = new URL(text(value))
    // A page on plain http is someone's own machine, and so are the addresses on it.
    if (allowed.test(protocol) || (protocol === 'http:' && location.protocol === protocol)) return href
  } catch {}
  return undefined
}

import { isbot } from 'isbot'

/**
 * What requests a page: the browser of a person who opens it, a browser that loads it in advance or as a part of another page, or something that is
 * no browser.
 */
export type Visitor = 'person' | 'prefetch' | 'embedded' | 'machine'

/** The headers by which browsers say that nobody has opened the page yet. The last two are of older versions of Firefox and Safari. */
const PURPOSES = ['Sec-Purpose', 'Purpose', 'X-Moz', 'X-Purpose']

/** Tells what requests a page. A link previewer, a crawler, and a program without a name are machines. */
export function visitorOf({ headers }: Request): Visitor {
  if (!isBrowser(headers.get('User-Agent') ?? '')) return 'machine'
  if (PURPOSES.some(name => /prefetch|prerender|preview/i.test(headers.get(name) ?? ''))) return 'prefetch'
  // A picture or a hidden frame on any page must not act for whoever visits that page.
  return (headers.get('Sec-Fetch-Dest') ?? 'document') === 'document' ? 'person' : 'embedded'
}

/** Every browser says `Mozilla/5.0`, or Opera. `compatible;` was last said by Internet Explorer, and is now said by programs. */
const isBrowser = (userAgent: string) =>
  /^(Mozilla\/5\.0|Opera)\b/.test(userAgent) && !/\bcompatible;/i.test(userAgent) && !isbot(userAgent)

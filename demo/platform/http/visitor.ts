import { isbot } from 'isbot'

/** What requests a page: the browser of a person who opens it, a browser that loads it in advance, or something that is no browser. */
export type Visitor = 'person' | 'prefetch' | 'machine'

/** The headers by which browsers say that nobody has opened the page yet. The last two are of older versions of Firefox and Safari. */
const PURPOSES = ['Sec-Purpose', 'Purpose', 'X-Moz', 'X-Purpose']

/** Tells what requests a page. A link previewer, a crawler, and a program without a name are machines. */
export function visitorOf({ headers }: Request): Visitor {
  if (!isBrowser(headers.get('User-Agent') ?? '')) return 'machine'
  return PURPOSES.some(name => /prefetch|prerender|preview/i.test(headers.get(name) ?? '')) ? 'prefetch' : 'person'
}

/** Every browser says `Mozilla/5.0`, or Opera. `compatible;` was last said by Internet Explorer, and is now said by programs. */
const isBrowser = (userAgent: string) =>
  /^(Mozilla\/5\.0|Opera)\b/.test(userAgent) && !/\bcompatible;/i.test(userAgent) && !isbot(userAgent)

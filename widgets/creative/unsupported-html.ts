/** What does not work in the frame of a creative: it has no address of the page, and its sandbox forbids forms. */
const FAULTS: [name: string, pattern: RegExp][] = [
  ['relative addresses', /\s(href|src|poster)\s*=\s*["']?(?!([a-z][a-z+.-]*:|\/\/|#|["'\s>]))/i],
  ['forms', /<form[\s>]/i],
]

/** Names what an HTML creative contains that does not work. */
export const unsupportedIn = (html: string): string[] =>
  FAULTS.filter(([, pattern]) => pattern.test(html)).map(([name]) => name)

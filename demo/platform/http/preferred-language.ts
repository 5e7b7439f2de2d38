/**
 * The offered language that an `Accept-Language` header prefers. `de-CH` accepts `de`, and `de` accepts `de-CH`. Default: the first
 * offered language.
 */
export function preferredLanguage(header: string | undefined, offered: string[]): string | undefined {
  for (const range of rangesOf(header ?? '')) {
    if (range === '*') break
    const found = offered.find(tag => isWithin(tag, range)) ?? offered.find(tag => isWithin(range, tag))
    if (found !== undefined) return found
  }
  return offered[0]
}

/** The accepted languages, the most preferred one first. */
const rangesOf = (header: string): string[] =>
  header
    .split(',')
    .map(each => {
      const [range = '', ...parameters] = each.split(';').map(part => part.trim())
      const quality = parameters.find(parameter => parameter.startsWith('q='))
      return { range, quality: quality === undefined ? 1 : Number(quality.slice(2)) }
    })
    .filter(({ range, quality }) => range && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ range }) => range)

/** Whether a language tag is a language or a part of it: `de-CH` is within `de`. */
const isWithin = (tag: string, language: string) => `${tag}-`.toLowerCase().startsWith(`${language}-`.toLowerCase())

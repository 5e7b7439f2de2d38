import { readText } from '../readers.js'

/**
 * Puts the tracked link into a message. It replaces the plain link, or is added at the end. '' as the tracked link removes the plain link, and the
 * white space ahead of it.
 */
export function addLink(message: string, link: string, tracked: string): string {
  // Where another character of an address follows, it is the beginning of another address. Text without spaces, such as Japanese, is none.
  const plain = `${tracked ? '' : '\\s*'}${link.replace(/\W/g, '\\$&')}(?![\\w/?#&=%~\\u00c0-\\u04ff-]|[!$*-.:;@]\\w)`
  const [before, ...after] = `${readText(message)} ${link}`.split(new RegExp(plain))
  return (before + tracked + after.join('')).trim()
}

/** Puts the tracked link into a message. It replaces the plain link, or is added at the end. '' as the tracked link removes the plain link. */
export function addLink(message: string, link: string, tracked: string): string {
  // Where another character of an address follows, it is the beginning of another address.
  const [before, ...after] = message.split(new RegExp(`${link.replace(/[^\w]/g, '\\$&')}(?![\\w/?#&=%~-]|[.,:;!]\\w)`))
  return (after.length ? before + tracked + after.join('') : `${message} ${tracked}`).trim()
}

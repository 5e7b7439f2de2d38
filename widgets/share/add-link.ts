/** Puts the tracked link into a message. It replaces the plain link, or is added at the end. '' as the tracked link removes the plain link. */
export function addLink(message: string, link: string, tracked: string): string {
  const [before, ...after] = message.split(link)
  return (after.length ? before + tracked + after.join('') : `${message} ${tracked}`).trim()
}

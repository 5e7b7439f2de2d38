/** A message with the tracked link in it once: in the place of the plain link, where the marketer wrote it, else at the end. */
export function withLink(message: string, link: string, tracked: string): string {
  const [before, ...after] = message.split(link)
  return (after.length ? before + tracked + after.join('') : `${message} ${tracked}`).trim()
}

/** `link` with the id of this share (specification 4.3). */
export function trackedLink(link: string, partner_share_id: string): string {
  const url = new URL(link)
  url.searchParams.set('partner_share_id', partner_share_id)
  return url.href
}

/** A message with the tracked link in it once: in the place of the plain link, where the marketer wrote it, else at the end. */
export function withLink(message: string, link: string, tracked: string): string {
  const [before, ...after] = message.split(link)
  return (after.length ? before + tracked + after.join('') : `${message} ${tracked}`).trim()
}

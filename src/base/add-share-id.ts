/** Adds the id of a share to its link: the platform then connects a click with the share (specification 4.3). Throws a `TypeError`. */
export function addShareId(link: string, partner_share_id: string): string {
  const url = new URL(link)
  url.searchParams.set('partner_share_id', partner_share_id)
  return url.href
}

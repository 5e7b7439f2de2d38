import { attachment } from '../../http/attachment.js'
import type { AssetRow } from './asset.js'

/**
 * Redirects to hosted content (302), or responds with the content as a download (specification 4.3). The browser must not show it
 * inline, because users upload it.
 */
export function downloadOf({ content, content_url, filename, mime_type }: AssetRow): Response {
  if (content_url) return new Response(null, { status: 302, headers: { Location: content_url } })
  return new Response(new Uint8Array(content ?? []), {
    headers: {
      'Content-Type': mime_type,
      'Content-Disposition': attachment(filename),
    },
  })
}

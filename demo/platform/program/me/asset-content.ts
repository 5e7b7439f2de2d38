import type { AssetRow } from './asset.js'

/** The content: 302 to where it is hosted, else raw, to be kept and not shown: it is a stranger's (specification 4.3). */
export function downloadOf({ content, content_url, filename, mime_type }: AssetRow): Response {
  if (content_url) return new Response(null, { status: 302, headers: { Location: content_url } })
  return new Response(new Uint8Array(content ?? []), {
    headers: {
      'Content-Type': mime_type,
      'Content-Disposition': `attachment; filename*=UTF-8''${inHeader(filename)}`,
    },
  })
}

/** Quotes, brackets and stars mean something in a header (RFC 8187). */
const inHeader = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

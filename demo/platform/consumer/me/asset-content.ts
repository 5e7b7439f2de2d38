import type { Domain } from '../../domain.js'
import { attachment } from '../../http/attachment.js'
import { RestError } from '../../http/rest-error.js'
import type { AssetRow } from './asset.js'

/**
 * Redirects to hosted content (302), or responds with the content as a download (specification 4.3). The browser must not show it
 * inline, because users upload it. Throws `asset_not_found` if the file has just been deleted.
 */
export async function downloadOf({ db }: Domain, { asset_id, content_url, filename, mime_type }: AssetRow) {
  if (content_url) return new Response(null, { status: 302, headers: { Location: content_url } })
  const [asset] = await db.query<{ content: Uint8Array<ArrayBuffer> }>(
    'select content from assets where asset_id = $1',
    [asset_id],
  )
  if (!asset) throw new RestError('asset_not_found', 'The file has been deleted', { parameters: { id: asset_id } })
  return new Response(asset.content, {
    headers: {
      'Content-Type': mime_type,
      'Content-Disposition': attachment(filename),
    },
  })
}

import { z } from 'zod'
import type { Domain } from '../../domain.js'

/** A file of a person's, as it is told. */
export const asset = z
  .object({
    id: z.string(),
    name: z.string(),
    filename: z.string(),
    mime_type: z.string(),
    tags: z.array(z.string()),
    data_type: z.enum(['PRIVATE', 'PUBLIC']),
    status: z.enum(['APPROVED', 'DENIED', 'PENDING_REVIEW']),
    content_url: z.url().optional(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Asset' })

/** What a file is downloaded by, where its id is not in the path. */
export const byName = z.object({ name: z.string().optional().describe('The name the file was given.') })

export interface AssetRow {
  asset_id: string
  name: string
  filename: string
  mime_type: string
  tags: string[]
  data_type: 'PRIVATE' | 'PUBLIC'
  status: string
  content: Uint8Array | null
  content_url: string | null
  created_at: Date
}

export interface AssetQuery {
  personId: string
  id?: string | undefined
  name?: string | undefined
  /** What others may see: public, and approved. */
  publicOnly?: boolean
}

/** A person's assets, oldest first. */
export function findAssets(
  { db }: Domain,
  { personId, id, name, publicOnly = false }: AssetQuery,
): Promise<AssetRow[]> {
  return db.query<AssetRow>(
    `select * from assets where person_id = $1 and ($2::text is null or asset_id = $2) and ($3::text is null or name = $3)
       and (not $4 or (data_type = 'PUBLIC' and status = 'APPROVED')) order by position`,
    [personId, id ?? null, name ?? null, publicOnly],
  )
}

export const describeAsset = (row: AssetRow) => ({
  id: row.asset_id,
  name: row.name,
  filename: row.filename,
  mime_type: row.mime_type,
  tags: row.tags,
  data_type: row.data_type,
  status: row.status,
  ...(row.content_url && { content_url: row.content_url }),
  created_at: row.created_at,
})

/** The content: 302 to where it is hosted, else raw, to be kept and not shown: it is a stranger's (specification 4.3). */
export function downloadOf({ content, content_url, filename, mime_type }: AssetRow): Response {
  if (content_url)
    return new Response(null, { status: 302, headers: { Location: content_url, 'Cache-Control': 'no-store' } })
  return new Response(new Uint8Array(content ?? []), {
    headers: {
      'Content-Type': mime_type,
      // One person's own; and its address may hold their token.
      'Cache-Control': 'private, no-store',
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(filename)}`,
    },
  })
}

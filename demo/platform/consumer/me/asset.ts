import { z } from 'zod'
import type { Domain } from '../../domain.js'
import { newId } from '../../store/id.js'

/** A file of a person in a response. */
export const asset = z
  .object({
    id: z.string(),
    name: z.string(),
    filename: z.string(),
    mime_type: z.string(),
    tags: z.array(z.string()),
    data_type: z.enum(['PRIVATE', 'PUBLIC']),
    status: z.enum(['APPROVED', 'DENIED', 'PENDING_REVIEW']),
    type: z.enum(['IMAGE', 'DOCUMENT', 'TEXT']),
    content_url: z
      .url()
      .describe('The URL of the content. On the program domain it needs a token, as every call; elsewhere send none.'),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Asset' })

/** The query that selects a file by its name. */
export const byName = z.object({ name: z.string().optional().describe('The name of the file.') })

export interface AssetRow {
  asset_id: string
  name: string
  filename: string
  mime_type: string
  tags: string[]
  data_type: 'PRIVATE' | 'PUBLIC'
  status: string
  content_url: string | null
  created_at: Date
}

/** The columns of `AssetRow`. A content can have several megabytes, so only a download reads it. */
export const ASSET_COLUMNS = 'asset_id, name, filename, mime_type, tags, data_type, status, content_url, created_at'

/** What the owner of a file decides. Either `content` or `content_url` is null. */
export interface AssetContent
  extends Pick<AssetRow, 'name' | 'filename' | 'mime_type' | 'tags' | 'data_type' | 'content_url'> {
  content: Uint8Array | null
}

export interface AssetQuery {
  personId: string
  id?: string | undefined
  name?: string | undefined
  /** Whether to return only public files. */
  publicOnly?: boolean
}

/** The files of a person, oldest first. */
export function findAssets(
  { db }: Domain,
  { personId, id, name, publicOnly = false }: AssetQuery,
): Promise<AssetRow[]> {
  return db.query<AssetRow>(
    `select ${ASSET_COLUMNS} from assets where person_id = $1 and ($2::text is null or asset_id = $2) and ($3::text is null or name = $3)
       and (not $4 or data_type = 'PUBLIC') order by position`,
    [personId, id ?? null, name ?? null, publicOnly],
  )
}

/** Stores a file. */
export async function insertAsset(
  { db, settings }: Domain,
  personId: string,
  { name, filename, mime_type, tags, data_type, content, content_url }: AssetContent,
): Promise<AssetRow> {
  const [row] = await db.query<AssetRow>(
    `insert into assets (asset_id, person_id, name, filename, mime_type, tags, data_type, status, content, content_url,
       created_at)
     values ($1, $2, $3, $4, $5, $6, $7, 'APPROVED', $8, $9, $10) returning ${ASSET_COLUMNS}`,
    [newId(), personId, name, filename, mime_type, tags, data_type, content, content_url, new Date(settings.now())],
  )
  return row!
}

/** `files`: the path of the list that the file is in. */
export const describeAsset = ({ settings }: Domain, files: string, row: AssetRow) => ({
  id: row.asset_id,
  name: row.name,
  filename: row.filename,
  mime_type: row.mime_type,
  tags: row.tags,
  data_type: row.data_type,
  status: row.status,
  type: typeOf(row),
  content_url: row.content_url ?? `${settings.programOrigin}/api${files}/${row.asset_id}/download`,
  created_at: row.created_at,
})

/** The kind of a file, by its media type. */
function typeOf({ mime_type }: AssetRow): 'IMAGE' | 'DOCUMENT' | 'TEXT' {
  if (mime_type.startsWith('image/')) return 'IMAGE'
  return mime_type.startsWith('text/') ? 'TEXT' : 'DOCUMENT'
}

import { z } from 'zod'
import type { Domain } from '../../domain.js'
import { RestError } from '../../http/rest-error.js'
import { type Format, formats } from '../../rows/format.js'

export const fileStatuses = ['AVAILABLE', 'EXPIRED'] as const

/** The name and the tags of a file: what the brand can change. */
export const fileName = z.string().min(1).max(200)
export const fileTags = z
  .array(z.string().regex(/^[^,]{1,100}$/, 'Expected 1 to 100 characters without commas'))
  .max(20)

/** An uploaded file in a response (specification 2.3). */
export const fileSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    filename: z.string(),
    tags: z.array(z.string()),
    format: z.enum(formats),
    size: z.int().describe('The size of the content in bytes.'),
    status: z.enum(fileStatuses).describe('The content of an EXPIRED file was released.'),
    review_status: z
      .enum(['APPROVED', 'DENIED', 'PENDING_REVIEW'])
      .describe('APPROVED: files of your backend need no review.'),
    user_id: z.string().describe('The identity of the token that uploaded the file.'),
    created_date: z.iso.datetime(),
    updated_date: z.iso.datetime(),
    expired_date: z.iso.datetime().nullable(),
  })
  .meta({ id: 'File' })

export interface FileRow {
  file_id: string
  client_id: string
  user_id: string
  name: string
  filename: string
  tags: string[]
  format: Format
  size: number
  status: (typeof fileStatuses)[number]
  created_at: Date
  updated_at: Date
  expired_at: Date | null
}

export const describeFile = (row: FileRow): z.input<typeof fileSchema> => ({
  id: row.file_id,
  name: row.name,
  filename: row.filename,
  tags: row.tags,
  format: row.format,
  size: row.size,
  status: row.status,
  review_status: 'APPROVED',
  user_id: row.user_id,
  created_date: row.created_at.toISOString(),
  updated_date: row.updated_at.toISOString(),
  expired_date: row.expired_at?.toISOString() ?? null,
})

/** Finds a file of the client. Throws `not_found`. */
export async function requireFile({ db, clientId }: Domain, fileId: string): Promise<FileRow> {
  const [file] = await db.query<FileRow>('select * from files where file_id = $1 and client_id = $2', [
    fileId,
    clientId,
  ])
  if (file) return file
  throw new RestError('not_found', 'There is no file with this id', { parameters: { file_id: fileId } })
}

/** Throws `invalid_parameter` for an expired file. */
export function requireAvailable({ file_id, status }: FileRow): void {
  if (status === 'AVAILABLE') return
  throw new RestError('invalid_parameter', 'The file has expired', { parameters: { file_id, status } })
}

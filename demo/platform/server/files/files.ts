import { z } from 'zod'
import { type BodyShape, parseBody, validate } from '../../http/body.js'
import { listOf } from '../../http/list-of.js'
import { pageOf } from '../../http/page-of.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import type { ServerContext } from '../server-call.js'
import {
  describeFile,
  type FileRow,
  fileName,
  fileSchema,
  fileStatuses,
  fileTags,
  requireAvailable,
  requireFile,
} from './file.js'

/** The default size of a page (specification 8). */
const DEFAULT_LIMIT = 100

const query = z.object({
  ...pageOf(DEFAULT_LIMIT),
  name: z.string().optional().meta({ description: 'The exact name of the file' }),
  statuses: listOf(z.enum(fileStatuses), {
    description: 'One or more statuses, separated by commas',
    examples: ['AVAILABLE'],
  }).optional(),
  tags: listOf(z.string(), {
    description: 'One or more tags, separated by commas. A file must have all of them',
    examples: ['daily'],
  }).optional(),
  user_id: z.string().optional().meta({ description: 'The identity that uploaded the file' }),
})

/** `GET /v6/files`: a page of the files that match all filters, newest first (specification 4.4 and 8). */
export async function listFiles(c: ServerContext): Promise<Response> {
  const [statuses, tags] = [c.req.queries('statuses')?.join(), c.req.queries('tags')?.join()]
  const filters = validate(query, { ...c.req.query(), statuses, tags })
  const { db, clientId } = c.env
  const rows = await db.query<FileRow>(
    `select * from files where client_id = $1
       and ($2::text is null or name = $2) and ($3::text[] is null or status = any($3))
       and ($4::text[] is null or tags @> $4) and ($5::text is null or user_id = $5)
     order by position desc limit $6 offset $7`,
    [
      ...[clientId, filters.name ?? null, filters.statuses ?? null, filters.tags ?? null, filters.user_id ?? null],
      ...[filters.limit, filters.offset],
    ],
  )
  return Response.json(rows.map(describeFile))
}

/** `GET /v6/files/{file_id}` */
export const showFile = async (c: ServerContext): Promise<Response> => fileResponse(await fileInPath(c))

const changes = {
  schema: z
    .strictObject({ name: fileName, tags: fileTags })
    .partial()
    .meta({ examples: [{ name: 'Orders of May', tags: ['orders'] }] }),
} satisfies BodyShape

/** `PUT /v6/files/{file_id}`: changes the name and the tags. Throws `invalid_parameter` for an expired file. */
export async function updateFile(c: ServerContext): Promise<Response> {
  const { file_id } = await fileInPath(c)
  const { name, tags } = await parseBody(c.req.raw, changes)
  const { db, settings } = c.env
  const [updated] = await db.query<FileRow>(
    `update files set name = coalesce($2, name), tags = coalesce($3, tags), updated_at = $4
     where file_id = $1 and status = 'AVAILABLE' returning *`,
    [file_id, name ?? null, tags ?? null, new Date(settings.now())],
  )
  if (!updated) requireAvailable(await fileInPath(c))
  return fileResponse(updated ?? (await fileInPath(c)))
}

/** `DELETE /v6/files/{file_id}`: returns the deleted file. Batch jobs that read it go on. */
export async function deleteFile(c: ServerContext): Promise<Response> {
  const { file_id } = await fileInPath(c)
  const [deleted] = await c.env.db.query<FileRow>('delete from files where file_id = $1 returning *', [file_id])
  await c.env.files.remove(file_id)
  return fileResponse(deleted ?? (await fileInPath(c)))
}

/** `POST /v6/files/{file_id}/expire`: releases the content and keeps the description (specification 3.3). */
export async function expireFile(c: ServerContext): Promise<Response> {
  const { file_id } = await fileInPath(c)
  const { db, settings, files } = c.env
  const [expired] = await db.query<FileRow>(
    `update files set status = 'EXPIRED', expired_at = $2, updated_at = $2
     where file_id = $1 and status = 'AVAILABLE' returning *`,
    [file_id, new Date(settings.now())],
  )
  if (!expired) requireAvailable(await fileInPath(c))
  await files.remove(file_id)
  return fileResponse(expired ?? (await fileInPath(c)))
}

/** The file in the path. Throws `not_found`. */
const fileInPath = (c: ServerContext) => requireFile(c.env, c.req.param('file_id')!)

const fileResponse = (file: FileRow) => Response.json(describeFile(file))

export const fileDocs = {
  list: { summary: 'List uploaded files, newest first', query, response: z.array(fileSchema) },
  show: { summary: 'Get the description of a file', response: fileSchema, errors: ['not_found'] },
  update: {
    summary: 'Change the name and the tags of a file',
    description: 'The content cannot be changed. Fields that are not in the body stay unchanged.',
    body: changes,
    response: fileSchema,
    errors: ['not_found', 'invalid_parameter'],
  },
  delete: {
    summary: 'Delete a file and return its description',
    description: 'This cannot be undone. Batch jobs that were created from the file are not affected.',
    response: fileSchema,
    errors: ['not_found'],
  },
  expire: {
    summary: 'Release the content of a file',
    description:
      'The description stays. An expired file cannot be downloaded, changed or used by a new batch job. Batch jobs that were created from the file are not affected.',
    response: fileSchema,
    errors: ['not_found', 'invalid_parameter'],
  },
} satisfies Record<string, CallDocs>

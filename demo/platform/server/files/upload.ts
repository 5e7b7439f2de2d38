import { extname } from 'node:path'
import { z } from 'zod'
import { type BodyShape, validate } from '../../http/body.js'
import { readMultipartFile } from '../../http/multipart-file.js'
import { RestError } from '../../http/rest-error.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import { type Format, formats } from '../../rows/format.js'
import { type ServerContext, tokenOf } from '../server-call.js'
import { newContentId } from './content.js'
import { describeFile, type FileRow, fileName, fileSchema, fileTags } from './file.js'

/** The maximum size of a file. */
export const MAX_BYTES = 100 * 1024 * 1024

const metadata = z.strictObject({
  name: fileName.optional().describe('Default: the name of the file.'),
  tags: fileTags
    .default([])
    .describe('In a form: one field for each tag, or one field with commas. Empty entries are no tags.'),
  format: z.enum(formats).optional().describe('Default: by the extension of the file, such as `.csv`.'),
})

const form = {
  schema: metadata.extend({ file: z.file().describe(`The content: 1 to ${MAX_BYTES} bytes.`) }),
  accepts: ['multipart'],
} satisfies BodyShape

/** `POST /v6/files`: stores the file of a multipart form on the disk while it arrives (specification 4.4). */
export async function uploadFile(c: ServerContext): Promise<Response> {
  const { files } = c.env
  const file_id = await newContentId(c.env)
  try {
    const { filename, fields, size } = await readMultipartFile(c.req.raw, {
      field: 'file',
      largest: MAX_BYTES,
      consume: (content, signal) => files.write(file_id, content, signal),
    })
    const { name, tags, format } = validate(metadata, fieldsOf(fields))
    const row = await insert(c, {
      file_id,
      filename,
      name: name ?? (filename || 'Unnamed').slice(0, 200),
      tags,
      format: format ?? formatOf(filename),
      size,
    })
    return Response.json(describeFile(row))
  } catch (error) {
    await files.remove(file_id)
    throw error
  }
}

const fieldsOf = (fields: Map<string, string[]>) => ({
  ...Object.fromEntries([...fields].map(([name, [value]]) => [name, value])),
  tags: fields.get('tags')?.flatMap(tags => tags.split(',').filter(Boolean)),
})

const extensions: Record<string, Format> = {
  '.csv': 'CSV',
  '.psv': 'PSV',
  '.json': 'JSON',
  '.jsonl': 'JSONL',
  '.ndjson': 'JSONL',
  '.xlsx': 'XLSX',
}

function formatOf(filename: string): Format {
  const format = extensions[extname(filename).toLowerCase()]
  if (format) return format
  throw new RestError(
    'invalid_parameter',
    `The name of the file does not tell its format. Send one of ${formats.join(', ')}`,
    {
      parameters: { name: 'format' },
    },
  )
}

type NewFile = Pick<FileRow, 'file_id' | 'filename' | 'name' | 'tags' | 'format' | 'size'>

async function insert(c: ServerContext, { file_id, filename, name, tags, format, size }: NewFile): Promise<FileRow> {
  const { db, clientId, settings } = c.env
  const [row] = await db.query<FileRow>(
    `insert into files (file_id, client_id, user_id, name, filename, tags, format, size, status, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'AVAILABLE', $9, $9) returning *`,
    [...[file_id, clientId, tokenOf(c).identity_id, name, filename, tags, format, size], new Date(settings.now())],
  )
  return row!
}

export const uploadDocs = {
  summary: 'Upload a file for batch jobs',
  description: `A multipart form with the part \`file\` and optional fields. The content cannot be changed afterwards. Formats: ${formats.join(', ')}.`,
  body: form,
  response: fileSchema,
  errors: ['asset_size_invalid', 'invalid_parameter'],
} satisfies CallDocs

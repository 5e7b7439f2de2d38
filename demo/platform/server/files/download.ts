import { Readable } from 'node:stream'
import { z } from 'zod'
import { attachment } from '../../http/attachment.js'
import { validate } from '../../http/body.js'
import { RestError } from '../../http/rest-error.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import type { Format } from '../../rows/format.js'
import type { ServerContext } from '../server-call.js'
import { requireFile } from './file.js'

const mediaTypes: Record<Format, string> = {
  CSV: 'text/csv',
  PSV: 'text/plain',
  JSON: 'application/json',
  JSONL: 'application/jsonl',
  XLSX: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

const query = z.object({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .meta({ description: 'The maximum number of bytes. Default: all of them' }),
  offset: z.coerce.number().int().min(0).default(0).meta({ description: 'The number of bytes to skip' }),
})

/**
 * `GET /v6/files/{file_id}/download`: the content as it was uploaded, or `limit` bytes from `offset` on (specification 4.4).
 * Throws `not_found`, also for an expired file.
 */
export async function downloadFile(c: ServerContext): Promise<Response> {
  const { file_id, filename, format, size, status } = await requireFile(c.env, c.req.param('file_id')!)
  const { limit = size, offset } = validate(query, c.req.query())
  const start = Math.min(offset, size)
  const end = Math.min(start + limit, size)
  const content = status === 'AVAILABLE' ? await c.env.files.read(file_id, { start, end }) : undefined
  if (!content)
    throw new RestError('not_found', 'The content of the file was released', { parameters: { file_id, status } })
  return new Response(Readable.toWeb(content) as ReadableStream<Uint8Array>, {
    headers: {
      'Content-Type': mediaTypes[format],
      'Content-Length': String(end - start),
      'Content-Disposition': attachment(filename),
    },
  })
}

export const downloadDocs = {
  summary: 'Download the content of a file',
  description:
    'The content is what was uploaded, byte by byte. With `limit` and `offset` you read it in pieces: both count bytes. A piece that is shorter than `limit` is the last one.',
  query,
  mediaTypes: [...new Set(Object.values(mediaTypes))],
  errors: ['not_found'],
} satisfies CallDocs

import { z } from 'zod'
import { validate } from '../../http/body.js'
import { pageOf } from '../../http/page-of.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import type { ServerContext } from '../server-call.js'
import { jobInPath } from './batch-job.js'

const DEFAULT_LIMIT = 100

const rowError = z.object({
  row: z.int().describe('The position of the row: 1 for the first row after the names of the columns.'),
  code: z.string(),
  message: z.string(),
  parameters: z.record(z.string(), z.unknown()),
})

const errorQuery = z.object(pageOf(DEFAULT_LIMIT))

/** `GET /v6/batch-jobs/{batch_job_id}/errors`: a page of the rows that failed, in their order. */
export async function listErrors(c: ServerContext): Promise<Response> {
  const { batch_job_id } = await jobInPath(c)
  const { limit, offset } = validate(errorQuery, c.req.query())
  const errors = await c.env.db.query(
    'select row, code, message, parameters from batch_job_errors where batch_job_id = $1 order by row limit $2 offset $3',
    [batch_job_id, limit, offset],
  )
  return Response.json(errors)
}

export const rowErrorDocs = {
  summary: 'List the rows of a batch job that failed',
  query: errorQuery,
  response: z.array(rowError),
  errors: ['not_found'],
} satisfies CallDocs

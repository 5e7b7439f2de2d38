import { z } from 'zod'
import { validate } from '../../http/body.js'
import { listOf } from '../../http/list-of.js'
import { pageOf } from '../../http/page-of.js'
import { RestError } from '../../http/rest-error.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import type { ServerContext } from '../server-call.js'
import { describeJob, endJob, type JobRow, jobInPath, jobSchema, jobStatuses, jobTypes } from './batch-job.js'

const DEFAULT_LIMIT = 100

const listQuery = z.object({
  ...pageOf(DEFAULT_LIMIT),
  type: z.enum(jobTypes).optional(),
  statuses: listOf(z.enum(jobStatuses), {
    description: 'One or more statuses, separated by commas',
    examples: ['QUEUED,RUNNING'],
  }).optional(),
})

/** `GET /v6/batch-jobs`: a page of the jobs that match all filters, newest first. */
export async function listJobs(c: ServerContext): Promise<Response> {
  const statuses = c.req.queries('statuses')?.join()
  const filters = validate(listQuery, { ...c.req.query(), statuses })
  const rows = await c.env.db.query<JobRow>(
    `select * from batch_jobs where client_id = $1 and ($2::text is null or type = $2)
       and ($3::text[] is null or status = any($3)) order by position desc limit $4 offset $5`,
    [c.env.clientId, filters.type ?? null, filters.statuses ?? null, filters.limit, filters.offset],
  )
  return Response.json(rows.map(describeJob))
}

/** `GET /v6/batch-jobs/{batch_job_id}` */
export const showJob = async (c: ServerContext): Promise<Response> => Response.json(describeJob(await jobInPath(c)))

/** `POST /v6/batch-jobs/{batch_job_id}/cancel`: stops a job after its current row. Throws `invalid_parameter` if it has ended. */
export async function cancelJob(c: ServerContext): Promise<Response> {
  const { batch_job_id } = await jobInPath(c)
  const canceled = await endJob(c.env, batch_job_id, 'CANCELED')
  if (canceled) {
    await c.env.files.remove(batch_job_id)
    return Response.json(describeJob(canceled))
  }
  const { status } = await jobInPath(c)
  throw new RestError('invalid_parameter', `A job in status ${status} cannot be canceled`, {
    parameters: { batch_job_id, status },
  })
}

export const jobDocs = {
  list: { summary: 'List batch jobs, newest first', query: listQuery, response: z.array(jobSchema) },
  show: { summary: 'Get the state of a batch job', response: jobSchema, errors: ['not_found'] },
  cancel: {
    summary: 'Cancel a batch job',
    description: 'Rows that were processed stay processed.',
    response: jobSchema,
    errors: ['not_found', 'invalid_parameter'],
  },
} satisfies Record<string, CallDocs>

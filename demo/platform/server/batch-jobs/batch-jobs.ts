import { z } from 'zod'
import { type BodyShape, parseBody, validate } from '../../http/body.js'
import { pageOf } from '../../http/page-of.js'
import { RestError } from '../../http/rest-error.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import { newId } from '../../store/id.js'
import { type FileRow, requireAvailable } from '../files/file.js'
import { type ServerContext, tokenOf } from '../server-call.js'
import { describeJob, endJob, type JobRow, jobSchema, jobStatuses, jobTypes, requireJob } from './batch-job.js'

const DEFAULT_LIMIT = 100

const STATUSES = jobStatuses.join('|')

const listQuery = z.object({
  ...pageOf(DEFAULT_LIMIT),
  type: z.enum(jobTypes).optional(),
  statuses: z
    .string()
    .regex(new RegExp(`^(${STATUSES})(,(${STATUSES}))*$`))
    .meta({ description: 'One or more statuses, separated by commas', examples: ['QUEUED,RUNNING'] })
    .transform(text => text.split(','))
    .optional(),
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
export const showJob = async (c: ServerContext): Promise<Response> => jobResponse(await jobInPath(c))

const newJob = {
  schema: z
    .object({
      type: z.enum(jobTypes).describe('What the rows are: events to submit, or persons to create or update.'),
      data_source: z.object({ file_id: z.string().describe('An AVAILABLE file.') }),
      name: z.string().min(1).max(200).optional().describe('Default: the name of the file.'),
      event_name: z.string().min(1).max(200).optional().describe('For EVENTS: the name of events whose row has none.'),
    })
    .meta({ examples: [{ type: 'EVENTS', data_source: { file_id: '5f0c…' }, event_name: 'purchase' }] }),
} satisfies BodyShape

/** `POST /v6/batch-jobs`: creates a job, which begins at once. Throws `invalid_parameter` for a file that cannot be used. */
export async function createJob(c: ServerContext): Promise<Response> {
  const { type, data_source, name, event_name } = await parseBody(c.req.raw, newJob)
  if (type === 'PERSONS' && event_name !== undefined)
    throw new RestError('invalid_parameter', 'Only a job of type EVENTS has an event_name', {
      parameters: { name: 'event_name' },
    })
  const file = await sourceFile(c, data_source.file_id)
  const jobId = newId()
  // The job keeps the content, so that it does not depend on the file any more.
  if (!(await c.env.files.link(file.file_id, jobId))) throw unknownFile(file.file_id)
  const fields = { jobId, type, name: name ?? file.name, event_name: event_name ?? null }
  const job = await insertJob(c, file, fields).catch(async error => {
    await c.env.files.remove(jobId)
    throw error
  })
  await c.env.jobs.wake()
  return jobResponse(job)
}

type JobFields = Pick<JobRow, 'type' | 'name' | 'event_name'> & { jobId: string }

async function insertJob(
  c: ServerContext,
  file: FileRow,
  { jobId, type, name, event_name }: JobFields,
): Promise<JobRow> {
  const { db, clientId, settings } = c.env
  const [job] = await db.query<JobRow>(
    `insert into batch_jobs
       (batch_job_id, client_id, user_id, name, type, event_name, file_id, format, size, status, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'QUEUED', $10) returning *`,
    [
      ...[jobId, clientId, tokenOf(c).identity_id, name, type, event_name],
      ...[file.file_id, file.format, file.size, new Date(settings.now())],
    ],
  )
  return job!
}

async function sourceFile({ env }: ServerContext, fileId: string): Promise<FileRow> {
  const [file] = await env.db.query<FileRow>('select * from files where file_id = $1 and client_id = $2', [
    fileId,
    env.clientId,
  ])
  if (!file) throw unknownFile(fileId)
  requireAvailable(file)
  return file
}

const unknownFile = (file_id: string) =>
  new RestError('invalid_parameter', 'There is no file with this id', { parameters: { file_id } })

/** `POST /v6/batch-jobs/{batch_job_id}/cancel`: stops a job after its current row. Throws `invalid_parameter` if it has ended. */
export async function cancelJob(c: ServerContext): Promise<Response> {
  const { batch_job_id } = await jobInPath(c)
  const canceled = await endJob(c.env, batch_job_id, 'CANCELED')
  if (canceled) {
    await c.env.files.remove(batch_job_id)
    return jobResponse(canceled)
  }
  const { status } = await jobInPath(c)
  throw new RestError('invalid_parameter', `A job in status ${status} cannot be canceled`, {
    parameters: { batch_job_id, status },
  })
}

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

const jobInPath = (c: ServerContext) => requireJob(c.env, c.req.param('batch_job_id')!)

const jobResponse = (job: JobRow) => Response.json(describeJob(job))

export const jobDocs = {
  list: { summary: 'List batch jobs, newest first', query: listQuery, response: z.array(jobSchema) },
  create: {
    summary: 'Process the rows of a file',
    description:
      'A row of EVENTS is the data of an event, with `event_name` unless the job has it; one of email, partner_user_id and person_id names the person. ' +
      'A row of PERSONS has the fields of a person. CSV, PSV and XLSX have the names of the fields in their first row, and only the first sheet of XLSX is read; its dates are in UTC. JSON is an array of objects, JSONL an object in each line. ' +
      'Each row is processed exactly once, also if the platform is restarted. A row that fails does not stop the others.',
    body: newJob,
    response: jobSchema,
    errors: ['invalid_parameter'],
  },
  show: { summary: 'Get the state of a batch job', response: jobSchema, errors: ['not_found'] },
  errors: {
    summary: 'List the rows of a batch job that failed',
    query: errorQuery,
    response: z.array(rowError),
    errors: ['not_found'],
  },
  cancel: {
    summary: 'Cancel a batch job',
    description: 'Rows that were processed stay processed.',
    response: jobSchema,
    errors: ['not_found', 'invalid_parameter'],
  },
} satisfies Record<string, CallDocs>

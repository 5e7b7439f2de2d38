import { z } from 'zod'
import { type BodyShape, parseBody } from '../../http/body.js'
import { RestError } from '../../http/rest-error.js'
import type { CallDocs } from '../../openapi/call-docs.js'
import { newContentId } from '../files/content.js'
import { type FileRow, requireAvailable } from '../files/file.js'
import { type ServerContext, tokenOf } from '../server-call.js'
import { describeJob, type JobRow, jobSchema, jobTypes } from './batch-job.js'
import { batchJobs, scheduleJob } from './run-job.js'

const newJob = {
  schema: z
    .strictObject({
      type: z.enum(jobTypes).describe('What the rows are: events to submit, or persons to create or update.'),
      data_source: z.strictObject({ file_id: z.string().describe('An AVAILABLE file.') }),
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
  const jobId = await newContentId(c.env)
  // The job keeps the content, so that it does not depend on the file any more.
  if (!(await c.env.files.link(file.file_id, jobId))) throw unknownFile(file.file_id)
  const fields = { jobId, type, name: name ?? file.name, event_name: event_name ?? null }
  const job = await insertJob(c, file, fields).catch(async error => {
    await c.env.files.remove(jobId)
    throw error
  })
  c.env.queue.wake(batchJobs.name)
  return Response.json(describeJob(job))
}

type JobFields = Pick<JobRow, 'type' | 'name' | 'event_name'> & { jobId: string }

async function insertJob(
  c: ServerContext,
  file: FileRow,
  { jobId, type, name, event_name }: JobFields,
): Promise<JobRow> {
  const { clientId, settings } = c.env
  return c.env.db.transaction(async db => {
    const [job] = await db.query<JobRow>(
      `insert into batch_jobs
         (batch_job_id, client_id, user_id, name, type, event_name, file_id, format, size, status, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'QUEUED', $10) returning *`,
      [
        ...[jobId, clientId, tokenOf(c).identity_id, name, type, event_name],
        ...[file.file_id, file.format, file.size, new Date(settings.now())],
      ],
    )
    await scheduleJob({ ...c.env, db }, jobId)
    return job!
  })
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

export const createDocs = {
  summary: 'Process the rows of a file',
  description:
    'A row of EVENTS is the data of an event, with `event_name` unless the job has it; one of email, partner_user_id and person_id names the person. ' +
    'A row of PERSONS has the fields of a person, and fails if it has another one, unless its cell is empty. CSV, PSV and XLSX have the names of the fields in their first row, and only the first sheet of XLSX is read; its dates are in the time zone of the account. JSON is an array of objects, JSONL an object in each line. ' +
    'Each row is processed exactly once, also if the platform is restarted. A row that fails does not stop the others.',
  body: newJob,
  response: jobSchema,
  errors: ['invalid_parameter'],
} satisfies CallDocs

import { z } from 'zod'
import type { Domain } from '../../domain.js'
import { RestError } from '../../http/rest-error.js'
import type { Format } from '../../rows/format.js'
import { storable } from '../../store/storable.js'
import type { ServerContext } from '../server-call.js'

/** `EVENTS`: each row is an event. `PERSONS`: each row is a person to create or to update. */
export const jobTypes = ['EVENTS', 'PERSONS'] as const

export const jobStatuses = ['QUEUED', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELED'] as const

/** A batch job in a response. */
export const jobSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    type: z.enum(jobTypes),
    event_name: z.string().nullable(),
    data_source: z.object({ file_id: z.string() }),
    status: z
      .enum(jobStatuses)
      .describe('SUCCEEDED: the file was read to its end, also if rows failed. FAILED: see `failure`.'),
    progress: z.number().describe('The part of the file that was read, from 0 to 1.'),
    processed_rows: z.int(),
    succeeded_rows: z.int(),
    failed_rows: z.int(),
    failure: z.string().nullable().describe('Why the file cannot be read any further. The rows before stay processed.'),
    user_id: z.string().describe('The identity of the token that created the job.'),
    created_date: z.iso.datetime(),
    started_date: z.iso.datetime().nullable(),
    ended_date: z.iso.datetime().nullable(),
  })
  .meta({ id: 'BatchJob' })

export interface JobRow {
  batch_job_id: string
  client_id: string
  user_id: string
  name: string
  type: (typeof jobTypes)[number]
  event_name: string | null
  file_id: string
  format: Format
  size: number
  status: (typeof jobStatuses)[number]
  progress: number
  processed_rows: number
  failed_rows: number
  /** The processed rows when a process took the job. Null: no process has it. */
  taken_at_row: number | null
  /** How many processes have begun the row after `taken_at_row`, and not ended it. */
  attempts: number
  failure: string | null
  created_at: Date
  started_at: Date | null
  ended_at: Date | null
}

export const describeJob = (row: JobRow): z.input<typeof jobSchema> => ({
  id: row.batch_job_id,
  name: row.name,
  type: row.type,
  event_name: row.event_name,
  data_source: { file_id: row.file_id },
  status: row.status,
  progress: row.progress,
  processed_rows: row.processed_rows,
  succeeded_rows: row.processed_rows - row.failed_rows,
  failed_rows: row.failed_rows,
  failure: row.failure,
  user_id: row.user_id,
  created_date: row.created_at.toISOString(),
  started_date: row.started_at?.toISOString() ?? null,
  ended_date: row.ended_at?.toISOString() ?? null,
})

/** Finds a job of the client. Throws `not_found`. */
async function requireJob({ db, clientId }: Domain, jobId: string): Promise<JobRow> {
  const [job] = await db.query<JobRow>('select * from batch_jobs where batch_job_id = $1 and client_id = $2', [
    jobId,
    clientId,
  ])
  if (job) return job
  throw new RestError('not_found', 'There is no batch job with this id', { parameters: { batch_job_id: jobId } })
}

/** The job in the path. Throws `not_found`. */
export const jobInPath = ({ env, req }: ServerContext) => requireJob(env, req.param('batch_job_id')!)

/** Ends a job that has not ended. Undefined if it has. The failure can quote the file. */
export async function endJob(
  { db, settings }: Domain,
  jobId: string,
  status: 'SUCCEEDED' | 'FAILED' | 'CANCELED',
  failure: string | null = null,
): Promise<JobRow | undefined> {
  const [ended] = await db.query<JobRow>(
    `update batch_jobs set status = $2, failure = $3, ended_at = $4,
       progress = case when $2 = 'SUCCEEDED' then 1 else progress end
     where batch_job_id = $1 and status in ('QUEUED', 'RUNNING') returning *`,
    [jobId, status, storable(failure), new Date(settings.now())],
  )
  return ended
}

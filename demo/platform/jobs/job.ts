import type { Domain } from '../domain.js'
import { RestError } from '../http/rest-error.js'

/** Work that the platform has accepted and does in the background. */
export interface Job {
  job_id: string
  kind: string
  client_id: string
  lane: string
  payload: unknown
  /** The number of runs that failed with an unexpected error. */
  failures: number
  created_at: Date
}

export type NewJob = Pick<Job, 'job_id' | 'kind' | 'lane' | 'payload'>

/**
 * Stores a job of the client that is due at once. Throws `too_many_requests` if `maxWaiting` jobs of its kind wait. Requests at the same moment do
 * not see each other's jobs, so that there can be a few more.
 */
export async function addJob({ db, settings, clientId }: Domain, job: NewJob, maxWaiting: number): Promise<void> {
  const [added] = await db.query(
    `insert into jobs (job_id, kind, client_id, lane, payload, due_at, created_at)
     select $1, $2, $3, $4, $5::json, $6, $6
     where (select count(*) from jobs where kind = $2) < $7 returning 1`,
    [
      ...[job.job_id, job.kind, clientId, job.lane, JSON.stringify(job.payload)],
      ...[new Date(settings.now()), maxWaiting],
    ],
  )
  if (!added) throw new RestError('too_many_requests', 'The queue is full', { headers: { 'Retry-After': '1' } })
}

/**
 * Takes the oldest job that is due and first in its lane. The lock of the transaction keeps other processes from taking it. The end of the process
 * releases the lock.
 */
export async function takeJob({ db, settings }: Domain, kind: string): Promise<Job | undefined> {
  const [job] = await db.query<Job>(
    `select * from jobs j where kind = $1 and due_at <= $2 and not exists (
       select 1 from jobs earlier where earlier.kind = $1 and earlier.lane = j.lane and earlier.position < j.position)
     order by position limit 1 for update of j skip locked`,
    [kind, new Date(settings.now())],
  )
  return job
}

/** Takes a job again after its run has failed. Undefined if another process has taken it meanwhile. */
export async function retakeJob({ db }: Domain, { job_id, failures }: Job): Promise<boolean> {
  const [job] = await db.query('select 1 from jobs where job_id = $1 and failures = $2 for update skip locked', [
    job_id,
    failures,
  ])
  return job !== undefined
}

export async function postponeJob({ db, settings }: Domain, { job_id }: Job, delayMs: number): Promise<void> {
  await db.query('update jobs set due_at = $2, failures = failures + 1 where job_id = $1', [
    job_id,
    new Date(settings.now() + delayMs),
  ])
}

export async function removeJob({ db }: Domain, { job_id }: Job): Promise<void> {
  await db.query('delete from jobs where job_id = $1', [job_id])
}

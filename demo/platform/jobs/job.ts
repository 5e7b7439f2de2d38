import type { Domain } from '../domain.js'
import { RestError } from '../http/rest-error.js'
import { isConflict } from '../store/with-retries.js'

/** Work that the platform has accepted and does in the background. */
export interface Job {
  job_id: string
  kind: string
  /** Null: work for all clients. */
  client_id: string | null
  /** What jobs of a kind have in common that wait for each other or share a limit, such as a person or a receiver. */
  lane: string
  payload: unknown
  /** The number of runs that failed since the last success. */
  failures: number
  /** How many processes have ended while they did the job, since its last result. */
  ended_processes: number
  /** The run of a process that does the job outside of a transaction. */
  lease: string | null
  created_at: Date
}

export interface NewJob extends Pick<Job, 'job_id' | 'kind' | 'lane' | 'payload'> {
  /** When the job runs. Default: at once. */
  runAt?: Date
}

/** Gives a job all its attempts again. */
export const ANEW = 'failures = 0, ended_processes = 0, died_at = null, failure = null'

/** A job with this id that waits gets the new time, and all its attempts again. Whoever runs it at the moment ends before that. */
const SCHEDULE_AGAIN = `on conflict (job_id) do update set run_at = excluded.run_at, ${ANEW}`

/** Stores a job of the client, in the transaction of what it follows from, or schedules the one with its id again. */
export async function addJob({ db, settings, clientId }: Domain, { job_id, kind, lane, payload, runAt }: NewJob) {
  const now = new Date(settings.now())
  await db.query(
    `insert into jobs (job_id, kind, client_id, lane, payload, run_at, created_at) values ($1, $2, $3, $4, $5::json, $6, $7)
     ${SCHEDULE_AGAIN}`,
    [job_id, kind, clientId, lane, JSON.stringify(payload), runAt ?? now, now],
  )
}

/**
 * Stores a job unless `maxWaiting` jobs of its kind wait: then it throws `too_many_requests`. Requests at the same moment do not see each other's
 * jobs, so that there can be a few more.
 */
export async function addJobIfRoom({ db, settings, clientId }: Domain, job: NewJob, maxWaiting: number): Promise<void> {
  const [added] = await db.query(
    `insert into jobs (job_id, kind, client_id, lane, payload, run_at, created_at)
     select $1, $2, $3, $4, $5::json, $6, $6
     where (select count(*) from jobs where kind = $2 and died_at is null) < $7 ${SCHEDULE_AGAIN} returning 1`,
    [
      ...[job.job_id, job.kind, clientId, job.lane, JSON.stringify(job.payload)],
      ...[new Date(settings.now()), maxWaiting],
    ],
  )
  if (!added) throw new RestError('too_many_requests', 'The queue is full', { headers: { 'Retry-After': '1' } })
}

/** Stores the job of a kind that recurs, unless it is there. */
export async function addRecurring({ db, settings }: Domain, kinds: string[]): Promise<void> {
  await db.query(
    `insert into jobs (job_id, kind, lane, payload, run_at, created_at)
     select kind, kind, kind, 'null', $2, $2 from unnest($1::text[]) as k (kind) on conflict do nothing`,
    [kinds, new Date(settings.now())],
  )
}

/** Lets the job of a kind that recurs run now. Does not wait for one that runs at the moment. */
export async function runSoon({ db, settings }: Domain, kind: string): Promise<void> {
  await db.query(
    `update jobs set run_at = $2 where job_id = (select job_id from jobs where job_id = $1 and run_at > $2 for update skip locked)`,
    [kind, new Date(settings.now())],
  )
}

const WAITS = 'lease is null and died_at is null'

/** The kinds that have a job that is due. */
export async function findDueKinds({ db, settings }: Domain, kinds: string[]): Promise<string[]> {
  const due = await db.query<{ kind: string }>(
    `select kind from unnest($1::text[]) as k (kind)
     where exists (select 1 from jobs where jobs.kind = k.kind and run_at <= $2 and ${WAITS})`,
    [kinds, new Date(settings.now())],
  )
  return due.map(({ kind }) => kind)
}

interface Choice {
  kind: string
  /** Only the first job of a lane can be taken. */
  inOrder: boolean
}

/**
 * Takes the job that has been due for the longest time. The lock of the transaction keeps other processes from taking it. The end of the process
 * releases the lock.
 */
export async function takeJob({ db, settings }: Domain, { kind, inOrder }: Choice): Promise<Job | undefined> {
  const isFirst = `and not exists (select 1 from jobs earlier
    where earlier.kind = $1 and earlier.lane = j.lane and earlier.position < j.position and earlier.died_at is null)`
  const [job] = await db.query<Job>(
    `select * from jobs j where kind = $1 and run_at <= $2 and ${WAITS} ${inOrder ? isFirst : ''}
     order by run_at, position limit 1 for update of j skip locked`,
    [kind, new Date(settings.now())],
  )
  return job
}

interface LeaseOptions {
  lease: string
  fullLanes: string[]
  exclusive: boolean
  /** Only jobs under which fewer processes have ended. Undefined: all. */
  endedBelow: number | undefined
}

/**
 * Takes a job that is due, outside of the lanes that are full. Other processes leave it alone while this one renews the lease. Of an exclusive lane no
 * process takes a job while another one has a lease.
 */
export async function leaseJob(
  { db, settings }: Domain,
  kind: string,
  { lease, fullLanes, exclusive, endedBelow }: LeaseOptions,
): Promise<Job | undefined> {
  const isFree = `and not exists (select 1 from jobs other
    where other.kind = $1 and other.lane = j.lane and other.lease is not null)`
  const [job] = await db
    .query<Job>(
      `update jobs set lease = $2 where job_id = (
         select job_id from jobs j where kind = $1 and run_at <= $3 and ${WAITS} and not lane = any($4)
           and ($5::int is null or ended_processes < $5) ${exclusive ? isFree : ''}
         order by run_at, position limit 1 for update skip locked)
       returning *`,
      [kind, lease, new Date(settings.now()), fullLanes, endedBelow ?? null],
    )
    .catch(error => {
      // Another process has taken one of the lane at the same moment.
      if (isConflict(error)) return []
      throw error
    })
  return job
}

/** Says that this process still runs the jobs with these leases. */
export async function renewLeases({ db }: Domain, leases: string[]): Promise<void> {
  if (leases.length) await db.query('update jobs set beat = beat + 1 where lease = any($1)', [leases])
}

export interface Lease {
  lease: string
  beat: number
}

/** The leases of all processes. */
export const listLeases = ({ db }: Domain): Promise<Lease[]> =>
  db.query<Lease>('select lease, beat from jobs where lease is not null')

const PROCESS_HAS_ENDED = 'lease = null, ended_processes = ended_processes + 1'

/** Lets a job wait again whose process has ended. Nothing happens if the process has renewed its lease. */
export async function endLease({ db }: Domain, { lease, beat }: Lease): Promise<void> {
  await db.query(`update jobs set ${PROCESS_HAS_ENDED} where lease = $1 and beat = $2`, [lease, beat])
}

/** Lets all jobs wait again whose leases are of a process that has ended. */
export async function endAllLeases({ db }: Domain): Promise<void> {
  await db.query(`update jobs set ${PROCESS_HAS_ENDED} where lease is not null`)
}

/** Gives a job back that this process, which lives, no longer runs. */
export async function releaseJob({ db }: Domain, { lease }: Pick<Job, 'lease'>): Promise<void> {
  await db.query('update jobs set lease = null where lease = $1', [lease])
}

/** Locks a job whose run outside of a transaction has ended. False if another process has taken it meanwhile, or if it is gone. */
export async function lockRun({ db }: Domain, { job_id, lease }: Job): Promise<boolean> {
  const [job] = await db.query('select 1 from jobs where job_id = $1 and lease = $2 for update', [job_id, lease])
  return job !== undefined
}

/** Whether a job of a lane waits for its first attempt, or runs. */
export async function isFirstAttempt({ db }: Domain, kind: string, lane: string): Promise<boolean> {
  const [first] = await db.query(
    'select 1 from jobs where kind = $1 and lane = $2 and failures = 0 and died_at is null limit 1',
    [kind, lane],
  )
  return first !== undefined
}

/** Ends the run of a job: it is done, or runs again later with all attempts. */
export async function endRun({ db }: Domain, { job_id }: Job, again: Date | undefined): Promise<void> {
  if (again)
    await db.query('update jobs set run_at = $2, failures = 0, ended_processes = 0, lease = null where job_id = $1', [
      ...[job_id, again],
    ])
  else await db.query('delete from jobs where job_id = $1', [job_id])
}

/** Ends a run that has failed. The job runs again after `delayMs`. Undefined: it was the last attempt, and the job stays for somebody to look at. */
export async function failRun(
  { db, settings }: Domain,
  { job_id }: Job,
  failure: string,
  delayMs: number | undefined,
): Promise<void> {
  const now = settings.now()
  await db.query(
    `update jobs set failures = failures + 1, ended_processes = 0, failure = $2, run_at = $3, died_at = $4, lease = null where job_id = $1`,
    [...[job_id, failure, new Date(now + (delayMs ?? 0))], delayMs === undefined ? new Date(now) : null],
  )
}

/** Ends a job under which too many processes have ended: it stays for somebody to look at. */
export async function giveUp({ db, settings }: Domain, { job_id }: Job, failure: string): Promise<void> {
  await db.query('update jobs set failure = $2, died_at = $3, lease = null where job_id = $1', [
    ...[job_id, failure, new Date(settings.now())],
  ])
}

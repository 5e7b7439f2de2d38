import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Domain } from '../../domain.js'
import { RestError, toRestError } from '../../http/rest-error.js'
import { addJob, type Job } from '../../jobs/job.js'
import type { LeasedKind, Outcome } from '../../jobs/job-kind.js'
import { isOfDisk } from '../../rows/is-of-disk.js'
import { readRows } from '../../rows/read-rows.js'
import type { Database } from '../../store/database.js'
import { isUnavailable } from '../../store/database-error.js'
import type { FileStorage } from '../../store/file-storage.js'
import { endJob, type JobRow } from './batch-job.js'
import { processRow } from './process-row.js'

/** How long a job waits after each unexpected error. A job that fails once more without a new row in between is FAILED. */
const DELAYS_MS = [500, 2_000]

/** How long a job waits while the database cannot be used. The last time repeats: without a database nothing else works either. */
const WITHOUT_DATABASE_MS = [1_000, 2_000, 5_000, 10_000]

const MINUTE_MS = 60_000

/**
 * How long a job waits in the queue after each error of the disk. It is FAILED after an hour without a new row: the disk can be repaired within that
 * time, and a file that can never be read has an end that somebody sees.
 */
const WITHOUT_DISK_MS = [1_000, 10_000, MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS, 15 * MINUTE_MS, 30 * MINUTE_MS]

/** How many processes can end while they read and process the same row. The row, or the file in front of it, may be what ends them. */
const MAX_ENDED_PROCESSES = 2

type JobDomain = Domain & { db: Database; files: FileStorage }

/** The jobs of the queue that process the rows of a file. */
export const batchJobs: LeasedKind<JobDomain> = {
  name: 'batch-job',
  title: 'Batch job',
  atOnce: 4,
  perLane: 1,
  delaysMs: WITHOUT_DISK_MS,
  // A batch job counts them itself, for each row: see MAX_ENDED_PROCESSES.
  maxEndedProcesses: Number.POSITIVE_INFINITY,
  async work(domain, job, signal, goesOn) {
    const result = await runJob(domain, job.lane, signal, goesOn)
    return stored => storeResult(stored, job, result)
  },
  cleanUp: ({ files }, { lane }) => files.remove(lane),
}

/** Adds the job of the queue, in the transaction that stores the batch job. */
export const scheduleJob = (domain: Domain, jobId: string): Promise<void> =>
  addJob(domain, {
    ...{ job_id: `${batchJobs.name}:${jobId}`, kind: batchJobs.name, lane: jobId, payload: null },
  })

/** UNREADABLE: the disk has refused to read the file. */
type Result = { status: 'SUCCEEDED'; failure?: never } | { status: 'FAILED' | 'UNREADABLE'; failure: string }

/**
 * Runs a job to its end, or until the disk refuses to read its file. After another unexpected error it goes on: the file is read again, without the
 * rows that were processed. Undefined: it has ended already. Throws if the signal stops it.
 */
async function runJob(
  domain: JobDomain,
  jobId: string,
  signal: AbortSignal,
  goesOn: () => void,
): Promise<Result | undefined> {
  const taken = await takeJob(domain, jobId)
  if (!taken) return undefined
  const { processed_rows, attempts } = taken
  if (attempts >= MAX_ENDED_PROCESSES)
    return {
      status: 'FAILED',
      failure: `${attempts} processes have ended while they read the file or processed row ${processed_rows + 1}`,
    }
  let processed = 0
  let failures = 0
  let outages = 0
  while (!signal.aborted) {
    try {
      const job = await resumeJob(domain, jobId, attempts)
      if (!job) return undefined
      if (job.processed_rows > processed) failures = outages = 0
      processed = job.processed_rows
      if (await processRows(domain, job, signal, goesOn)) return { status: 'SUCCEEDED' }
      if (!signal.aborted) return undefined
    } catch (error) {
      const result = await resultOf(domain, jobId, error)
      if (result?.status !== 'FAILED') toRestError(error)
      if (result) return result
      const delay = isUnavailable(error) ? withoutDatabaseMs(outages++) : DELAYS_MS[failures++]
      if (delay === undefined)
        return { status: 'FAILED', failure: `An unexpected error has stopped the job after row ${processed}` }
      await setTimeout(delay, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  await giveBack(domain, jobId)
  throw signal.reason
}

/** Undefined: the job has ended. */
async function storeResult(domain: Domain, job: Job, result: Result | undefined): Promise<Outcome> {
  if (result?.status === 'UNREADABLE') return storeRefusal(domain, job, result.failure)
  if (result) await endJob(domain, job.lane, result.status, result.failure)
  return undefined
}

/** The job waits in the queue, where it holds up no other one. Attempts count as long as there is no new row. */
async function storeRefusal(domain: Domain, { lane: jobId, failures }: Job, failure: string): Promise<Outcome> {
  const { db, settings } = domain
  const [hasNewRow] = await db.query(
    'select 1 from batch_jobs where batch_job_id = $1 and processed_rows > taken_at_row',
    [jobId],
  )
  if (!hasNewRow && failures >= WITHOUT_DISK_MS.length) {
    await endJob(domain, jobId, 'FAILED', failure)
    return undefined
  }
  await giveBack(domain, jobId)
  return hasNewRow ? new Date(settings.now() + WITHOUT_DISK_MS[0]!) : { failed: failure }
}

/** Begins a job, or goes on with one of a process that has ended. Attempts count as long as there is no new row. Undefined if the job has ended. */
async function takeJob({ db, settings }: Domain, jobId: string): Promise<JobRow | undefined> {
  const [taken] = await db.query<JobRow>(
    `update batch_jobs set status = 'RUNNING', started_at = coalesce(started_at, $2), taken_at_row = processed_rows,
       attempts = case when taken_at_row = processed_rows then attempts else 0 end
     where batch_job_id = $1 and status in ('QUEUED', 'RUNNING') returning *`,
    [jobId, new Date(settings.now())],
  )
  return taken
}

/** Resolves with false if the signal stops it, or if the job has ended or another process has taken it over. */
async function processRows(domain: JobDomain, job: JobRow, signal: AbortSignal, goesOn: () => void): Promise<boolean> {
  const path = await domain.files.pathOf(job.batch_job_id)
  if (job.processed_rows === job.taken_at_row) await countAttempt(domain, job)
  let position = 0
  for await (const row of readRows({ path, format: job.format, size: job.size })) {
    position += 1
    if (signal.aborted) return false
    if (position <= job.processed_rows) continue
    if (!(await processRow(domain, job, position, row))) return false
    goesOn()
    // The embedded database answers without waiting. Requests must get their turn between two rows.
    await setImmediate()
  }
  return true
}

/** What an error leads to. Undefined for an error of the platform, after which the job goes on later. */
async function resultOf({ files }: JobDomain, jobId: string, error: unknown): Promise<Result | undefined> {
  if (error instanceof RestError) return { status: 'FAILED', failure: error.message }
  if (!isOfDisk(error)) return undefined
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOENT' && (await files.isLost(jobId)))
    return { status: 'FAILED', failure: 'The content of the file is no longer there' }
  return { status: 'UNREADABLE', failure: `The platform cannot read the file from its disk (${code})` }
}

const withoutDatabaseMs = (outages: number): number => WITHOUT_DATABASE_MS[outages] ?? WITHOUT_DATABASE_MS.at(-1)!

/**
 * Counts an attempt at the first row after this process has taken the job, before it reads the file. If the process ends before that row is
 * processed, the count stays. Later rows need no count: if one of them ends this process, it is the first row of the next process.
 */
async function countAttempt({ db }: Domain, { batch_job_id, processed_rows }: JobRow): Promise<void> {
  await db.query('update batch_jobs set attempts = attempts + 1 where batch_job_id = $1 and processed_rows = $2', [
    batch_job_id,
    processed_rows,
  ])
}

/** Forgets the attempt of this process, which lives. Undefined if the job has ended. */
async function resumeJob({ db }: Domain, jobId: string, attempts: number): Promise<JobRow | undefined> {
  const [job] = await db.query<JobRow>(
    `update batch_jobs set attempts = $2 where batch_job_id = $1 and status = 'RUNNING' returning *`,
    [jobId, attempts],
  )
  return job
}

/** The next process goes on at once, and counts no attempt of this one. */
async function giveBack({ db }: Domain, jobId: string): Promise<void> {
  await db.query('update batch_jobs set taken_at_row = null where batch_job_id = $1', [jobId])
}

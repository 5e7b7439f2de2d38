import { setImmediate, setTimeout } from 'node:timers/promises'
import type { Domain } from '../../domain.js'
import { RestError, toRestError } from '../../http/rest-error.js'
import { readRows } from '../../rows/read-rows.js'
import { isUnavailable } from '../../store/database-error.js'
import type { FileStorage } from '../../store/file-storage.js'
import { endJob, type JobRow } from './batch-job.js'
import { processRow } from './process-row.js'
import type { JobRunner } from './runner.js'

/** How many jobs a process runs at the same time. */
const MAX_RUNNING = 4

/** How often a process looks for jobs that another process has left, and says that it still has its own. */
const TICK_MS = 30_000

/** How long a process can leave a job untouched until another one takes it over. */
const MAX_IDLE_SECONDS = 60

/** How long a job waits after each unexpected error. A job that fails once more without a new row in between is FAILED. */
const DELAYS_MS = [500, 2_000]

/** How long a job waits while the database or the disk cannot be used. */
const UNAVAILABLE_MS = 1_000

/** How many processes can end while they read and process the same row. The row, or the file in front of it, may be what ends them. */
const MAX_ENDED_PROCESSES = 2

type JobDomain = Domain & { files: FileStorage }

/** Starts a runner. It goes on with the jobs of the process that used the database before. */
export function startJobRunner(domain: JobDomain): JobRunner {
  const stopping = new AbortController()
  const running = new Map<string, Promise<void>>()
  const start = (job: JobRow) => {
    const run = runJob({ ...domain, clientId: job.client_id }, job, stopping.signal)
      .catch(error => void toRestError(error))
      .then(() => {
        running.delete(job.batch_job_id)
        return look()
      })
    running.set(job.batch_job_id, run)
  }
  let looking: Promise<void> = Promise.resolve()
  const look = (maxIdleSeconds = MAX_IDLE_SECONDS): Promise<void> => {
    looking = looking
      .then(async () => {
        const free = MAX_RUNNING - running.size
        if (stopping.signal.aborted || free === 0) return
        for (const job of await takeJobs(domain, [...running.keys()], free, maxIdleSeconds)) start(job)
      })
      .catch(error => void toRestError(error))
    return looking
  }
  // A process that has ended may have left jobs. If another one runs a job, only one of the two goes on with it.
  void look(0)
  const timer = setInterval(() => {
    void keepJobs(domain, [...running.keys()]).catch(toRestError)
    void look()
  }, TICK_MS)
  timer.unref()
  return {
    wake: () => look(),
    async stop() {
      stopping.abort()
      clearInterval(timer)
      await looking
      await Promise.all(running.values())
    },
  }
}

/**
 * Takes jobs that wait, and those that no process has touched for some time. Oldest first. A job that was taken without a new row is left
 * alone for the full time: so a file that ends each process does not end the platform again and again. A row that a living process
 * processes is locked.
 */
function takeJobs(
  { db, settings }: Domain,
  running: string[],
  limit: number,
  maxIdleSeconds: number,
): Promise<JobRow[]> {
  return db.query<JobRow>(
    `update batch_jobs set status = 'RUNNING', started_at = coalesce(started_at, $5), touched_at = now(),
       taken_at_row = processed_rows, attempts = case when taken_at_row = processed_rows then attempts else 0 end
     where batch_job_id in (
       select batch_job_id from batch_jobs where not batch_job_id = any($1)
         and (status = 'QUEUED' or (status = 'RUNNING' and touched_at <= now() - make_interval(
           secs => case when taken_at_row = processed_rows then $4::int else $3::int end)))
       order by position limit $2 for update skip locked)
     returning *`,
    [running, limit, maxIdleSeconds, MAX_IDLE_SECONDS, new Date(settings.now())],
  )
}

/** Runs a job to its end. After an unexpected error it goes on: the file is read again, without the rows that were processed. */
async function runJob(
  domain: JobDomain,
  { batch_job_id: jobId, processed_rows, attempts }: JobRow,
  signal: AbortSignal,
): Promise<void> {
  if (attempts >= MAX_ENDED_PROCESSES)
    return finishJob(
      domain,
      jobId,
      'FAILED',
      `${attempts} processes have ended while they read the file or processed row ${processed_rows + 1}`,
    )
  let processed = 0
  let failures = 0
  while (!signal.aborted) {
    try {
      const job = await resumeJob(domain, jobId, attempts)
      if (!job) return
      if (job.processed_rows > processed) failures = 0
      processed = job.processed_rows
      if (await processRows(domain, job, signal)) return await finishJob(domain, jobId, 'SUCCEEDED')
      if (!signal.aborted) return
    } catch (error) {
      const failure = failureOf(error)
      if (failure) return finishJob(domain, jobId, 'FAILED', failure)
      toRestError(error)
      const delay = isUnavailable(error) || isOfDisk(error) ? UNAVAILABLE_MS : DELAYS_MS[failures++]
      if (delay === undefined)
        return finishJob(domain, jobId, 'FAILED', `An unexpected error has stopped the job after row ${processed}`)
      await setTimeout(delay, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  await giveBack(domain, jobId)
}

/** Resolves with false if the runner stops, or if the job has ended or another process has taken it over. */
async function processRows(domain: JobDomain, job: JobRow, signal: AbortSignal): Promise<boolean> {
  const path = await domain.files.pathOf(job.batch_job_id)
  if (job.processed_rows === job.taken_at_row) await countAttempt(domain, job)
  let position = 0
  for await (const row of readRows({ path, format: job.format, size: job.size })) {
    position += 1
    if (position <= job.processed_rows) continue
    if (signal.aborted) return false
    if (!(await processRow(domain, job, position, row))) return false
    // The embedded database answers without waiting. Requests must get their turn between two rows.
    await setImmediate()
  }
  return true
}

async function finishJob(
  domain: JobDomain,
  jobId: string,
  status: 'SUCCEEDED' | 'FAILED',
  failure?: string,
): Promise<void> {
  if (await endJob(domain, jobId, status, failure)) await domain.files.remove(jobId)
}

/** Why a file cannot be read. Undefined for an error of the platform, after which the job goes on later. */
function failureOf(error: unknown): string | undefined {
  if (error instanceof RestError) return error.message
  return Object(error).code === 'ENOENT' ? 'The content of the file is no longer there' : undefined
}

const isOfDisk = (error: unknown) => Object(error).syscall !== undefined

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

/** Says that this process still has its jobs: it can take minutes to read a file up to the next row. */
async function keepJobs({ db }: Domain, jobIds: string[]): Promise<void> {
  await db.query(`update batch_jobs set touched_at = now() where batch_job_id = any($1) and status = 'RUNNING'`, [
    jobIds,
  ])
}

/** Forgets the attempt of this process, which lives. Undefined if the job has ended. */
async function resumeJob({ db }: Domain, jobId: string, attempts: number): Promise<JobRow | undefined> {
  const [job] = await db.query<JobRow>(
    `update batch_jobs set touched_at = now(), attempts = $2 where batch_job_id = $1 and status = 'RUNNING' returning *`,
    [jobId, attempts],
  )
  return job
}

/** The next process goes on at once, and counts no attempt of this one. */
async function giveBack({ db }: Domain, jobId: string): Promise<void> {
  await db.query('update batch_jobs set taken_at_row = null where batch_job_id = $1', [jobId])
}

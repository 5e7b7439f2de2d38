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

/** How often a process looks for jobs that another process has left. */
const TICK_MS = 30_000

/** How long a process can leave a job untouched until another one takes it over. */
const MAX_IDLE_SECONDS = 60

/** How long a job waits after each unexpected error. A job that fails once more without a new row in between is FAILED. */
const DELAYS_MS = [500, 2_000]

/** How long a job waits while the database cannot be used. */
const UNAVAILABLE_MS = 1_000

/** How many processes can end while they run a job, without a new row in between. The file may be what ends them. */
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
        for (const job of await findJobs(domain, [...running.keys()], free, maxIdleSeconds)) start(job)
      })
      .catch(error => void toRestError(error))
    return looking
  }
  // A process that has ended may have left jobs. If another one runs a job, only one of the two goes on with it.
  void look(0)
  const timer = setInterval(look, TICK_MS)
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
 * Finds jobs that wait, and those that no process has touched for some time. Oldest first. A job that was taken over without a new
 * row is left alone for the full time: the process that has it may still be alive.
 */
function findJobs({ db }: Domain, running: string[], limit: number, maxIdleSeconds: number): Promise<JobRow[]> {
  return db.query<JobRow>(
    `select * from batch_jobs where not batch_job_id = any($1)
       and (status = 'QUEUED' or (status = 'RUNNING' and touched_at <= now() - make_interval(
         secs => case when takeovers > 0 and taken_at_row = processed_rows then $4::int else $3::int end)))
     order by position limit $2`,
    [running, limit, maxIdleSeconds, MAX_IDLE_SECONDS],
  )
}

/** Runs a job to its end. After an unexpected error it goes on: the file is read again, without the rows that were processed. */
async function runJob(domain: JobDomain, { batch_job_id: jobId }: JobRow, signal: AbortSignal): Promise<void> {
  const endedProcesses = await takeJob(domain, jobId)
  if (endedProcesses >= MAX_ENDED_PROCESSES)
    return finishJob(domain, jobId, 'FAILED', `${endedProcesses} processes have ended while they ran the job`)
  let processed = 0
  let failures = 0
  while (!signal.aborted) {
    try {
      const job = await beginJob(domain, jobId)
      if (!job) return
      if (job.processed_rows > processed) failures = 0
      processed = job.processed_rows
      if (await processRows(domain, job, signal)) return await finishJob(domain, jobId, 'SUCCEEDED')
      if (!signal.aborted) return
    } catch (error) {
      const failure = failureOf(error)
      if (failure) return finishJob(domain, jobId, 'FAILED', failure)
      toRestError(error)
      const delay = isUnavailable(error) ? UNAVAILABLE_MS : DELAYS_MS[failures++]
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
  let position = 0
  for await (const row of readRows({ path, format: job.format, size: job.size })) {
    position += 1
    if (position <= job.processed_rows) continue
    if (signal.aborted || !(await processRow(domain, job, position, row))) return false
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

/** Resolves with the number of processes that have ended in this job since its last new row. */
async function takeJob({ db }: Domain, jobId: string): Promise<number> {
  const [job] = await db.query<{ takeovers: number }>(
    `update batch_jobs set taken_at_row = processed_rows,
       takeovers = case when taken_at_row = processed_rows then takeovers + 1 else 0 end
     where batch_job_id = $1 and status in ('QUEUED', 'RUNNING') returning takeovers`,
    [jobId],
  )
  return job?.takeovers ?? 0
}

/** The next process does not take the job over: this one has not ended in it. */
async function giveBack({ db }: Domain, jobId: string): Promise<void> {
  await db.query('update batch_jobs set taken_at_row = null where batch_job_id = $1', [jobId])
}

async function beginJob({ db, settings }: Domain, jobId: string): Promise<JobRow | undefined> {
  const [job] = await db.query<JobRow>(
    `update batch_jobs set status = 'RUNNING', started_at = coalesce(started_at, $2), touched_at = now()
     where batch_job_id = $1 and status in ('QUEUED', 'RUNNING') returning *`,
    [jobId, new Date(settings.now())],
  )
  return job
}

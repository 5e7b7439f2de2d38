import { setImmediate } from 'node:timers/promises'
import type { Domain } from '../../domain.js'
import { RestError, toRestError } from '../../http/rest-error.js'
import { readRows } from '../../rows/read-rows.js'
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

/** Finds jobs that wait, and those that no process has touched for some time. Oldest first. */
function findJobs({ db }: Domain, running: string[], limit: number, maxIdleSeconds: number): Promise<JobRow[]> {
  return db.query<JobRow>(
    `select * from batch_jobs where not batch_job_id = any($1)
       and (status = 'QUEUED' or (status = 'RUNNING' and touched_at <= now() - make_interval(secs => $3)))
     order by position limit $2`,
    [running, limit, maxIdleSeconds],
  )
}

async function runJob(domain: JobDomain, { batch_job_id: jobId }: JobRow, signal: AbortSignal): Promise<void> {
  const job = await beginJob(domain, jobId)
  if (!job) return
  const path = await domain.files.pathOf(jobId)
  let position = 0
  try {
    for await (const row of readRows({ path, format: job.format, size: job.size })) {
      position += 1
      if (position <= job.processed_rows) continue
      if (signal.aborted || !(await processRow(domain, job, position, row))) return
      // The embedded database answers without waiting. Requests must get their turn between two rows.
      await setImmediate()
    }
  } catch (error) {
    const failure = failureOf(error)
    if (!failure) throw error
    if (await endJob(domain, jobId, 'FAILED', failure)) await domain.files.remove(jobId)
    return
  }
  if (await endJob(domain, jobId, 'SUCCEEDED')) await domain.files.remove(jobId)
}

/** Why a file cannot be read. Undefined for an error of the platform, after which the job goes on later. */
function failureOf(error: unknown): string | undefined {
  if (error instanceof RestError) return error.message
  return Object(error).code === 'ENOENT' ? 'The content of the file is no longer there' : undefined
}

async function beginJob({ db, settings }: Domain, jobId: string): Promise<JobRow | undefined> {
  const [job] = await db.query<JobRow>(
    `update batch_jobs set status = 'RUNNING', started_at = coalesce(started_at, $2), touched_at = now()
     where batch_job_id = $1 and status in ('QUEUED', 'RUNNING') returning *`,
    [jobId, new Date(settings.now())],
  )
  return job
}

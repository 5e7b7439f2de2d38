import { setImmediate } from 'node:timers/promises'
import type { Domain } from '../domain.js'
import { type RestError, toRestError } from '../http/rest-error.js'
import type { Database } from '../store/database.js'
import { isUnavailable } from '../store/database-error.js'
import { addJob, type Job, type NewJob, postponeJob, removeJob, retakeJob, takeJob } from './job.js'

/** How often a process looks for jobs that are due by the clock or that another process has left. */
const TICK_MS = 1_000

/** How long to wait after each unexpected error. After the last one the job is refused. */
const DELAYS_MS = [1_000, 10_000, 60_000, 600_000]

/** How many lanes of a kind a process works on at the same time. */
const MAX_WORKERS = 4

/** What jobs of a kind do. */
export interface JobKind {
  name: string
  /** The number of waiting jobs above which no other one is accepted. */
  maxWaiting: number
  /**
   * Does the job for its client, in the transaction that removes it: so each job has its effect exactly once. A `RestError` refuses the job. After any
   * other error, it runs again later.
   */
  run(domain: Domain, job: Job): Promise<void>
  /** Keeps the reason of a job that is refused, in the transaction that removes it. */
  refuse(domain: Domain, job: Job, reason: RestError): Promise<void>
}

/**
 * Work in the background. Accepted jobs are in the database: neither the end of a process nor a lost connection loses one. Several processes can
 * use one database: each job runs once. Its times are those of the platform's clock.
 */
export interface Queue {
  /** Resolves when the job is stored. Throws `too_many_requests` if too many jobs of the kind wait. */
  add(domain: Domain, job: NewJob): Promise<void>
  /** Stops after the current job. The next process goes on. */
  stop(): Promise<void>
}

/**
 * Starts to work on the jobs of some kinds. It goes on with those that were accepted before. A database that runs only one transaction at a
 * time has one worker for each kind.
 */
export function startQueue(domain: Domain & { db: Database }, kinds: JobKind[]): Queue {
  const count = Math.min(MAX_WORKERS, domain.db.connections)
  const workers = new Map(
    kinds.map(kind => [kind.name, Array.from({ length: count }, () => startWorker(domain, kind))]),
  )
  const maxWaiting = new Map(kinds.map(kind => [kind.name, kind.maxWaiting]))
  return {
    async add(caller, job) {
      await addJob(caller, job, maxWaiting.get(job.kind)!)
      for (const worker of workers.get(job.kind)!) worker.wake()
    },
    async stop() {
      await Promise.all([...workers.values()].flat().map(worker => worker.stop()))
    },
  }
}

function startWorker(domain: Domain, kind: JobKind) {
  let isStopping = false
  let isWoken = false
  let running: Promise<void> | undefined
  const runAll = async () => {
    while (isWoken && !isStopping) {
      isWoken = false
      // The embedded database answers without waiting. Requests must get their turn between two jobs.
      while (!isStopping && (await runNext(domain, kind))) await setImmediate()
    }
  }
  const wake = () => {
    isWoken = true
    running ??= runAll()
      .catch(error => void toRestError(error))
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(wake, TICK_MS)
  timer.unref()
  wake()
  return {
    wake,
    async stop() {
      isStopping = true
      clearInterval(timer)
      await running
    },
  }
}

/** Runs one job. Resolves with false if none is due. Rejects if the database cannot be used: the job stays as it is. */
async function runNext(domain: Domain, kind: JobKind): Promise<boolean> {
  let taken: Job | undefined
  try {
    return await domain.db.transaction(async db => {
      taken = await takeJob({ ...domain, db }, kind.name)
      if (!taken) return false
      const ofClient = { ...domain, db, clientId: taken.client_id }
      await kind.run(ofClient, taken)
      await removeJob(ofClient, taken)
      return true
    })
  } catch (error) {
    if (!taken || isUnavailable(error)) throw error
    await postponeOrRefuse(domain, kind, taken, toRestError(error))
    return true
  }
}

async function postponeOrRefuse(domain: Domain, kind: JobKind, job: Job, reason: RestError): Promise<void> {
  const delay = reason.code === 'software_error' ? DELAYS_MS[job.failures] : undefined
  await domain.db.transaction(async db => {
    const ofClient = { ...domain, db, clientId: job.client_id }
    if (!(await retakeJob(ofClient, job))) return
    if (delay !== undefined) return postponeJob(ofClient, job, delay)
    await kind.refuse(ofClient, job, reason)
    await removeJob(ofClient, job)
  })
}

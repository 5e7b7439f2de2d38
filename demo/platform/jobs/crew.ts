import { setImmediate } from 'node:timers/promises'
import type { Domain } from '../domain.js'
import { toRestError } from '../http/rest-error.js'
import type { Database } from '../store/database.js'
import { isUnavailable } from '../store/database-error.js'
import { newId } from '../store/id.js'
import { storable } from '../store/storable.js'
import { isConflict } from '../store/with-retries.js'
import { endRun, failRun, giveUp, type Job, leaseJob, lockRun, releaseJob, takeJob } from './job.js'
import type { JobKind, LeasedKind, TransactionKind } from './job-kind.js'
import type { Leases } from './leases.js'

/** How long to wait after each unexpected error. After the last one somebody must retry the job. */
export const DELAYS_MS = [1_000, 10_000, 60_000, 600_000]

/** How many processes can end under a job of most kinds. */
const MAX_ENDED_PROCESSES = 2

/** The workers of a kind in this process. */
export interface Crew {
  /** Begins to run what is due. */
  wake(): void
  /** Runs up to `count` jobs that are due, then wakes the workers for the others. Rejects if the database cannot be used. */
  runFirst(count: number): Promise<void>
  /** Resolves when no worker runs a job. */
  settled(): Promise<void>
  /** How many runs of jobs have ended since the start. */
  ended(): number
}

type JobDomain = Domain & { db: Database }

/**
 * A worker that finds a job calls the next one, up to the limit of the kind. A worker that finds none goes. A database that runs only one transaction
 * at a time has one worker for work in transactions.
 */
export function startCrew<D extends JobDomain>(domain: D, kind: JobKind<D>, leases: Leases, signal: AbortSignal): Crew {
  const limit = 'run' in kind ? Math.min(kind.atOnce, domain.db.connections) : kind.atOnce
  const workers = new Set<Promise<void>>()
  const shift = { leases, lanes: [], signal }
  let isWoken = false
  let ended = 0
  const runNext = async (onTaken: () => void): Promise<boolean> => {
    const run = 'run' in kind ? runInTransaction(domain, kind, onTaken) : runLeased(domain, kind, shift, onTaken)
    const hasRun = await run
    if (hasRun) ended += 1
    return hasRun
  }
  const call = () => {
    if (signal.aborted || workers.size >= limit) return
    const worker = work()
      .catch(error => void toRestError(error))
      .finally(() => {
        workers.delete(worker)
        // A job was added when this worker had already found none.
        if (isWoken) wake()
      })
    workers.add(worker)
  }
  const work = async () => {
    isWoken = false
    // The embedded database answers without waiting. Requests must get their turn between two jobs.
    while (!signal.aborted && (await runNext(call))) await setImmediate()
  }
  const wake = () => {
    isWoken = true
    call()
  }
  return {
    wake,
    async runFirst(count) {
      for (let run = 0; run < count; run += 1) if (signal.aborted || !(await runNext(() => {}))) return
      wake()
    },
    async settled() {
      while (workers.size) await Promise.all(workers)
    },
    ended: () => ended,
  }
}

/** Runs one job. Resolves with false if none is due. Rejects if the database cannot be used: the job stays as it is. */
const runInTransaction = <D extends JobDomain>(
  domain: D,
  kind: TransactionKind<D>,
  onTaken: () => void,
): Promise<boolean> =>
  domain.db.transaction(async db => {
    const job = await takeJob({ ...domain, db }, { kind: kind.name, inOrder: kind.inOrder ?? false })
    if (!job) return false
    onTaken()
    const ofClient = { ...ofJob(domain, job), db }
    await db.execute('savepoint run')
    try {
      await endRun(ofClient, job, await kind.run(ofClient, job))
    } catch (error) {
      // The whole transaction must run again, or cannot go on.
      if (isConflict(error) || isUnavailable(error)) throw error
      await db.execute('rollback to savepoint run')
      await storeFailure(ofClient, kind, job, error)
    }
    return true
  })

interface Shift {
  leases: Leases
  /** The lanes of the jobs that this process runs, each as often as it has a job there. */
  lanes: string[]
  signal: AbortSignal
}

/** Runs one job outside of a transaction. Resolves with false if none is due. */
async function runLeased<D extends JobDomain>(
  domain: D,
  kind: LeasedKind<D>,
  shift: Shift,
  onTaken: () => void,
): Promise<boolean> {
  const { leases, lanes } = shift
  const job = await leases.inTurn(() => takeLeased(domain, kind, shift))
  if (!job) return false
  onTaken()
  try {
    await doLeased(domain, kind, job, shift)
  } catch (error) {
    leases.left.add(job.lease!)
    throw error
  } finally {
    leases.held.delete(job.lease!)
    if (leases.lastChance === job.lease) leases.lastChance = undefined
    lanes.splice(lanes.indexOf(job.lane), 1)
  }
  return true
}

/** Rejects if the database cannot store the result. */
async function doLeased<D extends JobDomain>(
  domain: D,
  kind: LeasedKind<D>,
  job: Job,
  { leases, signal }: Shift,
): Promise<void> {
  const { ended_processes, lease } = job
  try {
    signal.throwIfAborted()
    if (ended_processes >= maxEndedProcesses(kind)) {
      const failure = `${ended_processes} processes have ended while they did this`
      await whileLeased(domain, job, async ofClient => {
        await giveUp(ofClient, job, failure)
        await kind.afterDeath?.(ofClient, job)
      })
      return
    }
    const goesOn = () => {
      if (leases.lastChance === lease) leases.lastChance = undefined
    }
    const store = await kind.work(ofJob(domain, job), job, signal, goesOn)
    const isDone = await whileLeased(domain, job, async ofClient => {
      const outcome = await store(ofClient)
      if (outcome && 'failed' in outcome) await failRun(ofClient, job, outcome.failed, delayAfter(kind, job))
      else await endRun(ofClient, job, outcome)
      return outcome === undefined
    })
    if (isDone) await kind.cleanUp?.(ofJob(domain, job), job).catch(error => void toRestError(error))
  } catch (error) {
    if (signal.aborted) await releaseJob(domain, job)
    else if (isUnavailable(error)) throw error
    else await whileLeased(domain, job, ofClient => storeFailure(ofClient, kind, job, error))
  }
}

const maxEndedProcesses = (kind: LeasedKind): number => kind.maxEndedProcesses ?? MAX_ENDED_PROCESSES

/**
 * From how many ended processes on a job is on its last chance. A process runs one such job at a time, so that two of them are not given up for what
 * one of them does. A job of a kind that counts by itself may have its last chance as soon as a process has ended.
 */
function lastChanceOf(kind: LeasedKind): number {
  const max = maxEndedProcesses(kind)
  return Number.isFinite(max) ? max - 1 : 1
}

async function takeLeased(domain: Domain, kind: LeasedKind, { leases, lanes }: Shift): Promise<Job | undefined> {
  const lease = newId()
  const lastChanceAt = lastChanceOf(kind)
  const fullLanes = [...new Set(lanes)].filter(lane => lanes.filter(each => each === lane).length >= kind.perLane)
  // Before it is stored: this process must not take it for a lease of another one.
  leases.held.add(lease)
  let job: Job | undefined
  try {
    job = await leaseJob(domain, kind.name, {
      ...{ lease, fullLanes, exclusive: kind.exclusive ?? false },
      endedBelow: leases.lastChance ? lastChanceAt : undefined,
    })
  } catch (error) {
    // The database may have stored the lease.
    leases.left.add(lease)
    throw error
  } finally {
    if (!job) leases.held.delete(lease)
  }
  if (!job) return undefined
  lanes.push(job.lane)
  if (job.ended_processes >= lastChanceAt) leases.lastChance = lease
  return job
}

/** Changes what a job is about, unless another process has taken it meanwhile. */
const whileLeased = <D extends JobDomain, T>(
  domain: D,
  job: Job,
  change: (ofClient: D) => Promise<T>,
): Promise<T | undefined> =>
  domain.db.transaction(async db => {
    const ofClient = { ...ofJob(domain, job), db }
    return (await lockRun(ofClient, job)) ? change(ofClient) : undefined
  })

/** Undefined: it was the last attempt. Work that recurs has no last one. */
function delayAfter<D extends Domain>(kind: JobKind<D>, { failures }: Job): number | undefined {
  if ('run' in kind) return DELAYS_MS[failures] ?? (kind.recurs && DELAYS_MS.at(-1))
  return (kind.delaysMs ?? DELAYS_MS)[failures]
}

const ofJob = <D extends Domain>(domain: D, { client_id }: Job): D => ({
  ...domain,
  clientId: client_id ?? domain.clientId,
})

async function storeFailure<D extends Domain>(domain: D, kind: JobKind<D>, job: Job, error: unknown): Promise<void> {
  const reason = toRestError(error)
  const refuse = 'run' in kind && reason.code !== 'software_error' ? kind.refuse : undefined
  if (refuse) {
    await refuse(domain, job, reason)
    await endRun(domain, job, undefined)
    return
  }
  const delay = delayAfter(kind, job)
  await failRun(domain, job, describe(error), delay)
  if (delay === undefined && 'work' in kind) await kind.afterDeath?.(domain, job)
}

const describe = (error: unknown): string =>
  storable(String(error instanceof Error ? error.message : error)).slice(0, 500)

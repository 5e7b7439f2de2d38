import type { Domain } from '../domain.js'
import type { RestError } from '../http/rest-error.js'
import type { Job } from './job.js'

interface AnyKind {
  name: string
  /** The work in words, for people who look after it. */
  title: string
  /** How many jobs a process runs at the same time. */
  atOnce: number
}

/** Work that is nothing but a change of the database. */
export interface TransactionKind<D extends Domain = Domain> extends AnyKind {
  /** The jobs of a lane run in the order of their acceptance, one at a time. */
  inOrder?: true
  /** There is always one such job, for all clients. */
  recurs?: true
  /** Requests wait for the first jobs that are due, so that they see their result. */
  beforeRequests?: true
  /** The number of waiting jobs above which no other one is accepted. */
  maxWaiting?: number
  /**
   * Does the job for its client, in the transaction that removes it: so each job has its effect exactly once. Returns when the job runs again, if it
   * does. After an unexpected error, it runs again later.
   */
  run(domain: D, job: Job): Promise<Date | undefined>
  /** Keeps the reason of a job whose run throws a `RestError`, in the transaction that removes it. Without it, such a job is tried again. */
  refuse?(domain: D, job: Job, reason: RestError): Promise<void>
}

/** Work that reaches beyond the database. A process has a lease while it does it. */
export interface LeasedKind<D extends Domain = Domain> extends AnyKind {
  /** How many jobs of a lane a process runs at the same time: a slow receiver delays no other one. */
  perLane: number
  /** All processes together run one job of a lane at a time. It needs a unique index of its own. */
  exclusive?: true
  /** How long to wait after each failed attempt. Default: those after unexpected errors. */
  delaysMs?: number[]
  /**
   * How many processes can end while they do a job, one after the other: the job may be what ends them. Then the job is given up. With one chance left,
   * it waits until its process runs no other such job, so that it is seldom given up for what another job does. Default: two.
   */
  maxEndedProcesses?: number
  /**
   * Does the job. The signal stops it: then the job runs again at once, in the next process. If the process ends without a result, the job runs again,
   * too, but not for ever. Calls `goesOn` when it has got further than the processes before: others on their last chance need no longer wait.
   */
  work(domain: D, job: Job, signal: AbortSignal, goesOn: () => void): Promise<StoreResult>
  /**
   * Does what follows when a job is given up after unexpected errors, or because processes have ended under it, in the transaction that stores it. A
   * result that has failed says itself what follows.
   */
  afterDeath?(domain: D, job: Job): Promise<void>
  /** Removes what a job that is done no longer needs, after its end is stored. */
  cleanUp?(domain: D, job: Job): Promise<void>
}

/** What becomes of a job: it is done, runs again at a time, or has failed for a reason. */
export type Outcome = undefined | Date | { failed: string }

/** Stores the result of a job, in the transaction that removes it. Is not called if the process has lost its lease. */
export type StoreResult = (domain: Domain) => Promise<Outcome>

export type JobKind<D extends Domain = Domain> = TransactionKind<D> | LeasedKind<D>

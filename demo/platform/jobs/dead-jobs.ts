import type { Domain } from '../domain.js'
import { ANEW, type Job } from './job.js'

/** Counting stops here: a page that says how much waits must not read it all. */
export const MAX_COUNTED = 1_000

export interface KindCounts {
  kind: string
  /** Those that are due or that a process runs. */
  due: number
  /** Those that run later. */
  later: number
  dead: number
}

/** How many jobs of the client are there of each kind, at most `MAX_COUNTED` and one more. */
export function countJobs({ db, clientId, settings }: Domain, kinds: string[]): Promise<KindCounts[]> {
  const count = (condition: string) =>
    `(select count(*)::int from (select 1 from jobs where jobs.kind = k.kind and client_id = $2 and ${condition}
      limit ${MAX_COUNTED + 1}) counted)`
  return db.query<KindCounts>(
    `select kind, ${count('run_at <= $3 and died_at is null')} as due, ${count('run_at > $3 and died_at is null')} as later,
       ${count('died_at is not null')} as dead
     from unnest($1::text[]) with ordinality as k (kind, place) order by place`,
    [kinds, clientId, new Date(settings.now())],
  )
}

/** A job whose last attempt has failed, or under which processes have ended. */
export interface DeadJob extends Pick<Job, 'job_id' | 'kind' | 'lane' | 'payload' | 'failures' | 'ended_processes'> {
  failure: string
  died_at: Date
}

/** The jobs of the client whose last attempt has failed, newest first. */
export const findDeadJobs = ({ db, clientId }: Domain, limit: number): Promise<DeadJob[]> =>
  db.query<DeadJob>(
    `select job_id, kind, lane, payload, failures, ended_processes, failure, died_at from jobs
     where client_id = $1 and died_at is not null order by died_at desc, position desc limit $2`,
    [clientId, limit],
  )

/**
 * Work for all clients whose last run has failed. It is tried again without end, so it is never dead. Every client can see it, so it does not contain
 * the failure: a message of the database can quote what another client has stored.
 */
export interface FailingWork extends Pick<Job, 'kind' | 'failures'> {
  run_at: Date
}

/** The recurring work among some kinds whose last run has failed, in their order. */
export const findFailingWork = ({ db }: Domain, kinds: string[]): Promise<FailingWork[]> =>
  db.query<FailingWork>(
    `select jobs.kind, failures, run_at from unnest($1::text[]) with ordinality as k (kind, place)
       join jobs on job_id = k.kind and client_id is null
     where failures > 0 order by place`,
    [kinds],
  )

/** Removes the dead jobs of a lane whose webhook, report or server is deleted: a retry would do nothing. */
export async function removeDeadJobs({ db, clientId }: Domain, kind: string, lane: string): Promise<void> {
  const values = [clientId, kind, lane]
  await db.query('delete from jobs where client_id = $1 and kind = $2 and lane = $3 and died_at is not null', values)
}

/** Gives dead jobs of the client all their attempts again, or one of them. Returns their number. */
export async function retryDeadJobs({ db, clientId, settings }: Domain, jobId?: string): Promise<number> {
  const retried = await db.query(
    `update jobs set run_at = $3, ${ANEW}
     where client_id = $1 and died_at is not null and ($2::text is null or job_id = $2) returning 1`,
    [clientId, jobId ?? null, new Date(settings.now())],
  )
  return retried.length
}

import type { Domain } from '../domain.js'
import type { Queue } from '../jobs/queue.js'

/** Work of a client that waits for its time. */
export interface DueWork {
  at: Date
  kind: string
  /** The work in words. */
  title: string
  /** What it is about. */
  id: string
  /** The same in words. Null: nothing but the id is known. */
  subject: string | null
}

/** What is due next for the client, in its order. */
export async function findDue({ db, clientId }: Domain, kinds: Queue['kinds'], limit: number): Promise<DueWork[]> {
  const titles = new Map(kinds.map(({ name, title }) => [name, title]))
  const waiting = await db.query<Omit<DueWork, 'title'>>(
    `select run_at as at, kind, lane as id,
       coalesce(reward_name || coalesce(' of ' || coalesce(p.email, p.partner_user_id), ''), url, runner.name) as subject
     from (select * from jobs where client_id = $1 and kind = any($2) and died_at is null order by run_at, position limit $3) due
       left join rewards on kind in ('fulfillment', 'expiry') and reward_id = lane
       left join persons p using (person_id)
       left join webhooks on kind = 'webhook-message' and webhook_id = lane
       left join report_runners runner on kind = 'report' and report_runner_id = lane
     order by run_at, due.position`,
    [clientId, [...titles.keys()], limit],
  )
  return waiting.map(each => ({ ...each, title: titles.get(each.kind)! }))
}

/**
 * The next time at which work is due, after `after`: that of one client, or of all. What recurs for the platform itself need not keep its times.
 * Undefined: nothing is due.
 */
export async function nextDueTime({ db }: Domain, after: number, clientId?: string): Promise<number | undefined> {
  const [next] = await db.query<{ at: Date | null }>(
    `select min(run_at) as at from jobs where client_id is not null and ($2::text is null or client_id = $2) and died_at is null
       and run_at > $1`,
    [new Date(after), clientId ?? null],
  )
  return next?.at?.getTime()
}

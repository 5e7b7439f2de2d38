import type { Domain } from '../domain.js'

/** What has happened for a client between two times of the platform's clock. */
export interface Happened {
  rewards_fulfilled: number
  rewards_expired: number
  /** Messages to webhooks whose receiver has accepted them. */
  webhook_messages: number
  /** Attempts to deliver a message that have failed. */
  failed_deliveries: number
  reports: number
  /** Jobs whose last attempt has failed. */
  failed_jobs: number
}

/** Counts it. `after` belongs to what was before, `until` to what has happened. */
export async function countHappened({ db, clientId }: Domain, after: number, until: number): Promise<Happened> {
  const entered = (state: string) =>
    `(select count(*)::int from reward_states s join rewards using (reward_id) join persons using (person_id)
      where client_id = $1 and s.state = '${state}' and s.created_at > $2 and s.created_at <= $3)`
  const attempts = (condition: string) =>
    `(select count(*)::int from webhook_messages join webhooks using (webhook_id), jsonb_array_elements(attempts) attempt
      where client_id = $1 and (attempt->>'date')::timestamptz > $2 and (attempt->>'date')::timestamptz <= $3 and ${condition})`
  const [counted] = await db.query<Happened>(
    `select ${entered('FULFILLED')} as rewards_fulfilled, ${entered('EXPIRED')} as rewards_expired,
       ${attempts(`attempt->>'failure' is null`)} as webhook_messages,
       ${attempts(`attempt->>'failure' is not null`)} as failed_deliveries,
       (select count(*)::int from report_runs r join report_runners using (report_runner_id)
        where client_id = $1 and r.created_at > $2 and r.created_at <= $3) as reports,
       (select count(*)::int from jobs where client_id = $1 and died_at > $2 and died_at <= $3) as failed_jobs`,
    [clientId, new Date(after), new Date(until)],
  )
  return counted!
}

const words: Record<keyof Happened, [one: string, more: string]> = {
  rewards_fulfilled: ['reward fulfilled', 'rewards fulfilled'],
  rewards_expired: ['reward expired', 'rewards expired'],
  webhook_messages: ['webhook message', 'webhook messages'],
  failed_deliveries: ['delivery failed', 'deliveries failed'],
  reports: ['report', 'reports'],
  failed_jobs: ['job failed', 'jobs failed'],
}

/** `3 rewards fulfilled, 1 reward expired`. */
export function describeHappened(happened: Happened): string {
  const parts = Object.entries(words)
    .map(([name, [one, more]]) => [happened[name as keyof Happened], one, more] as const)
    .filter(([count]) => count > 0)
    .map(([count, one, more]) => `${count} ${count === 1 ? one : more}`)
  return parts.join(', ') || 'Nothing was due'
}

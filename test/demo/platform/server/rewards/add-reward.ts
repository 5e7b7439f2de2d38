import { demo } from '../../../../../demo/platform/index.js'
import type { Visit } from '../../use-platform.js'

let events = 0

/** Adds a reward of Ada with these columns, its event, and the jobs for its times. Returns its id. */
export async function addReward(
  visit: Pick<Visit, 'rows' | 'now'>,
  columns: Record<string, unknown> = {},
): Promise<string> {
  events += 1
  const [event_id, reward_id] = [`event-${events}`, `reward-${events}`]
  await visit.rows(
    `insert into events (event_id, person_id, event_name, data, event_time, created_at)
     values ($1, 'ada-lovelace', 'purchase', $2, now(), now())`,
    [event_id, { polling_id: reward_id }],
  )
  const row = {
    ...{ reward_id, reward_name: 'welcome', person_id: 'ada-lovelace', event_id, campaign_id: demo.campaignId },
    journey_name: 'Give 20, get 20',
    ...{ face_value: 20, face_value_type: 'USD', container: 'production', data: {}, created_at: new Date(visit.now) },
    ...columns,
  }
  const names = Object.keys(row)
  await visit.rows(
    `insert into rewards (${names.join()}) values (${names.map((_, index) => `$${index + 1}`).join()})`,
    Object.values(row),
  )
  for (const [kind, at] of [
    ['fulfillment', columns.fulfill_at],
    ['expiry', columns.expires_at],
  ])
    if (at)
      await visit.rows(
        `insert into jobs (job_id, kind, client_id, lane, payload, run_at, created_at)
         values ($1::text || ':' || $2, $1, $3, $2, 'null', $4, now())`,
        [kind, reward_id, demo.clientId, at],
      )
  return reward_id
}

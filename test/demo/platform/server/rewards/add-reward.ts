import { demo } from '../../../../../demo/platform/index.js'
import type { Visit } from '../../use-platform.js'

let events = 0

/** Adds a reward of Ada with these columns, and its event. Returns its id. */
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
  return reward_id
}

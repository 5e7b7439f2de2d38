import { demo, type Platform } from '../platform/index.js'

/** Adds two rewards for the person of the stories: one that is ready, and one that was canceled. */
export async function addRewards({ db }: Platform): Promise<void> {
  const [ada] = await db.query<{ person_id: string }>('select person_id from persons where email = $1', [
    demo.ada.email,
  ])
  const at = '2026-03-01T12:00:00Z'
  await db.query(
    `insert into events (event_id, event_name, person_id, data, event_time, created_at)
     values ('a-purchase', 'purchase', $1, '{}', $2, $2)`,
    [ada!.person_id, at],
  )
  for (const [name, state, code] of [
    ['ready', 'FULFILLED', 'FERN-2041'],
    ['canceled', 'CANCELED', null],
  ])
    await db.query(
      `insert into rewards (reward_id, reward_name, person_id, event_id, campaign_id, journey_name, state, face_value,
         face_value_type, partner_reward_id, container, data, created_at)
       values ($1, $1, $2, 'a-purchase', $3, 'Give 20, get 20', $4, 20, 'USD', $5, 'production', '{}', $6)`,
      [name, ada!.person_id, demo.campaignId, state, code, at],
    )
}

import { isInProduction, PRODUCTION } from '../container.js'
import type { Domain } from '../domain.js'
import type { RewardState } from '../rewards/reward.js'

/** Something that happened to a person, or that they did. */
export interface TimelineEntry {
  kind: 'event' | 'step' | 'share' | 'reward'
  at: Date
  /** The name of the event, step or reward, or the channel of the share. */
  name: string
  /** The id of the reward. */
  reward_id: string | null
  state: RewardState | null
  /** The value of a step or reward, or the recipients of a share. */
  detail: string | null
  /** The test container of an event, step, share or reward. Null in production. */
  container: string | null
}

/** More entries make no readable page. */
export const MAX_ENTRIES = 200

/** The test container that `data` names. */
const TEST_CONTAINER = `case when not ${isInProduction('data')} then data->>'container' end`

/** What happened to a person, newest first. What has the same time is in the order of its effects: an event, its step, its reward. */
export const timelineOf = ({ db }: Pick<Domain, 'db'>, personId: string): Promise<TimelineEntry[]> =>
  db.query<TimelineEntry>(
    `select kind, at, name, reward_id, state, detail, container from (
       select 'event' as kind, 1 as place, event_time as at, event_name as name, null as reward_id, null as state, null as detail,
         ${TEST_CONTAINER} as container
       from events where person_id = $1
       union all
       select 'step', 2, event_date, step_name, null, null, value, ${TEST_CONTAINER} from steps where person_id = $1
       union all
       select 'share', 3, shared_at, coalesce(channel, 'link'), null, null, array_to_string(recipients, ', '), ${TEST_CONTAINER}
       from shares where person_id = $1
       union all
       select 'reward', 4, s.created_at, reward_name, r.reward_id, s.state, trim_scale(face_value)::text || ' ' || face_value_type,
         nullif(r.container, '${PRODUCTION}')
       from reward_states s join rewards r using (reward_id) where person_id = $1
     ) entries order by at desc, place desc limit ${MAX_ENTRIES}`,
    [personId],
  )

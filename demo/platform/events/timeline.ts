import { isInProduction, PRODUCTION } from '../container.js'
import type { Domain } from '../domain.js'
import type { RewardState } from '../rewards/reward.js'

/** Something that happened to a person, or that they did. */
export interface TimelineEntry {
  kind: 'event' | 'step' | 'share' | 'reward' | 'click'
  at: Date
  /** The name of the event, step or reward, the channel of the share, or the code of the link. */
  name: string
  /** The id of the reward, of the event of an event or step, or of the click. */
  id: string | null
  state: RewardState | null
  /** The value of a step or reward, the recipients of a share, or the owner of a link. */
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
    `select kind, at, name, id, state, detail, container from (
       select 'event' as kind, 1 as place, event_time as at, event_name as name, event_id as id, null as state, null as detail,
         ${TEST_CONTAINER} as container
       from events where person_id = $1
       union all
       select 'step', 2, event_date, step_name, event_id, null, value, ${TEST_CONTAINER} from steps where person_id = $1
       union all
       select 'share', 3, shared_at, coalesce(channel, 'link'), null, null, array_to_string(recipients, ', '), ${TEST_CONTAINER}
       from shares where person_id = $1
       union all
       select 'reward', 4, s.created_at, reward_name, r.reward_id, s.state, trim_scale(face_value)::text || ' ' || face_value_type,
         nullif(r.container, '${PRODUCTION}')
       from reward_states s join rewards r using (reward_id) where person_id = $1
       union all
       select 'click', 0, clicked_at, c.code, click_id, null, case when s.person_id = $1 then 'their own link'
         else 'link of ' || coalesce(nullif(concat_ws(' ', first_name, last_name), ''), email, partner_user_id, o.person_id) end, null
       from clicks c join shareables s using (code) join persons o on o.person_id = s.person_id
       where c.person_id = $1 or c.visitor_id = $1
     ) entries order by at desc, place desc limit ${MAX_ENTRIES}`,
    [personId],
  )

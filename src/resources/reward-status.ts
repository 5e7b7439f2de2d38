import * as z from 'zod/mini'
import { type Connection, call, data, open } from './call.js'
import { checked, fits, ignored, withQuery } from './list.js'
import { type PollOptions, poll } from './polling.js'

const reward = z.looseObject({
  reward_id: z.string(),
  state: open<'EARNED' | 'FULFILLED' | 'SENT' | 'REDEEMED' | 'CANCELED' | 'EXPIRED' | 'FAILED' | 'REVOKED'>(),
  face_value: z.number(),
  face_value_type: open<'USD' | 'EUR' | 'POINTS' | 'PERCENT_OFF' | 'MONTH'>(),
  partner_reward_id: z.nullish(z.string()),
  partner_reward_key_type: z.nullish(open<'COUPON' | 'ID' | 'LINK'>()),
  campaign_id: z.string(),
  person_id: z.string(),
  container: z.string(),
  created_at: z.string(),
  expires_at: z.nullish(z.string()),
  data: z.nullish(data),
  journey_name: z.nullish(z.string()),
  sandbox: z.nullish(z.boolean()),
})

/** What a consumer has earned (specification 2.3, 3.4). */
export type Reward = z.infer<typeof reward>

const schema = z.looseObject({
  status: open<'PENDING' | 'SUCCEEDED' | 'FAILED'>(),
  reward: z.nullish(reward),
  quality_results: z.nullish(z.array(z.unknown())),
})

/** How far a reward is. What the platform does not know yet is `PENDING`. */
export type RewardStatus = z.infer<typeof schema>

/** A reward by exactly one of these: the `polling_id` that went with an event, its own name, or the event's `partner_event_id`. */
export type RewardStatusQuery =
  | { polling_id: string; reward_name?: never; partner_event_id?: never }
  | { polling_id?: never; reward_name: string; partner_event_id?: never }
  | { polling_id?: never; reward_name?: never; partner_event_id: string }

const PATH = '/api/v4/me/rewards/status'
const KEYS = ['polling_id', 'reward_name', 'partner_event_id']

/** For a verified consumer. */
export const rewardStatus = (at: Connection) => ({
  /**
   * Throws `scopes_denied` below verified | `unknown_filter` | `invalid_reward_filter` for none or several of the keys |
   * `filter_ignored` when another reward came back | `invalid_response` | a platform code.
   */
  get: (query: RewardStatusQuery) => get(at, query),

  /**
   * Each status as it becomes known, the first at once, until the reward has succeeded or failed, `signal` ends it, or `timeout` has passed:
   * asked for after 1, 2, 4 … 30 s, and not while the tab is hidden or the browser offline. Throws what `get` throws,
   * save what may pass | `logged_out`.
   */
  watch: (query: RewardStatusQuery, options?: PollOptions): AsyncIterable<RewardStatus> => watch(at, query, options),
})

async function get(at: Connection, query: RewardStatusQuery): Promise<RewardStatus> {
  const given = checked(at.client, query, KEYS)
  const answer = await call(at, schema, 'GET', withQuery(PATH, given))
  // A platform that knows none of the keys would answer another reward.
  for (const [name, value] of given)
    for (const place of [answer, answer.reward, answer.reward?.data])
      if (!fits(place?.[name] ?? undefined, value)) throw ignored(at.client, PATH, name)
  return answer
}

async function* watch(at: Connection, query: RewardStatusQuery, options?: PollOptions) {
  let last = ''
  for await (const status of poll(at, PATH + JSON.stringify(query), () => get(at, query), options)) {
    const now = JSON.stringify(status)
    if (now !== last) yield status
    last = now
    if (status.status === 'SUCCEEDED' || status.status === 'FAILED') return
  }
}

import * as z from 'zod/mini'
import { invalid } from '../http/error.js'
import { amount, call, data, open, optional, text, where } from './call.js'
import type { Connection } from './connection.js'
import { checked, fits, ignored, withQuery } from './list.js'
import { type PollOptions, poll } from './polling.js'

const reward = z.looseObject({
  reward_id: text,
  state: optional(open<'EARNED' | 'FULFILLED' | 'SENT' | 'REDEEMED' | 'CANCELED' | 'EXPIRED' | 'FAILED' | 'REVOKED'>()),
  face_value: optional(amount),
  face_value_type: optional(open<'USD' | 'EUR' | 'POINTS' | 'PERCENT_OFF' | 'MONTH'>()),
  partner_reward_id: text,
  partner_reward_key_type: optional(open<'COUPON' | 'ID' | 'LINK'>()),
  campaign_id: text,
  person_id: text,
  container: text,
  created_at: text,
  expires_at: text,
  data: optional(data),
  journey_name: text,
  sandbox: optional(
    where(
      z.unknown() as unknown as z.ZodMiniType<string | boolean>,
      value => /string|boolean/.test(typeof value),
      'neither text nor a boolean',
    ),
  ),
})

/** What a consumer has earned (specification 2.3, 3.4). */
export type Reward = z.infer<typeof reward>

const schema = z.looseObject({
  status: open<'PENDING' | 'SUCCEEDED' | 'FAILED'>(),
  reward: optional(reward),
  quality_results: optional(z.array(z.unknown())),
})

/**
 * How far a reward is. `PENDING`: the platform does not know the reward yet, or it is earned and not fulfilled.
 * `SUCCEEDED`: fulfilled, sent or redeemed. `FAILED`: failed, canceled, expired or revoked.
 */
export type RewardStatus = z.infer<typeof schema>

/** A reward by exactly one of these: the `polling_id` that went with an event, its own name, or the event's `partner_event_id`. */
export type RewardStatusQuery =
  | { polling_id: string; reward_name?: never; partner_event_id?: never }
  | { polling_id?: never; reward_name: string; partner_event_id?: never }
  | { polling_id?: never; reward_name?: never; partner_event_id: string }

const PATH = '/api/v4/me/rewards/status'
const KEYS = ['polling_id', 'reward_name', 'partner_event_id']

type Key = [name: string, value: string]

/** How far a reward is (specification 4.3). Needs a verified consumer. */
export const rewardStatus = (at: Connection) => ({
  /**
   * Throws `scopes_denied` below verified | `unknown_filter` | `invalid_argument` for none or several of the keys |
   * `filter_ignored` when another reward came back | `invalid_response` | a platform code.
   */
  get: (query: RewardStatusQuery) => get(at, onlyKey(query)),

  /**
   * Yields each status that is new, the first one at once. Ends when the status is `SUCCEEDED` or `FAILED`, when `signal`
   * is aborted, or after `timeout`. Asks again after 1, 2, 4 … 30 s, and pauses while the tab is hidden or the browser is
   * offline. Throws what `get` throws, except errors that are retryable | `logged_out`.
   */
  watch: (query: RewardStatusQuery, options?: PollOptions): AsyncIterable<RewardStatus> =>
    watch(at, onlyKey(query), options),
})

/** The one key of a query, with its value. Throws `unknown_filter` | `invalid_argument`. */
function onlyKey(query: RewardStatusQuery): Key {
  const given = checked(query, KEYS).filter(([, value]) => value)
  const [key] = given
  if (key && given.length === 1) return key
  const names = given.map(([name]) => name).join(' and ') || 'none'
  throw invalid(`rewardStatus needs exactly one of ${KEYS.join(', ')}; got ${names}`)
}

async function get(at: Connection, key: Key): Promise<RewardStatus> {
  const [name, value] = key
  const answer = await call(at, schema, 'GET', withQuery(PATH, [key]))
  // A platform that knows none of the keys would answer another reward.
  for (const place of [answer, answer.reward, answer.reward?.data])
    if (!fits(place?.[name] ?? undefined, value)) throw ignored(PATH, name)
  return answer
}

async function* watch(at: Connection, key: Key, options?: PollOptions) {
  let last = ''
  for await (const status of poll(at, PATH + JSON.stringify(key), () => get(at, key), options)) {
    const now = JSON.stringify(status)
    if (now !== last) yield status
    last = now
    if (status.status === 'SUCCEEDED' || status.status === 'FAILED') return
  }
}

import * as z from 'zod/mini'
import { textOf } from '../base/text-of.js'
import { invalid } from '../error/error.js'
import { anyList, call, data, ofType, openEnum, optional, text, textOrNumber } from './call.js'
import type { Connection } from './connection.js'
import { filterIgnored, matchesFilter, readFilters, withQuery } from './list.js'
import { type PollOptions, poll } from './polling.js'

const reward = z.looseObject({
  reward_id: text,
  state: optional(
    openEnum<'EARNED' | 'FULFILLED' | 'SENT' | 'REDEEMED' | 'CANCELED' | 'EXPIRED' | 'FAILED' | 'REVOKED'>(),
  ),
  face_value: optional(textOrNumber),
  face_value_type: optional(openEnum<'USD' | 'EUR' | 'POINTS' | 'PERCENT_OFF' | 'MONTH'>()),
  partner_reward_id: text,
  partner_reward_key_type: optional(openEnum<'COUPON' | 'ID' | 'LINK'>()),
  campaign_id: text,
  person_id: text,
  container: text,
  created_at: text,
  expires_at: text,
  data: optional(data),
  journey_name: text,
  sandbox: optional(ofType<string | boolean>('expected text or a boolean', 'string', 'boolean')),
})

/** A reward that the consumer has earned (specification 2.3, 3.4). */
export type Reward = z.infer<typeof reward>

const schema = z.looseObject({
  status: openEnum<'PENDING' | 'SUCCEEDED' | 'FAILED'>(),
  reward: optional(reward),
  quality_results: optional(anyList),
})

/**
 * How far a reward is. `PENDING`: the platform does not know the reward yet, or it is earned and not fulfilled.
 * `SUCCEEDED`: fulfilled, sent or redeemed. `FAILED`: failed, canceled, expired or revoked.
 */
export type RewardStatus = z.infer<typeof schema>

/** Finds a reward by exactly one of these: the `polling_id` of an event, the reward's name, or the `partner_event_id` of an event. */
export type RewardStatusQuery =
  | { polling_id: string; reward_name?: undefined; partner_event_id?: undefined }
  | { polling_id?: undefined; reward_name: string; partner_event_id?: undefined }
  | { polling_id?: undefined; reward_name?: undefined; partner_event_id: string }

const PATH = '/api/v4/me/rewards/status'
const KEYS = ['polling_id', 'reward_name', 'partner_event_id']

type Key = [name: string, value: string]

/** How far a reward is (specification 4.3). Needs a verified consumer. */
export const rewardStatus = (connection: Connection) => ({
  /**
   * Throws `scopes_denied` below verified, `unknown_filter`, `invalid_argument` without exactly one key, `filter_ignored` if the answer is about
   * another reward, `invalid_reward_id`, `invalid_response` or another platform code.
   */
  get: (query: RewardStatusQuery) => get(connection, onlyKey(query)),

  /**
   * Yields the status at once, and then each new status. Ends when the status is `SUCCEEDED` or `FAILED`, when `signal` is aborted, or after
   * `timeout`. Asks again after 1, 2, 4 … 30 s, and pauses while the tab is hidden or the browser is offline. Throws `logged_out`, and what
   * `get` throws, except retryable errors.
   */
  watch(query: RewardStatusQuery, options?: PollOptions): AsyncIterator<RewardStatus> {
    const done = new AbortController()
    const statuses = watch(connection, onlyKey(query), options, done)
    return {
      next: () => statuses.next(),
      return() {
        // The generator waits for the next answer.
        done.abort()
        return statuses.return()
      },
    }
  },
})

/** Returns the one key of a query, with its value. Throws `unknown_filter` or `invalid_argument`. */
function onlyKey(query: RewardStatusQuery): Key {
  const given = readFilters(query, KEYS).filter(([, value]) => value)
  const [key] = given
  if (key && given.length === 1) return key
  const names = given.map(([name]) => name).join(' and ') || 'none'
  throw invalid(`rewardStatus needs exactly one of ${KEYS.join(', ')}; got ${names}`)
}

async function get(connection: Connection, key: Key): Promise<RewardStatus> {
  const [name, value] = key
  const answer = await call(connection, schema, 'GET', withQuery(PATH, [key]))
  // A platform that does not know the key would answer with another reward. Only the ids are compared: how a program names a reward in its answers is
  // not defined, and the `data` of a reward is the program's own.
  const records = name === 'reward_name' ? [] : [answer, answer.reward]
  for (const record of records) if (!matchesFilter(textOf(record?.[name]), value)) throw filterIgnored(PATH, name)
  return answer
}

async function* watch(connection: Connection, key: Key, options: PollOptions | undefined, done: AbortController) {
  let last = ''
  const ask = () => get(connection, key)
  for await (const status of poll(connection, PATH + JSON.stringify(key), ask, options, done)) {
    const now = JSON.stringify(status)
    if (now !== last) yield status
    last = now
    if (status.status === 'SUCCEEDED' || status.status === 'FAILED') return
  }
}

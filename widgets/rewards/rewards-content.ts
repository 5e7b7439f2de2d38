import { readDate } from '../kit/read-date.js'
import { readLink, readObject, readText } from '../readers.js'

/** The states of a reward (specification 3.4). `OTHER` is any state of a later version of the platform. */
export type RewardState =
  | 'PENDING'
  | 'EARNED'
  | 'FULFILLED'
  | 'SENT'
  | 'REDEEMED'
  | 'EXPIRED'
  | 'FAILED'
  | 'CANCELED'
  | 'REVOKED'
  | 'OTHER'

export interface RewardContent {
  state: RewardState
  /** The value in units of `type`. undefined if it is not known. */
  value: number | undefined
  type: string
  /** The program that gave the reward. */
  program: string
  /** The code to enter at the checkout. '' if there is none. */
  code: string
  /** Where the reward can be used. */
  url: string | undefined
  earned: Date | undefined
  expires: Date | undefined
}

/** Nobody reads a longer list. */
export const MAX_REWARDS = 500

/** Reads a list of rewards. Rewards that can be used come first, then those that are still to come, then the others. */
export function readRewards(value: unknown, now = Date.now()): RewardContent[] {
  const list: unknown[] = Array.isArray(value) ? value : []
  const rewards = list.filter(reward => readText(readObject(reward).state)).map(reward => readReward(reward, now))
  return rewards.sort((one, other) => rank(one) - rank(other)).slice(0, MAX_REWARDS)
}

/** Reads a reward. */
export function readReward(value: unknown, now = Date.now()): RewardContent {
  const reward = readObject(value)
  const { face_value, partner_reward_key_type } = reward
  const expires = readDate(reward.expires_at, true)
  const key = readText(reward.partner_reward_id)
  const state = readState(reward.state)
  return {
    state: USABLE.includes(state) && expires && Number(expires) <= now ? 'EXPIRED' : state,
    value: typeof face_value === 'number' && Number.isFinite(face_value) ? face_value : undefined,
    type: readText(reward.face_value_type),
    program: readText(reward.journey_name),
    // Any other type is a number of the partner's own.
    code: partner_reward_key_type === 'COUPON' ? key : '',
    url: partner_reward_key_type === 'LINK' ? readLink(key) : undefined,
    earned: readDate(reward.created_at),
    expires,
  }
}

/** The order of a list: usable rewards, rewards to come, used and lost rewards. */
const ORDER: RewardState[] = [
  'FULFILLED',
  'SENT',
  'EARNED',
  'PENDING',
  'FAILED',
  'OTHER',
  'REDEEMED',
  'EXPIRED',
  'CANCELED',
  'REVOKED',
]

const USABLE: RewardState[] = ['FULFILLED', 'SENT']

/** Whether the person can use the reward now. */
export const isUsable = ({ state }: RewardContent) => USABLE.includes(state)

/** What the person can do next: `use` the code at the checkout, or `follow` the link. Otherwise the state says what happens. */
export function nextStep(reward: RewardContent): 'use' | 'follow' | RewardState {
  if (isUsable(reward) && reward.code) return 'use'
  return isUsable(reward) && reward.url ? 'follow' : reward.state
}

/** Whether the reward is used or lost. */
export const isOver = (reward: RewardContent) => rank(reward) >= ORDER.indexOf('REDEEMED')

const rank = ({ state }: RewardContent) => ORDER.indexOf(state)

/** Some platforms write CANCELED in British English. */
const readState = (value: unknown): RewardState =>
  value === 'CANCELLED' ? 'CANCELED' : (ORDER.find(state => state === readText(value)) ?? 'OTHER')

import { readDate } from '../kit/date-text.js'
import { link, object, text } from '../readers.js'

/** Where a reward stands (specification 3.4). `OTHER`: in a state that a later platform has. */
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
  /** What it is worth, in units of `type`; absent: nobody says. */
  value: number | undefined
  type: string
  /** What it was earned by. */
  program: string
  /** To be entered where it is used. */
  code: string
  /** Where it is used. */
  address: string | undefined
  earned: Date | undefined
  expires: Date | undefined
}

/** More than anybody looks through. */
const MOST = 500

/** Those that can be used first, then those that are still to come; each group as the platform has it. */
export function readRewards(value: unknown, now = Date.now()): RewardContent[] {
  const rewards = Array.isArray(value) ? value.slice(0, MOST) : []
  const read = rewards.filter(reward => text(object(reward).state)).map(reward => readReward(reward, now))
  return read.sort((one, other) => rank(one) - rank(other))
}

/** Reads a reward, whose fields may all be missing. */
export function readReward(value: unknown, now = Date.now()): RewardContent {
  const reward = object(value)
  const { face_value, partner_reward_key_type } = reward
  const expires = readDate(reward.expires_at)
  const key = text(reward.partner_reward_id)
  const state = readState(reward.state)
  return {
    state: USABLE.includes(state) && expires && Number(expires) <= now ? 'EXPIRED' : state,
    value: typeof face_value === 'number' && Number.isFinite(face_value) ? face_value : undefined,
    type: text(reward.face_value_type),
    program: text(reward.journey_name),
    code: partner_reward_key_type === 'LINK' ? '' : key,
    address: partner_reward_key_type === 'LINK' ? link(key) : undefined,
    earned: readDate(reward.created_at),
    expires,
  }
}

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

export const isUsable = ({ state }: RewardContent) => USABLE.includes(state)

/** Whether anything is still to come of it. */
export const isOver = (reward: RewardContent) => rank(reward) >= ORDER.indexOf('REDEEMED')

const rank = ({ state }: RewardContent) => ORDER.indexOf(state)

const readState = (value: unknown): RewardState => ORDER.find(state => state === text(value)) ?? 'OTHER'

import { PRODUCTION } from '../container.js'
import type { RewardState } from './reward.js'

/** The type of the rewards that the brand fulfills itself. */
const CUSTOM = 'CUSTOM_REWARD'

/** A change of a reward's state (specification 3.4). */
export interface StateChange {
  from: RewardState[]
  /** The states that the reward enters, one after the other. */
  to: RewardState[]
  /** Only for rewards that the brand fulfills itself. */
  custom?: true
}

// biome-ignore format: a table is read by its columns
export const changes = {
  cancel:           { from: ['EARNED', 'FAILED'],                        to: ['CANCELED'] },
  expire:           { from: ['EARNED', 'FULFILLED', 'SENT'],             to: ['EXPIRED'] },
  retry:            { from: ['FAILED'],                                  to: ['EARNED'] },
  revoke:           { from: ['EARNED', 'FULFILLED', 'SENT', 'REDEEMED'], to: ['REVOKED'] },
  failed:           { from: ['EARNED', 'FULFILLED', 'SENT'],             to: ['FAILED'],            custom: true },
  fulfilled:        { from: ['EARNED'],                                  to: ['FULFILLED'],         custom: true },
  fulfilledAndSent: { from: ['EARNED'],                                  to: ['FULFILLED', 'SENT'], custom: true },
  redeemed:         { from: ['FULFILLED', 'SENT'],                       to: ['REDEEMED'],          custom: true },
  sent:             { from: ['FULFILLED'],                               to: ['SENT'],              custom: true },
} satisfies Record<string, StateChange>

/** The platform fulfills rewards of each type. */
const automatic: StateChange = { from: changes.fulfilled.from, to: changes.fulfilled.to }

export const fulfils = ({ to }: StateChange) => to.includes('FULFILLED')

/** What decides about a change of a reward. */
export interface RewardFacts {
  state: RewardState
  reward_type: string
  /** Whether its person is blocked for rewards. */
  is_blocked: boolean
}

/** What else decides about a change that the platform makes by itself. */
export interface TimedFacts extends RewardFacts {
  container: string
  /** Null: when the brand approves it. */
  fulfill_at: Date | null
  /** Null: never. */
  expires_at: Date | null
}

/** A refusal has the rule that refuses, and the value that decided. */
export type Decision =
  | { isAllowed: true }
  | { isAllowed: false; rule: 'type' | 'state' | 'block' | 'container' | 'time' | 'expiry'; value: string | null }

/** Whether a reward can change: it must have the state and the type for it, and nobody who is blocked for rewards gets one (contract 5). */
export function decideChange(change: StateChange, { state, reward_type, is_blocked }: RewardFacts): Decision {
  if (change.custom && reward_type !== CUSTOM) return refuse('type', reward_type)
  if (!change.from.includes(state)) return refuse('state', state)
  if (fulfils(change) && is_blocked) return refuse('block', 'REWARDS')
  return { isAllowed: true }
}

/**
 * Whether the platform fulfills a reward by itself. That of a test container stays EARNED: otherwise a consumer who names a new container with each
 * order would get a coupon each time.
 */
export function decideFulfillment(facts: TimedFacts, now: number): Decision {
  const { container, fulfill_at, expires_at } = facts
  if (container !== PRODUCTION) return refuse('container', container)
  if (fulfill_at === null || fulfill_at.getTime() > now) return refuse('time', fulfill_at?.toISOString() ?? null)
  if (expires_at && expires_at.getTime() <= now) return refuse('expiry', expires_at.toISOString())
  return decideChange(automatic, facts)
}

/** Whether the platform expires a reward by itself, fulfilled or not. A redeemed reward is used, so it stays. */
export function decideExpiry(facts: TimedFacts, now: number): Decision {
  const { expires_at } = facts
  if (expires_at === null || expires_at.getTime() > now) return refuse('time', expires_at?.toISOString() ?? null)
  return decideChange(changes.expire, facts)
}

const refuse = (rule: Extract<Decision, { isAllowed: false }>['rule'], value: string | null): Decision => ({
  isAllowed: false,
  rule,
  value,
})

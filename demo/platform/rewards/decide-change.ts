import { type Check, unmetIn, untilUnmet } from '../check.js'
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

type ChangeCheck = Check<'type' | 'state' | 'block' | 'container' | 'time' | 'expiry'>

/** A refusal has the rule that refuses, and the value that decided. */
export type Decision = { isAllowed: true } | { isAllowed: false; rule: ChangeCheck['rule']; value: unknown }

/** Whether a reward can change: it must have the type and the state for it, in this order, and nobody who is blocked for rewards gets one (contract 5). */
export const decideChange = (change: StateChange, facts: RewardFacts): Decision =>
  decisionOf(checkChange(change, facts))

function checkChange(change: StateChange, { state, reward_type, is_blocked }: RewardFacts): ChangeCheck[] {
  const checks: ChangeCheck[] = []
  if (change.custom) checks.push({ rule: 'type', expected: CUSTOM, value: reward_type, isMet: reward_type === CUSTOM })
  checks.push({ rule: 'state', expected: change.from, value: state, isMet: change.from.includes(state) })
  if (fulfils(change))
    checks.push({ rule: 'block', expected: null, value: is_blocked ? 'REWARDS' : null, isMet: !is_blocked })
  return untilUnmet(checks)
}

/**
 * Whether the platform fulfills a reward by itself. That of a test container stays EARNED: otherwise a consumer who names a new container with each
 * order would get a coupon each time.
 */
export const decideFulfillment = (facts: TimedFacts, now: number): Decision => decisionOf(checkFulfillment(facts, now))

/** The rules of `decideFulfillment` in the order in which they are tried. */
export function checkFulfillment(facts: TimedFacts, now: number): ChangeCheck[] {
  const { container, fulfill_at, expires_at } = facts
  return untilUnmet<ChangeCheck['rule']>([
    { rule: 'container', expected: PRODUCTION, value: container, isMet: container === PRODUCTION },
    {
      ...{ rule: 'time', expected: timeText(now), value: fulfill_at && timeText(fulfill_at) },
      isMet: fulfill_at !== null && fulfill_at.getTime() <= now,
    },
    {
      ...{ rule: 'expiry', expected: null, value: expires_at && timeText(expires_at) },
      isMet: expires_at === null || expires_at.getTime() > now,
    },
    ...checkChange(automatic, facts),
  ])
}

/** Whether the platform expires a reward by itself, fulfilled or not. A redeemed reward is used, so it stays. */
export function decideExpiry(facts: TimedFacts, now: number): Decision {
  const { expires_at } = facts
  if (expires_at === null || expires_at.getTime() > now)
    return { isAllowed: false, rule: 'time', value: expires_at && timeText(expires_at) }
  return decideChange(changes.expire, facts)
}

const timeText = (time: Date | number) => new Date(time).toISOString()

function decisionOf(checks: ChangeCheck[]): Decision {
  const unmet = unmetIn(checks)
  return unmet ? { isAllowed: false, rule: unmet.rule, value: unmet.value } : { isAllowed: true }
}

import { unmetIn } from '../check.js'
import { checkFulfillment, type TimedFacts } from '../rewards/decide-change.js'
import type { RewardState } from '../rewards/reward.js'
import type { Answer, Decision } from './explanation.js'
import { textOf } from './text.js'

/** A reward as it is now. */
export interface PresentReward extends TimedFacts {
  reward_name: string
  face_value: string
  face_value_type: string
  /** The reason of its newest state. */
  message: string | null
  to: Answer['to']
}

/** Why a reward is fulfilled, waits or has ended. */
export function explainFulfillment(reward: PresentReward, now: number): { decision: Decision; answer: Answer } {
  const { state, reward_name: name, message } = reward
  const checks = checkFulfillment(reward, now)
  const unmet = unmetIn(checks)
  const decision: Decision = { about: 'fulfillment', name, outcome: state, checks }
  if (state !== 'EARNED') return { decision, answer: answerOf(reward, outcomes[state], state, message) }
  const code = unmet ? (waitingCodes[unmet.rule] ?? unmet.rule) : 'due'
  const waits = unmet?.rule === 'time' && unmet.value === null ? 'approval' : code
  return { decision, answer: answerOf(reward, 'waiting', waits, unmet?.value ?? null, unmet?.expected) }
}

const outcomes: Record<Exclude<RewardState, 'EARNED'>, Answer['outcome']> = {
  ...{ FULFILLED: 'received', SENT: 'received', REDEEMED: 'received' },
  ...{ CANCELED: 'ended', EXPIRED: 'ended', FAILED: 'ended', REVOKED: 'ended' },
}

/** The rules of an event have the same names. */
const waitingCodes: Record<string, string> = { block: 'rewards_block', container: 'test' }

function answerOf(
  { reward_name: name, to, face_value, face_value_type }: PresentReward,
  outcome: Answer['outcome'],
  code: string,
  value: unknown,
  expected: unknown = null,
): Answer {
  const worth = { value: Number(face_value), type: face_value_type }
  return { name, outcome, code, value, expected, to, text: textOf(code, { worth, to, value, expected }) }
}

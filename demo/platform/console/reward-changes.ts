import { changes, decideChange, fulfils, type StateChange } from '../rewards/decide-change.js'
import type { ServerRewardRow } from '../server/rewards/reward.js'

export type ChangeName = keyof typeof changes

interface RewardChange {
  label: string
  change: StateChange
  /** The question before a change that cannot be undone. */
  question?: string
}

/** The changes of a reward's state, in the order of their buttons. */
const rewardChanges: Record<ChangeName, RewardChange> = {
  fulfilled: { label: 'Approve and fulfill', change: changes.fulfilled },
  fulfilledAndSent: { label: 'Fulfill and mark as sent', change: changes.fulfilledAndSent },
  sent: { label: 'Mark as sent', change: changes.sent },
  redeemed: { label: 'Mark as redeemed', change: changes.redeemed },
  failed: { label: 'Mark as failed', change: changes.failed },
  retry: { label: 'Retry', change: changes.retry },
  cancel: { label: 'Deny', change: changes.cancel, question: 'Deny this reward?' },
  expire: { label: 'Expire', change: changes.expire, question: 'Expire this reward?' },
  revoke: { label: 'Revoke', change: changes.revoke, question: 'Revoke this reward?' },
}

export const isChangeName = (text: string): text is ChangeName => Object.hasOwn(rewardChanges, text)

export const rewardChange = (name: ChangeName) => rewardChanges[name]

/** The changes that the state of a reward allows. */
export const possibleChanges = ({ state, reward_type }: ServerRewardRow): ChangeName[] =>
  Object.keys(rewardChanges)
    .filter(isChangeName)
    // The page does not know whether the person is blocked: the answer to the form says so.
    .filter(name => decideChange(rewardChanges[name].change, { state, reward_type, is_blocked: false }).isAllowed)

/** Whether the user can enter the coupon code. */
export const takesCode = (reward: ServerRewardRow) =>
  possibleChanges(reward).some(name => fulfils(rewardChanges[name].change))

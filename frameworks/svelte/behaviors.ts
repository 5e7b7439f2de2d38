import type { Rewards, Zone } from '../../src/api.js'
import {
  type Behavior,
  createOffer,
  createReferrals,
  createShare,
  createVerification,
  type OfferBehavior,
  type ReferralsBehavior,
  type ShareBehavior,
  type Used,
  type VerificationBehavior,
} from '../../widgets/headless/index.js'
import { toJson } from '../../widgets/page-values.js'
import { follow } from './follow.js'
import { useRewards } from './rewards-context.js'

/**
 * The `share` widget without its markup: `current` has its state and its actions. `zone` is a function that returns the value of `useZone()`; until
 * it is there, the behavior is empty. `data` returns what was sent for targeting.
 */
export const useShare = (
  zone: () => Zone | undefined,
  data: () => object = () => ({}),
): { readonly current: Used<ShareBehavior> } =>
  useBehavior(
    rewards => createShare(rewards, zone(), data()),
    () => [zone(), toJson(data())],
  )

/** The `offer` widget without its markup. */
export const useOffer = (zone: () => Zone | undefined): { readonly current: Used<OfferBehavior> } =>
  useBehavior(
    rewards => createOffer(rewards, zone()),
    () => [zone()],
  )

/** The `referrals` widget without its markup. */
export const useReferrals = (zone: () => Zone | undefined): { readonly current: Used<ReferralsBehavior> } =>
  useBehavior(
    rewards => createReferrals(rewards, zone()),
    () => [zone()],
  )

/** The verification by email without its markup. */
export const useVerification = (): { readonly current: Used<VerificationBehavior> } =>
  useBehavior(createVerification, () => [])

/** Follows a behavior, which is created again when one of the dependencies changes. */
function useBehavior<State, Kind extends Behavior<State>>(
  create: (rewards: Rewards) => Kind,
  dependencies: () => unknown[],
) {
  const rewards = useRewards()
  let latest: { before: unknown[]; read(): Used<Kind> } | undefined

  function start(before: unknown[]) {
    const { get, subscribe, ...actions } = create(rewards)
    const state = follow({ get, subscribe })
    return { before, read: () => ({ ...state(), ...actions }) as Used<Kind> }
  }

  return {
    /** A caller that is reactive runs again when a dependency changes. */
    get current() {
      const now = dependencies()
      if (!latest || latest.before.some((value, index) => value !== now[index])) latest = start(now)
      return latest.read()
    },
  }
}

import { useMemo, useSyncExternalStore } from 'react'
import type { Rewards, Zone } from '../../src/api.js'
import {
  type Behavior,
  createForm,
  createOffer,
  createReferrals,
  createShare,
  createVerification,
  type FormBehavior,
  type OfferBehavior,
  type ReferralsBehavior,
  type ShareBehavior,
  type Used,
  type VerificationBehavior,
} from '../../widgets/headless/index.js'
import { toJson } from '../../widgets/page-values.js'
import { useRewards } from './use-rewards.js'

/**
 * The `share` widget without its markup: its state and its actions. `zone` is the value of `useZone()`; until it is there, the behavior is empty.
 * `data` is what was sent for targeting.
 */
export const useShare = (zone: Zone | undefined, data: object = {}): Used<ShareBehavior> =>
  useBehavior(rewards => createShare(rewards, zone, data), [toJson(zone), toJson(data)])

/** The `offer` widget without its markup. */
export const useOffer = (zone: Zone | undefined): Used<OfferBehavior> =>
  useBehavior(rewards => createOffer(rewards, zone), [toJson(zone)])

/**
 * The `form` widget without its markup. What was sent stays sent when the zone is loaded again with the same content, for example because the event has
 * identified the consumer.
 */
export const useForm = (zone: Zone | undefined): Used<FormBehavior> =>
  useBehavior(rewards => createForm(rewards, zone), [zone?.name, toJson(zone?.data)])

/** The `referrals` widget without its markup. */
export const useReferrals = (zone: Zone | undefined): Used<ReferralsBehavior> =>
  useBehavior(rewards => createReferrals(rewards, zone), [toJson(zone)])

/** The verification by email without its markup. */
export const useVerification = (): Used<VerificationBehavior> => useBehavior(createVerification, [])

/**
 * Renders the component whenever the state of a behavior changes. The dependencies are compared as text: a component may pass a new object with each
 * rendering. Each answer of the platform has its own `event_id`.
 */
function useBehavior<State, Kind extends Behavior<State>>(create: (rewards: Rewards) => Kind, dependencies: unknown[]) {
  const rewards = useRewards()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller lists what `create` uses.
  const { get, subscribe, ...actions } = useMemo(() => create(rewards), [rewards, ...dependencies])
  return { ...useSyncExternalStore(subscribe, get, get), ...actions } as Used<Kind>
}

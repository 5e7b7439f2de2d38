import { type MaybeRefOrGetter, onScopeDispose, type ShallowRef, shallowRef, toValue, watch } from 'vue'
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
import { useRewards } from './use-rewards.js'
import { whenMounted } from './when-mounted.js'

/**
 * The `share` widget without its markup: a ref of its state and its actions. `zone` is the value of `useZone()`; until it is there, the behavior is
 * empty. `data` is what was sent for targeting.
 */
export const useShare = (
  zone: MaybeRefOrGetter<Zone | undefined>,
  data: MaybeRefOrGetter<object> = {},
): Readonly<ShallowRef<Used<ShareBehavior>>> =>
  useBehavior(
    rewards => createShare(rewards, toValue(zone), toValue(data)),
    () => [toValue(zone), toJson(toValue(data))],
  )

/** The `offer` widget without its markup. */
export const useOffer = (zone: MaybeRefOrGetter<Zone | undefined>): Readonly<ShallowRef<Used<OfferBehavior>>> =>
  useBehavior(
    rewards => createOffer(rewards, toValue(zone)),
    () => [toValue(zone)],
  )

/** The `referrals` widget without its markup. */
export const useReferrals = (zone: MaybeRefOrGetter<Zone | undefined>): Readonly<ShallowRef<Used<ReferralsBehavior>>> =>
  useBehavior(
    rewards => createReferrals(rewards, toValue(zone)),
    () => [toValue(zone)],
  )

/** The verification by email without its markup. */
export const useVerification = (): Readonly<ShallowRef<Used<VerificationBehavior>>> =>
  useBehavior(createVerification, () => [])

/** A ref of the state and the actions of a behavior, which is created again when one of the dependencies changes. */
function useBehavior<State, Kind extends Behavior<State>>(
  create: (rewards: Rewards) => Kind,
  dependencies: () => unknown[],
) {
  const rewards = useRewards()
  const used = ({ get, subscribe: _, ...actions }: Kind) => ({ ...get(), ...actions }) as Used<Kind>
  const current = shallowRef(used(create(rewards)))
  let unsubscribe = () => {}
  function follow() {
    unsubscribe()
    const behavior = create(rewards)
    const update = () => {
      current.value = used(behavior)
    }
    update()
    unsubscribe = behavior.subscribe(update)
  }
  whenMounted(() => watch(dependencies, follow, { immediate: true }))
  onScopeDispose(() => unsubscribe())
  return current
}

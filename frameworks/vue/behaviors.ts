import { type MaybeRefOrGetter, onScopeDispose, type ShallowRef, shallowRef, toValue, watch } from 'vue'
import type { Rewards, Zone } from '../../src/api.js'
import { invalid } from '../../src/error/error.js'
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
    rewards => createShare(rewards, readZone('useShare', zone), toValue(data)),
    () => toJson([toValue(zone), toValue(data)]),
  )

/** The `offer` widget without its markup. */
export const useOffer = (zone: MaybeRefOrGetter<Zone | undefined>): Readonly<ShallowRef<Used<OfferBehavior>>> =>
  useBehavior(
    rewards => createOffer(rewards, readZone('useOffer', zone)),
    () => toJson([toValue(zone)]),
  )

/**
 * The `form` widget without its markup. What was sent stays sent when the zone is loaded again with the same content, for example because the event has
 * identified the consumer.
 */
export const useForm = (zone: MaybeRefOrGetter<Zone | undefined>): Readonly<ShallowRef<Used<FormBehavior>>> =>
  useBehavior(
    rewards => createForm(rewards, readZone('useForm', zone)),
    () => toJson([toValue(zone)?.name, toValue(zone)?.data]),
  )

/** The `referrals` widget without its markup. */
export const useReferrals = (zone: MaybeRefOrGetter<Zone | undefined>): Readonly<ShallowRef<Used<ReferralsBehavior>>> =>
  useBehavior(
    rewards => createReferrals(rewards, readZone('useReferrals', zone)),
    () => toJson([toValue(zone)]),
  )

/** The verification by email without its markup. */
export const useVerification = (): Readonly<ShallowRef<Used<VerificationBehavior>>> =>
  useBehavior(createVerification, () => '')

/** The zone now. Throws `invalid_argument` for a plain undefined, which would never become a zone. */
function readZone(name: string, zone: MaybeRefOrGetter<Zone | undefined>): Zone | undefined {
  if (zone === undefined)
    throw invalid(`${name}() needs a ref or a getter, such as () => zone.value.value; got undefined`)
  return toValue(zone)
}

/** A ref of the state and the actions of a behavior, which is created again when the text that `key` returns changes. */
function useBehavior<State, Kind extends Behavior<State>>(create: (rewards: Rewards) => Kind, key: () => string) {
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
  whenMounted(() => watch(key, follow, { immediate: true }))
  onScopeDispose(() => unsubscribe())
  return current
}

import type { Rewards, Zone } from '../../src/api.js'
import { invalidType } from '../../src/error/error.js'
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
    () => toJson([readZone('useShare', zone), data()]),
  )

/** The `offer` widget without its markup. */
export const useOffer = (zone: () => Zone | undefined): { readonly current: Used<OfferBehavior> } =>
  useBehavior(
    rewards => createOffer(rewards, zone()),
    () => toJson([readZone('useOffer', zone)]),
  )

/**
 * The `form` widget without its markup. What was sent stays sent when the zone is loaded again with the same content, for example because the event has
 * identified the consumer.
 */
export const useForm = (zone: () => Zone | undefined): { readonly current: Used<FormBehavior> } =>
  useBehavior(
    rewards => createForm(rewards, zone()),
    () => {
      const current = readZone('useForm', zone)
      return toJson([current?.name, current?.data])
    },
  )

/** The `referrals` widget without its markup. */
export const useReferrals = (zone: () => Zone | undefined): { readonly current: Used<ReferralsBehavior> } =>
  useBehavior(
    rewards => createReferrals(rewards, zone()),
    () => toJson([readZone('useReferrals', zone)]),
  )

/** The verification by email without its markup. */
export const useVerification = (): { readonly current: Used<VerificationBehavior> } =>
  useBehavior(createVerification, () => '')

/** The zone now. Throws `invalid_argument` for a value in the place of the function: it would never change. */
function readZone(name: string, zone: () => Zone | undefined): Zone | undefined {
  if (typeof zone !== 'function') throw invalidType(`${name}() needs a function, such as () => zone.value`, zone)
  return zone()
}

/** Follows a behavior, which is created again when the text that `key` returns changes. */
function useBehavior<State, Kind extends Behavior<State>>(create: (rewards: Rewards) => Kind, key: () => string) {
  const rewards = useRewards()
  let latest: { key: string; read(): Used<Kind> } | undefined

  function start(key: string) {
    const { get, subscribe, ...actions } = create(rewards)
    const state = follow({ get, subscribe })
    return { key, read: () => ({ ...state(), ...actions }) as Used<Kind> }
  }

  return {
    /** A caller that is reactive runs again when the key changes. */
    get current() {
      const now = key()
      if (latest?.key !== now) latest = start(now)
      return latest.read()
    },
  }
}

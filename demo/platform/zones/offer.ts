import { liveRulesOf } from '../campaign/live-program.js'
import { containerOf } from '../container.js'
import type { Domain } from '../domain.js'
import { audiencesOf } from '../events/audience.js'
import { decideOffer, type OfferState } from '../events/decide-referral.js'
import { findAttributedLink, findEarlierReferral, referralFacts } from '../events/referral.js'
import { isBlocked } from '../identity/block.js'
import { personById } from '../identity/person.js'
import type { ShownZone } from './shown-zone.js'

type Data = Record<string, unknown>
type Zone = ShownZone & { personId: string }

/** The public profile of the advocate who referred this person: first name and picture (specification 3.1). */
export async function advocateOf(domain: Domain, { campaignId, personId, data }: Zone): Promise<object | null> {
  const { referral } = await liveRulesOf(domain, campaignId)
  const link = referral && (await findAttributedLink(domain, referral, now(domain, personId, data)))
  if (!link) return null
  const { first_name, profile_picture_url } = await personById(domain, link.advocate_id)
  return first_name ? { first_name, ...(profile_picture_url && { image_url: profile_picture_url }) } : null
}

/** The state of the friend's offer for this person (`decideOffer`). */
export async function offerState(domain: Domain, { campaignId, personId: friendId, data }: Zone): Promise<OfferState> {
  const { referral: rule } = await liveRulesOf(domain, campaignId)
  // The purchase of a person who is blocked for events would be refused.
  if (!rule || isBlocked(await personById(domain, friendId), 'EVENTS')) return 'ineligible'
  const container = containerOf(data)
  const link = await findAttributedLink(domain, rule, now(domain, friendId, data))
  const earlier = await findEarlierReferral(domain, { campaignId, friendId, container })
  const friendAudiences = await audiencesOf(domain, friendId, container)
  const pair = link && { advocateId: link.advocate_id, friendId, friendAudiences }
  return decideOffer(rule, {
    ...{ friendId, friendAudiences, isReferredByAnybody: earlier !== undefined },
    referral: pair && (await referralFacts(domain, { campaignId, container, ...pair })),
  })
}

/** What a consumer does now. */
const now = ({ settings }: Domain, person_id: string, data: Data) => ({
  ...{ person_id, data, time: new Date(settings.now()), until: null },
})

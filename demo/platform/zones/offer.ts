import { liveRulesOf } from '../campaign/live-program.js'
import { containerOf } from '../container.js'
import type { Domain } from '../domain.js'
import { audiencesOf } from '../events/audience.js'
import { findAttributedLink, findEarlierReferral, isEligibleAdvocate, isEligibleFriend } from '../events/referral.js'
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

/** The state of the friend's offer for this person: available only if a purchase now would refer them to the advocate of their link. */
export async function offerState(domain: Domain, { campaignId, personId, data }: Zone): Promise<string> {
  const { referral } = await liveRulesOf(domain, campaignId)
  if (!referral) return 'ineligible'
  const link = await findAttributedLink(domain, referral, now(domain, personId, data))
  if (link?.advocate_id === personId) return 'self_referral'
  const container = containerOf(data)
  if (await findEarlierReferral(domain, { campaignId, friendId: personId, container })) return 'used'
  if (!isEligibleFriend(referral, await audiencesOf(domain, personId, container))) return 'ineligible'
  // The offer also welcomes visitors without a link.
  if (!link) return 'available'
  const advocate = await personById(domain, link.advocate_id)
  const isEligible = await isEligibleAdvocate(domain, referral, { campaignId, advocate, friendId: personId, container })
  return isEligible ? 'available' : 'ineligible'
}

/** What a consumer does now. */
const now = ({ settings }: Domain, person_id: string, data: Data) => ({
  ...{ person_id, data, time: new Date(settings.now()), until: null },
})

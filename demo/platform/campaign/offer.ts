import type { Domain } from '../domain.js'
import { audiencesOf } from '../events/audience.js'
import { containerOf } from '../events/container.js'
import { findAttributedLink, findEarlierReferral, isEligibleFriend } from '../events/referral.js'
import { personById } from '../identity/person.js'
import { liveRules } from './live-program.js'

type Data = Record<string, unknown>

/** The public profile of the advocate who referred this person: first name and picture (specification 3.1). */
export async function advocateOf(domain: Domain, person_id: string, data: Data): Promise<object | null> {
  const { referral } = await liveRules(domain)
  const link = referral && (await findAttributedLink(domain, referral, now(domain, person_id, data)))
  if (!link) return null
  const { first_name, profile_picture_url } = await personById(domain, link.advocate_id)
  return first_name ? { first_name, ...(profile_picture_url && { image_url: profile_picture_url }) } : null
}

/** The state of the friend's offer for this person. */
export async function offerState(domain: Domain, person_id: string, data: Data): Promise<string> {
  const { referral } = await liveRules(domain)
  if (!referral) return 'ineligible'
  const link = await findAttributedLink(domain, referral, now(domain, person_id, data))
  if (link?.advocate_id === person_id) return 'self_referral'
  if (await findEarlierReferral(domain, { friendId: person_id, container: containerOf(data) })) return 'used'
  return isEligibleFriend(referral, await audiencesOf(domain, person_id, containerOf(data)))
    ? 'available'
    : 'ineligible'
}

/** What a consumer does now. */
const now = ({ settings }: Domain, person_id: string, data: Data) => ({
  ...{ person_id, data, time: new Date(settings.now()), until: null },
})

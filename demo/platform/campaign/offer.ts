import type { Domain } from '../domain.js'
import { findAttributedLink } from '../events/rules.js'
import { personById } from '../identity/person.js'

type Data = Record<string, unknown>

/** The public profile of the advocate who referred this person: first name and picture (specification 3.1). */
export async function advocateOf(domain: Domain, person_id: string, data: Data): Promise<object | null> {
  const link = await findAttributedLink(domain, { person_id, data })
  if (!link) return null
  const { first_name, profile_picture_url } = await personById(domain, link.advocate_id)
  return first_name ? { first_name, ...(profile_picture_url && { image_url: profile_picture_url }) } : null
}

/** The state of the friend's offer for this person. */
export async function offerState(domain: Domain, person_id: string, data: Data): Promise<string> {
  const link = await findAttributedLink(domain, { person_id, data })
  if (link?.advocate_id === person_id) return 'self_referral'
  const [bought] = await domain.db.query<{ referred: boolean }>(
    `select exists (select 1 from referrals where friend_id = $1 and reason = 'CONVERSION') as referred
     from steps where person_id = $1 and step_name = 'conversion' limit 1`,
    [person_id],
  )
  if (!bought) return 'available'
  return bought.referred ? 'used' : 'ineligible'
}

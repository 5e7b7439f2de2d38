import type { Domain } from '../domain.js'
import { isAnonymous, lockPerson, type Person } from '../identity/person.js'
import type { ConsumerEvent } from './consumer-event.js'
import { containerOf } from './container.js'
import { earnReward, type ProgramReward } from './earn-reward.js'
import { CUSTOMERS, joinAudience } from './join-audience.js'
import { touchJourney } from './journey.js'
import { recordShare } from './record-share.js'
import { recordStep } from './record-step.js'

/** The step of the campaign's flow for an event (specification 6). The step of other events has the name of the event. */
const steps = new Map([['purchase', 'conversion']])

/** How long a click on a share link counts as a referral. */
const ATTRIBUTION_DAYS = 90
const DAY_MS = 86_400_000

const advocateReward: ProgramReward = { name: 'advocate-20', value: 20, type: 'USD' }
const friendReward: ProgramReward = { name: 'friend-20', value: 20, type: 'USD' }

/** Applies the rules of the program to an event: give 20, get 20. */
export async function applyRules(domain: Domain, event: ConsumerEvent, person: Person): Promise<void> {
  const step = steps.get(event.name) ?? event.name
  await recordStep(domain, event, step)
  if (step === 'share') {
    await recordShare(domain, event)
    await touchJourney(domain, event, 'ADVOCATE', { reason: 'share', shareable_id: event.data.advocate_code })
  }
  if (step !== 'conversion' || isAnonymous(person)) return
  await joinAudience(domain, event.person_id, CUSTOMERS)
  await rewardBoth(domain, event)
}

/**
 * Gives one reward to the advocate who referred the friend, and one to the friend. Nobody can refer themselves. Both can
 * poll the status of their reward by the `polling_id` of the event.
 */
async function rewardBoth(domain: Domain, event: ConsumerEvent): Promise<void> {
  const link = await findAttributedLink(domain, event)
  if (!link) return
  const { person_id: advocateId } = await lockPerson(domain, link.advocate_id, 'key share')
  if (advocateId === event.person_id) return
  await touchJourney(domain, event, 'FRIEND', { reason: 'conversion', advocate_code: link.code })
  await domain.db.query(
    `insert into referrals (advocate_id, friend_id, code, container, reason, updated_at)
     values ($1, $2, $3, $4, 'CONVERSION', $5) on conflict (advocate_id, friend_id) do update set reason = 'CONVERSION', updated_at = $5`,
    [advocateId, event.person_id, link.code, containerOf(event.data), new Date(domain.settings.now())],
  )
  await earnReward(domain, event, advocateReward, { personId: advocateId, friendId: event.person_id })
  await earnReward(domain, event, friendReward, { personId: event.person_id, friendId: null })
}

interface Link {
  code: string
  advocate_id: string
}

/** The link that referred a friend: that of `advocate_code`, else the last one that the friend clicked. */
export async function findAttributedLink(
  { db, settings }: Domain,
  { person_id, data }: Pick<ConsumerEvent, 'person_id' | 'data'>,
): Promise<Link | undefined> {
  const [link] = await db.query<Link>(
    `select code, advocate_id from (
       select code, person_id as advocate_id, 1 as rank, 0 as position from shareables where code = $2
       union all
       select s.code, s.person_id, 2, c.position from clicks c join shareables s using (code)
       where c.person_id = $1 and clicked_at > $3
     ) links order by rank, position desc limit 1`,
    [
      person_id,
      typeof data.advocate_code === 'string' ? data.advocate_code : null,
      new Date(settings.now() - ATTRIBUTION_DAYS * DAY_MS),
    ],
  )
  return link
}

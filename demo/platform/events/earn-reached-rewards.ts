import { type Viewer, viewerFrom } from '../campaign/conditions.js'
import type { LiveProgram } from '../campaign/live-program.js'
import { containerOf } from '../container.js'
import type { Domain } from '../domain.js'
import { decideStep } from './decide-step.js'
import { earnRewards } from './earn-rewards.js'
import type { KeptPerson } from './kept-facts.js'
import { findParticipant } from './participant.js'
import { viewerOfEvent } from './viewer-of-event.js'

/**
 * Gives an advocate the rewards for a number of friends that they have reached by a merge. The event that referred the newest friend counts as
 * the one that reached the number.
 */
export async function earnReachedRewards(domain: Domain, live: LiveProgram, advocateId: string): Promise<void> {
  const rules = live.program.rewards.filter(({ friends, once_per }) => friends !== undefined && once_per !== 'event')
  if (rules.length === 0) return
  for (const row of await newestReferrals(domain, live, advocateId)) {
    const event = { ...row, person_id: row.friend_id, until: null }
    const viewer = await viewerOf(domain, row)
    // An anonymous person has not been referred.
    const facts = { eventName: event.name, viewer, isAnonymous: false }
    const { step, effects } = decideStep(live.program, facts)
    const referral = { advocate_id: advocateId, code: row.code }
    if (effects === 'all')
      await earnRewards(domain, { ...live, program: { ...live.program, rewards: rules } }, event, {
        step,
        personId: event.person_id,
        viewer,
        referral,
      })
  }
}

/** The viewer of the event, as they were before it. */
async function viewerOf(domain: Domain, { friend_id, data, verified, known }: NewestReferral): Promise<Viewer> {
  if (known) return viewerFrom(data, known)
  const friend = await findParticipant(domain, friend_id, containerOf(data))
  // The event is older than what is kept about its person. A friend who was referred was known.
  return viewerOfEvent({ data }, friend, verified ? 'verified' : 'identified')
}

interface NewestReferral {
  friend_id: string
  code: string | null
  event_id: string
  name: string
  data: Record<string, unknown>
  time: Date
  verified: boolean
  /** Null: nothing was kept. */
  known: KeptPerson | null
}

/** The newest referral in each container. */
const newestReferrals = ({ db }: Domain, { campaign_id }: LiveProgram, advocateId: string): Promise<NewestReferral[]> =>
  db.query<NewestReferral>(
    `select distinct on (container) friend_id, code, event_id, event_name as name, data, event_time as time, verified, known
     from referrals r join events e using (event_id) where advocate_id = $1 and campaign_id = $2
     order by container, referred_at desc, r.position desc`,
    [advocateId, campaign_id],
  )

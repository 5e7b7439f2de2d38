import { meetsConditions, type Viewer, viewerFrom } from '../campaign/conditions.js'
import { type LiveProgram, liveProgram } from '../campaign/live-program.js'
import { type Program, type Quality, type Role, stepOf } from '../campaign/program.js'
import type { Domain } from '../domain.js'
import { isAnonymous, type Person } from '../identity/person.js'
import { audiencesOf, joinAudiences } from './audience.js'
import type { ConsumerEvent } from './consumer-event.js'
import { earnRewards } from './earn-rewards.js'
import { type Touch, touchJourney } from './journey.js'
import { recordShare } from './record-share.js'
import { recordStep } from './record-step.js'
import { findReferral, type Referral, recordReferral } from './referral.js'

/** The step that the platform also stores as a share. */
const SHARE = 'share'

/**
 * Applies the live program to an event. The event becomes a step. A step of high quality continues journeys, refers a friend, earns
 * rewards and joins audiences, in this order. Only an identified person can be referred, earn a reward or join an audience.
 */
export async function applyProgram(
  domain: Domain,
  event: ConsumerEvent,
  person: Person,
  isVerified: boolean,
): Promise<void> {
  const live = await liveProgram(domain)
  const { program } = live
  const step = stepOf(program, event.name)
  const viewer = await viewerOf(domain, event, person, isVerified)
  const quality = qualityOf(program, step, viewer)
  const isEffective = quality === 'HIGH'
  const canEarn = isEffective && !isAnonymous(person)
  const referral = canEarn ? await findReferral(domain, program, event, step, viewer.audiences) : undefined
  const role = roleIn(program, step, referral)
  await recordStep(domain, live, event, { name: step, quality, role })
  if (step === SHARE) await recordShare(domain, live, event)
  if (isEffective && role) await touchJourney(domain, live, event, role, touchOf(role, step, event, referral))
  if (!canEarn) return
  if (referral && step === program.referral?.step) await recordReferral(domain, event, step, referral)
  await earnRewards(domain, live, event, { step, viewer, referral })
  await joinAudiences(domain, program, step, { personId: event.person_id, viewer })
}

async function viewerOf(domain: Domain, { data }: ConsumerEvent, person: Person, isVerified: boolean): Promise<Viewer> {
  const known = isAnonymous(person) ? 'anonymous' : 'identified'
  const audiences = await audiencesOf(domain, person.person_id)
  return viewerFrom(data, { level: isVerified ? 'verified' : known, locale: person.locale, audiences })
}

/** The quality by the first rule that fits the step. */
function qualityOf({ quality }: Program, step: string, viewer: Viewer): Quality {
  const rule = quality.find(each => each.step === step && meetsConditions(each.when, viewer))
  return rule?.quality ?? 'HIGH'
}

/** The role in which the person does the step. A person without an advocate has no journey as a friend. */
function roleIn({ journeys }: LiveProgram['program'], step: string, referral: Referral | undefined): Role | undefined {
  if (referral && journeys.friend?.steps.includes(step)) return 'friend'
  return journeys.advocate?.steps.includes(step) ? 'advocate' : undefined
}

function touchOf(role: Role, step: string, { data }: ConsumerEvent, referral: Referral | undefined): Touch {
  if (role === 'advocate') return { reason: step, shareable_id: data.advocate_code }
  return { reason: step, advocate_code: referral?.code, ...(referral?.isByCoupon && { coupon_code: data.coupon_code }) }
}

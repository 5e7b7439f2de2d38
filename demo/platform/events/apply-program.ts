import { type LiveProgram, livePrograms } from '../campaign/live-program.js'
import type { Role } from '../campaign/program.js'
import type { Domain } from '../domain.js'
import type { Level } from '../identity/level.js'
import { isAnonymous } from '../identity/person.js'
import { joinAudiences } from './audience.js'
import type { ConsumerEvent } from './consumer-event.js'
import { decideRole, decideStep } from './decide-step.js'
import { earnRewards } from './earn-rewards.js'
import type { KeptFacts } from './kept-facts.js'
import type { Participant } from './participant.js'
import { recordShare } from './record-share.js'
import { keepEarnings, type StepDetails } from './record-step.js'
import { type FoundReferral, findReferral, type Referral, recordReferral } from './referral.js'
import { referralByEvent, withdrawReplaced } from './replace-event.js'
import { type Touch, touchJourney } from './touch-journey.js'
import { viewerOfEvent } from './viewer-of-event.js'

/** The event, or step of a program, that the platform also stores as a share. */
const SHARE = 'share'

interface Application {
  /** That of the token, or of the backend. */
  level: Level
  /** Whether the event takes the place of an unproven one. */
  replacesUnproven: boolean
  /** Records the event as a step. */
  record(live: LiveProgram, step: StepDetails): Promise<void>
}

/** Applies the live program of each campaign to an event. Audiences count as they were before the event. */
export async function applyPrograms(
  domain: Domain,
  event: ConsumerEvent,
  person: Participant,
  application: Application,
): Promise<void> {
  for (const live of await livePrograms(domain)) await applyProgram(domain, live, event, person, application)
}

/**
 * Applies a live program to an event. The event becomes a step. A step of high quality continues journeys, refers a friend, earns
 * rewards and joins audiences, in this order. Only an identified person can be referred, earn a reward or join an audience. If the event
 * replaces an unproven one, what only the unproven event has earned is withdrawn.
 */
async function applyProgram(
  domain: Domain,
  live: LiveProgram,
  event: ConsumerEvent,
  person: Participant,
  { level, replacesUnproven, record }: Application,
): Promise<void> {
  const { program } = live
  const viewer = viewerOfEvent(event, person, level)
  const facts = { eventName: event.name, viewer, isAnonymous: isAnonymous(person) }
  const { step, quality, effects } = decideStep(program, facts)
  const canEarn = effects === 'all'
  const isReferralUsed = canEarn && (replacesUnproven || dependsOnReferral(program, step))
  const found = isReferralUsed ? await findReferral(domain, live, event, step, viewer.audiences) : {}
  const referral =
    found.referral ?? (replacesUnproven && canEarn ? await referralByEvent(domain, live, event.event_id) : undefined)
  const earning = { step, personId: event.person_id, viewer, referral }
  if (replacesUnproven) await withdrawReplaced(domain, live, event, canEarn ? earning : undefined)
  const role = decideRole(program, step, referral !== undefined)
  await record(live, { name: step, quality, role, facts: keptFacts(live, event, found, referral) })
  if (effects !== 'none' && [step, event.name].includes(SHARE)) await recordShare(domain, live, event)
  if (effects !== 'none' && role) await touchJourney(domain, live, event, role, touchOf(role, step, event, referral))
  if (!canEarn) return
  if (referral && step === program.referral?.step) await recordReferral(domain, live, event, step, referral)
  const earnings = await earnRewards(domain, live, event, earning)
  if (earnings) await keepEarnings(domain, live, event, earnings)
  await joinAudiences(domain, program, step, { personId: event.person_id, viewer })
}

/** Whether it matters for a step who referred the person. */
const dependsOnReferral = ({ referral, journeys, rewards }: LiveProgram['program'], step: string) =>
  referral?.step === step || journeys.friend?.steps.includes(step) || rewards.some(rule => rule.step === step)

function keptFacts(
  { version }: LiveProgram,
  { person_id }: ConsumerEvent,
  { links, pair }: FoundReferral,
  referral: Referral | undefined,
): KeptFacts {
  const facts = { version, friendId: person_id, links, pair }
  if (!referral) return facts
  const { advocate_id, code, isNew } = referral
  return { ...facts, referral: { advocate_id, code, isNew } }
}

function touchOf(role: Role, step: string, { data }: ConsumerEvent, referral: Referral | undefined): Touch {
  if (role === 'advocate') return { reason: step, shareable_id: data.advocate_code }
  const coupon = referral?.source === 'coupon_code' && { coupon_code: data.coupon_code }
  return { reason: step, advocate_code: referral?.code, ...coupon }
}

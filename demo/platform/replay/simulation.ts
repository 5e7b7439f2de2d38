import { type Viewer, viewerFrom } from '../campaign/conditions.js'
import type { Program } from '../campaign/program.js'
import { decideAdvocate } from '../events/decide-advocate.js'
import { decideAudiences } from '../events/decide-audiences.js'
import { decideReferral } from '../events/decide-referral.js'
import { decideRewards, type Earned, type EarningFacts, isEarned } from '../events/decide-rewards.js'
import { decideStep, type StepDecision } from '../events/decide-step.js'
import type { Referral } from '../events/referral.js'
import { createMemory, type Joined, type Memory } from './memory.js'
import type { Outside } from './outside.js'
import type { Outcome, ReplayedEvent } from './replayed-event.js'

/** What a program would have decided about events, one after the other. */
export interface Simulation {
  /** Whether enough was kept of an event to decide about it. */
  canDecide(event: ReplayedEvent): boolean
  /** The rewards that an event earns. */
  apply(event: ReplayedEvent, outside: Outside): Earned[]
  /** Takes over what an event has done in fact. */
  takeOver(outcome: Outcome, outside: Outside): void
  /** The brand has removed a person from an audience. */
  leave(personId: string, audience: string): void
  /** Those who have referred a person since the beginning. */
  advocatesOf(friendId: string): string[]
}

/**
 * Decides by a program what events do, by the same functions and in the same order as the real thing (`applyProgram`). It remembers what follows from its own decisions. What
 * happened before the first event, and what the brand has done, comes from `outside` and from the kept facts. `recorded` has the audiences that the events have joined
 * in fact: they count only if this program joins them, too.
 */
export function createSimulation(program: Program, recorded: Joined): Simulation {
  const memory = createMemory(recorded)
  return {
    canDecide(event) {
      const { step, effects } = stepOf(program, event, viewerOf(memory, event))
      return effects !== 'all' || program.referral?.step !== step || event.facts.links !== undefined
    },
    apply(event, outside) {
      const viewer = viewerOf(memory, event)
      const { step, effects } = stepOf(program, event, viewer)
      if (effects !== 'all') return []
      const personId = outside.idNow(event.person_id)
      const referral = referralOf(program, memory, outside, event, { step, viewer })
      if (referral && program.referral?.step === step) memory.refer(referral.advocate_id, personId, outside)
      const earning = { step, personId, viewer, referral }
      const possible = decideRewards(program.rewards, earning, undefined).filter(isEarned)
      const facts = factsFor(possible, memory, outside)
      const earned = decideRewards(program.rewards, earning, facts).filter(isEarned)
      for (const { reward, recipient } of earned) memory.earn(reward.name, recipient.personId, recipient.friendId)
      for (const { audience, outcome } of decideAudiences(program.audiences, step, viewer))
        if (outcome === 'joined') memory.join(personId, audience)
      return earned
    },
    takeOver({ referrals, rewards }, outside) {
      for (const { advocate_id, friend_id } of referrals) memory.refer(advocate_id, friend_id, outside)
      for (const { reward_name, person_id, friend_id } of rewards) memory.earn(reward_name, person_id, friend_id)
    },
    leave: memory.leave,
    advocatesOf: memory.advocatesOf,
  }
}

/** The person of an event, with the audiences to which they would have belonged. */
const viewerOf = (memory: Memory, { data, known, person_id }: ReplayedEvent): Viewer =>
  viewerFrom(data, { ...known, audiences: memory.audiencesOf(person_id, known.audiences ?? []) })

const stepOf = (program: Program, { name, known }: ReplayedEvent, viewer: Viewer): StepDecision =>
  decideStep(program, { eventName: name, viewer, isAnonymous: known.isAnonymous ?? false })

/** Who would have referred the person of a step: a link leads to a new advocate, and other steps to the newest one. */
function referralOf(
  { referral: rule }: Program,
  memory: Memory,
  outside: Outside,
  { person_id, facts, time, event_id }: ReplayedEvent,
  { step, viewer }: { step: string; viewer: Viewer },
): Referral | undefined {
  const friend = outside.idNow(person_id)
  if (!rule) return undefined
  if (step !== rule.step) {
    const newest = memory.advocatesOf(friend).at(-1) ?? outside.advocatesOf(friend).at(-1)
    return newest === undefined || newest === friend ? undefined : { advocate_id: newest, code: null }
  }
  const friendId = facts.friendId ?? person_id
  const found = decideAdvocate(rule, { friendId, time }, facts.links ?? [])
  if (found.outcome === 'none' || found.link.advocate_id === friendId) return undefined
  const { advocate_id: advocateId, code } = found.link
  const advocate = outside.idNow(advocateId)
  const then = outside.advocateThen({ event_id, facts }, advocateId)
  const { outcome } = decideReferral(rule, {
    ...{ friendId, advocateId, friendAudiences: viewer.audiences, isAdvocateBlocked: then.isBlocked },
    advocateAudiences: memory.audiencesOf(advocate, then.audiences),
    isReferred: memory.hasReferred(advocate, friend, outside),
    hasReferredAdvocate: memory.hasReferred(friend, advocate, outside),
  })
  return outcome === 'none' ? undefined : { advocate_id: advocate, code, isNew: outcome === 'new' }
}

/** The facts that are otherwise read under the lock of the recipients: the rewards and the friends that there were before. */
function factsFor(possible: Earned[], memory: Memory, outside: Outside): EarningFacts {
  const earlier = possible.map(({ reward, recipient }) => {
    const isThere = reward.once_per !== 'event' && memory.hasEarned(reward, recipient, outside)
    return [reward.name, isThere ? 'earlier' : null] as const
  })
  const counting = possible.find(({ reward }) => reward.friends !== undefined)
  const count = counting ? memory.friendsOf(counting.recipient.personId, outside) : 0
  return { earlier: Object.fromEntries(earlier), friends: { total: count, byThen: count } }
}

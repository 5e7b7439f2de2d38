import { checkConditions, type Viewer, viewerFrom } from '../campaign/conditions.js'
import type { Program } from '../campaign/program.js'
import type { RewardRule } from '../campaign/reward-rule.js'
import { type Check, unmetIn, untilUnmet } from '../check.js'
import { decideAdvocate, type MissingAdvocate, type PossibleLink } from '../events/decide-advocate.js'
import { decideAudiences } from '../events/decide-audiences.js'
import { checkReferral, decideReferral } from '../events/decide-referral.js'
import { checkReward, decideRewards, type EarningStep } from '../events/decide-rewards.js'
import { decideStep, type StepDecision } from '../events/decide-step.js'
import type { KeptFacts, KeptPerson } from '../events/kept-facts.js'
import { type Answer, codeOf, type Decision } from './explanation.js'
import { textOf } from './text.js'

/** A step as it was recorded, with the program and the facts of then. */
export interface RecordedStep {
  program: Program
  event: { name: string; person_id: string; data: Record<string, unknown>; time: Date }
  known: KeptPerson
  facts: KeptFacts
  /** The rewards that the event has earned in the campaign. */
  rewards: { reward_id: string; reward_name: string }[]
}

export interface StepExplanation {
  decisions: Decision[]
  /** One for each reward that the step can earn, or one for the step. */
  answers: Answer[]
}

/** Decides again as it was decided then, and says each rule that was tried. */
export function explainStep(recorded: RecordedStep): StepExplanation {
  const { program, event, known, facts } = recorded
  const viewer = viewerFrom(event.data, known)
  const decided = decideStep(program, { eventName: event.name, viewer, isAnonymous: known.isAnonymous ?? false })
  const { step, effects } = decided
  const decisions = qualityDecisions(program, decided, viewer)
  if (effects !== 'all') return { decisions, answers: [withoutEffects(decided, decisions)] }
  decisions.push(...referralDecisions(program, recorded))
  const earning: EarningStep = { step, personId: event.person_id, viewer, referral: facts.referral }
  const answers = program.rewards
    .filter(reward => reward.step === step)
    .map(reward => answerOf(reward, earning, recorded, decisions))
  for (const each of decideAudiences(program.audiences, step, viewer))
    decisions.push({
      ...{ about: 'audience', name: each.audience, outcome: each.outcome },
      checks: untilUnmet(checkConditions(program.audiences[each.audience]!.when, viewer)),
    })
  return { decisions, answers: answers.length ? answers : [withoutReward(program, step)] }
}

/** The rules of quality that were tried: the last one fits, if any does. */
function qualityDecisions(program: Program, { step, rule }: StepDecision, viewer: Viewer): Decision[] {
  const tried = program.quality.slice(0, rule === null ? undefined : rule + 1)
  return tried
    .filter(each => each.step === step)
    .map(({ quality, when }, index, all) => ({
      ...{ about: 'quality', name: quality },
      outcome: rule !== null && index === all.length - 1 ? quality : 'none',
      checks: untilUnmet(checkConditions(when, viewer)),
    }))
}

function referralDecisions({ referral: rule }: Program, { event, facts }: RecordedStep): Decision[] {
  const { links, pair, friendId = event.person_id } = facts
  if (!rule || !links) return []
  const found = decideAdvocate(rule, { friendId, time: event.time }, links)
  const decisions = found.missing.map(each => missingDecision(each, rule.click_days, event.data))
  if (found.outcome === 'found' && found.link.advocate_id !== friendId)
    decisions.push(foundDecision(found.link, rule.click_days))
  if (pair)
    decisions.push({
      ...{ about: 'referral', name: pair.advocateId, outcome: decideReferral(rule, pair).outcome },
      checks: checkReferral(rule, pair),
    })
  return decisions
}

/** A source that led to no advocate. The value of a code that has no link is the code itself. */
function missingDecision({ source, rule, value }: MissingAdvocate, days: number, data: object): Decision {
  const given = source === 'click' ? null : ((data as Record<string, unknown>)[source] ?? null)
  const expected = rule === 'click_days' ? days : null
  return {
    ...{ about: 'advocate', name: source, outcome: 'none' },
    checks: [{ rule, expected, value: rule === 'link' ? given : value, isMet: false }],
  }
}

function foundDecision({ source, code, clicked_at }: PossibleLink, days: number): Decision {
  const click: Check[] = clicked_at ? [{ rule: 'click_days', expected: days, value: clicked_at, isMet: true }] : []
  return {
    ...{ about: 'advocate', name: source, outcome: 'found' },
    checks: [{ rule: 'link', expected: null, value: code, isMet: true }, ...click],
  }
}

/** The decision about a reward is added to `decisions`. An answer that depends on a referral says why there is none. */
function answerOf(
  reward: RewardRule,
  step: EarningStep,
  { facts, rewards }: RecordedStep,
  decisions: Decision[],
): Answer {
  const { name } = reward
  const earned = rewards.find(each => each.reward_name === name)
  const [decided] = decideRewards([reward], step, facts.earnings)
  const checks = checkReward(reward, step, facts.earnings)
  const unmet = unmetIn(checks)
  const cause = unmet?.rule === 'referral' ? (causeOfNoReferral(decisions) ?? unmet) : unmet
  decisions.push({ about: 'reward', name, outcome: earned ? 'earned' : decided!.outcome, checks })
  if (earned) {
    const isReached = unmet?.rule === 'friends'
    return answer(reward, 'earned', { rule: isReached ? 'merge' : 'earned', expected: null, value: earned.reward_id })
  }
  return answer(reward, 'none', cause ?? { rule: 'withdrawn', expected: null, value: null })
}

/** The last rule that a decision about the referral, or the search for an advocate, has failed by. A link that is there says more than none. */
export function causeOfNoReferral(decisions: Decision[]): Check | undefined {
  const failed = (about: Decision['about']) =>
    decisions.filter(each => each.about === about).flatMap(({ checks }) => checks.filter(({ isMet }) => !isMet))
  const [refused] = failed('referral')
  const missing = failed('advocate')
  const withCode = missing.find(({ value }) => value !== null)
  return refused ?? missing.find(({ rule }) => rule !== 'link') ?? withCode ?? missing[0]
}

type Cause = Pick<Check, 'rule' | 'expected' | 'value'>

function answer({ name, to, value: worth, type }: RewardRule, outcome: Answer['outcome'], cause: Cause): Answer {
  const code = codeOf(cause.rule)
  const { expected, value } = cause
  return {
    name,
    outcome,
    code,
    value,
    expected,
    to,
    text: textOf(code, { worth: { value: worth, type }, to, expected, value }),
  }
}

/** Why a step can earn nothing: its quality, or nobody knows the person. */
function withoutEffects({ quality, effects }: StepDecision, decisions: Decision[]): Answer {
  const code = effects === 'journey' ? 'anonymous' : 'quality'
  const value = effects === 'journey' ? null : quality
  const expected = effects === 'journey' ? null : decisions.at(-1)?.checks.at(-1)?.expected
  return {
    ...{ name: null, outcome: 'none', code, value, expected: expected ?? null, to: 'consumer' },
    text: textOf(code, { to: 'consumer', expected, value }),
  }
}

function withoutReward({ rewards }: Program, step: string): Answer {
  const expected = [...new Set(rewards.map(reward => reward.step))]
  return {
    ...{ name: null, outcome: 'none', code: 'step', value: step, expected, to: 'consumer' },
    text: textOf('step', { to: 'consumer', expected, value: step }),
  }
}

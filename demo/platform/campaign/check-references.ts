import type { z } from 'zod'
import type { Conditions } from './conditions.js'
import type { Program } from './program.js'
import { CUSTOM_REWARD, rewardTypeOf } from './reward-rule.js'

type Path = PropertyKey[]
type Report = (path: Path, expected: string) => void

/** Reports what a program refers to but does not have, and rules that can never apply. */
export function checkReferences(program: Program, context: z.RefinementCtx): void {
  const report: Report = (path, expected) =>
    context.addIssue({ code: 'custom', path, message: `Expected ${expected}`, input: program })
  for (const { path, step } of stepsIn(program)) checkStep(program, path, step, report)
  for (const { path, names } of audiencesIn(program)) checkAudiences(program, path, names, report)
  checkRewards(program, report)
  if (program.journeys.friend?.steps.length && !program.referral)
    report(['journeys', 'friend', 'steps'], 'no steps, because the program has no referral')
}

/** An event that is recorded as another step never causes a step of its own name. */
function checkStep({ events }: Program, path: Path, step: string, report: Report): void {
  if (!Object.hasOwn(events, step) || Object.values(events).includes(step)) return
  report(path, `the name of a step; the event ${step} is recorded as the step ${events[step]}`)
}

function checkAudiences({ audiences }: Program, path: Path, names: string[], report: Report): void {
  if (names.every(name => Object.hasOwn(audiences, name))) return
  report(path, `audiences of the program (${Object.keys(audiences).join(', ') || 'none'})`)
}

function checkRewards({ rewards, referral, suppliers }: Program, report: Report): void {
  const supplierNames = Object.keys(suppliers)
  for (const [index, { name, to, friends, once_per, supplier, fulfillment }] of rewards.entries()) {
    const path = ['rewards', index]
    if (rewards.findIndex(each => each.name === name) < index)
      report([...path, 'name'], 'a name that no other reward has')
    if (to !== 'consumer' && !referral) report([...path, 'to'], 'consumer, because the program has no referral')
    if (to !== 'advocate' && friends !== undefined)
      report([...path, 'friends'], 'nothing, because only advocates have friends')
    if (to !== 'advocate' && once_per === 'friend')
      report([...path, 'once_per'], 'person or event, because only advocates have friends')
    if (supplierNames.length && !supplierNames.includes(supplier))
      report([...path, 'supplier'], `a supplier of the program (${supplierNames.join(', ')})`)
    // Only a custom reward can be marked as fulfilled.
    if (fulfillment.mode === 'approval' && rewardTypeOf(suppliers, supplier) !== CUSTOM_REWARD)
      report([...path, 'fulfillment'], `immediate or delayed, because ${supplier} supplies no custom rewards`)
  }
}

/** Every rule with its path. All rules can have a step, and most of them conditions. */
function rulesIn({
  quality,
  audiences,
  referral,
  rewards,
}: Program): { path: Path; step?: string; when?: Conditions }[] {
  return [
    ...quality.map((rule, index) => ({ path: ['quality', index], ...rule })),
    ...rewards.map((rule, index) => ({ path: ['rewards', index], ...rule })),
    ...Object.entries(audiences).map(([name, { step, when }]) => ({
      path: ['audiences', name],
      ...(step !== undefined && { step }),
      when,
    })),
    ...(referral ? [{ path: ['referral'], step: referral.step }] : []),
  ]
}

/** Every name of a step. */
function stepsIn(program: Program): { path: Path; step: string }[] {
  const ofRules = rulesIn(program).flatMap(({ path, step }) =>
    step === undefined ? [] : [{ path: [...path, 'step'], step }],
  )
  const ofJourneys = Object.entries(program.journeys).flatMap(([role, journey]) =>
    (journey?.steps ?? []).map((step, index) => ({ path: ['journeys', role, 'steps', index], step })),
  )
  return [...ofRules, ...ofJourneys]
}

/** Every list of audiences. */
function audiencesIn(program: Program): { path: Path; names: string[] }[] {
  const { advocate = {}, friend = {} } = program.referral ?? {}
  const holders = [
    ...rulesIn(program).map(({ path, when = {} }) => ({ path: [...path, 'when'], conditions: when })),
    { path: ['referral', 'advocate'], conditions: advocate },
    { path: ['referral', 'friend'], conditions: friend },
  ]
  return holders.flatMap(({ path, conditions: { audience = [], not_audience = [] } }) => [
    { path: [...path, 'audience'], names: listOf(audience) },
    { path: [...path, 'not_audience'], names: listOf(not_audience) },
  ])
}

/** A text that is refused for its length has not become a list. */
const listOf = (names: string[]): string[] => (Array.isArray(names) ? names : [])

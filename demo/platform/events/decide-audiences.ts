import { type UnmetCondition, unmetCondition, type Viewer } from '../campaign/conditions.js'
import type { Program } from '../campaign/program.js'

/** A refusal has the condition that refuses, and the value that decided. */
export type AudienceDecision =
  | { audience: string; outcome: 'joined' }
  | ({ audience: string; outcome: 'none' } & UnmetCondition)

/** Which audiences a step joins, of those that the program has for it. */
export function decideAudiences(audiences: Program['audiences'], step: string, viewer: Viewer): AudienceDecision[] {
  const ofStep = Object.entries(audiences).filter(([, audience]) => audience.step === step)
  return ofStep.map(([audience, { when }]) => {
    const unmet = unmetCondition(when, viewer)
    return unmet ? { audience, outcome: 'none', ...unmet } : { audience, outcome: 'joined' }
  })
}

import { meetsConditions, type Viewer } from '../campaign/conditions.js'
import { type Program, type Quality, type Role, stepOf } from '../campaign/program.js'

/** What decides about the step of an event. */
export interface StepFacts {
  eventName: string
  viewer: Viewer
  /** Whether nobody knows who the person of the event is. */
  isAnonymous: boolean
}

/** What an event becomes in a program. */
export interface StepDecision {
  step: string
  quality: Quality
  /** The position of the quality rule that decided. Null: none fits, so the quality is HIGH. */
  rule: number | null
  /**
   * `all`: the step continues a journey, refers a friend, earns rewards and joins audiences. `journey`: it continues a journey only, because the
   * person is anonymous. `none`: the quality is not HIGH. A step with effects is also stored as a share, if it is one.
   */
  effects: 'all' | 'journey' | 'none'
}

/** The step that an event is recorded as, its quality by the first rule that fits, and the effects that it can have. */
export function decideStep(program: Program, { eventName, viewer, isAnonymous }: StepFacts): StepDecision {
  const step = stepOf(program, eventName)
  const rule = program.quality.findIndex(each => each.step === step && meetsConditions(each.when, viewer))
  const quality = program.quality[rule]?.quality ?? 'HIGH'
  return { step, quality, rule: rule === -1 ? null : rule, effects: effectsOf(quality, isAnonymous) }
}

function effectsOf(quality: Quality, isAnonymous: boolean): StepDecision['effects'] {
  if (quality !== 'HIGH') return 'none'
  return isAnonymous ? 'journey' : 'all'
}

/** The role in which a person does a step. Only a person who has been referred has a journey as a friend. */
export function decideRole({ journeys }: Program, step: string, isReferred: boolean): Role | undefined {
  if (isReferred && journeys.friend?.steps.includes(step)) return 'friend'
  return journeys.advocate?.steps.includes(step) ? 'advocate' : undefined
}

import { readDate } from '../kit/date-text.js'
import { list, object, text } from '../readers.js'

export interface Goal {
  title: string
  /** What there is for it. */
  reward_text: string
  /** How far they are, this time. */
  current: number
  target: number
  /** How many times they have been there. */
  reached: number
  repeatable: boolean
  starts_at: Date | undefined
  ends_at: Date | undefined
}

export interface JourneyContent {
  headline: string
  goals: Goal[]
}

/** Reads what a zone says for the journey widget. A goal without a title, or without anything to reach, is none. */
export const readJourney = (content: Record<string, unknown>): JourneyContent => ({
  headline: text(content.headline),
  goals: list(content.goals)
    .map(object)
    .map(readGoal)
    .filter(({ title, target }) => title && target > 0),
})

function readGoal(goal: Record<string, unknown>): Goal {
  const target = amount(goal.target)
  const all = amount(goal.current)
  const repeatable = goal.repeatable === true
  const laps = target ? Math.floor(all / target) : 0
  return {
    title: text(goal.title),
    reward_text: text(goal.reward_text),
    current: repeatable ? all - laps * target : Math.min(all, target),
    target,
    reached: repeatable ? laps : Math.min(laps, 1),
    repeatable,
    starts_at: readDate(goal.starts_at),
    ends_at: readDate(goal.ends_at),
  }
}

/** Nothing is reached by less than nothing, and infinity is no goal. */
const amount = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? Math.max(value, 0) : 0)

import { readDate } from '../kit/read-date.js'
import { MAX_ITEMS, readObject, readText } from '../readers.js'

export interface Goal {
  title: string
  reward_text: string
  /** The progress towards the target. A repeatable goal starts again at 0 each time it is reached. */
  current: number
  target: number
  times_reached: number
  repeatable: boolean
  starts_at: Date | undefined
  ends_at: Date | undefined
}

export interface JourneyContent {
  headline: string
  goals: Goal[]
}

/** Reads the content of the `journey` widget. A goal without a title or a target is ignored. */
export function readJourney(content: unknown): JourneyContent {
  const { headline, goals } = readObject(content)
  return {
    headline: readText(headline),
    goals: (Array.isArray(goals) ? goals : [])
      .map(readObject)
      .map(readGoal)
      .filter(({ title, target }) => title && target > 0)
      .slice(0, MAX_ITEMS),
  }
}

/** `reached`: the consumer cannot reach the goal again. `ended`: nobody can reach it any more. */
export function goalState(goal: Goal, now = Date.now()): 'open' | 'reached' | 'ended' {
  if (goal.times_reached > 0 && !goal.repeatable) return 'reached'
  return Number(goal.ends_at ?? Infinity) <= now ? 'ended' : 'open'
}

/** The next date that matters: the start, or else the end. A goal that is reached has none. */
export function deadlineOf(
  goal: Goal,
  now = Date.now(),
): { kind: 'starts' | 'until' | 'ended'; date: Date } | undefined {
  const { starts_at, ends_at } = goal
  if (goalState(goal, now) === 'reached') return undefined
  if (starts_at && Number(starts_at) > now) return { kind: 'starts', date: starts_at }
  return ends_at && { kind: Number(ends_at) <= now ? 'ended' : 'until', date: ends_at }
}

function readGoal(goal: Record<string, unknown>): Goal {
  const target = readAmount(goal.target)
  const total = readAmount(goal.current)
  const repeatable = goal.repeatable === true
  // Rounded: 0.3 / 0.1 is less than 3.
  const rounds = target ? Math.floor(round(total / target)) : 0
  return {
    title: readText(goal.title),
    reward_text: readText(goal.reward_text),
    current: repeatable ? round(total - rounds * target) : Math.min(total, target),
    target,
    times_reached: repeatable ? rounds : Math.min(rounds, 1),
    repeatable,
    starts_at: readDate(goal.starts_at),
    ends_at: readDate(goal.ends_at, true),
  }
}

const round = (amount: number) => Math.max(Number(amount.toFixed(9)), 0)

/** 0 for anything but a finite, positive number. */
const readAmount = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? Math.max(value, 0) : 0)

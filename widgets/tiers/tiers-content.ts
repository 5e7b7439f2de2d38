import { MAX_ITEMS, readObject, readText, readTexts } from '../readers.js'

export interface Tier {
  title: string
  /** The consumer is on this tier from this amount on. */
  threshold: number
  benefits: string[]
}

interface Standing {
  /** The tier of the consumer. Undefined below the first one, and if `current` is not known. */
  tier: Tier | undefined
  /** The tier above. */
  next: Tier | undefined
  /** The tier to which `current` has brought the consumer since `previous`, or from which it has taken them. */
  change: { kind: 'gained' | 'lost'; tier: Tier } | undefined
}

export interface TiersContent extends Standing {
  headline: string
  /** What the consumer has: friends, points, orders. Undefined if it is not known. */
  current: number | undefined
  /** The lowest first. Of more tiers than the widget shows, the lowest, or those up to the next one of the consumer. */
  tiers: Tier[]
}

/**
 * Reads the content of the `tiers` widget. Tiers come from `tiers`, or from the `goals` of a journey: the target of a goal is the threshold, and its
 * reward the benefit. A tier without a title or a threshold is ignored.
 */
export function readTiers(content: unknown): TiersContent {
  const { headline, current, previous, tiers, goals } = readObject(content)
  const items = Array.isArray(tiers) ? tiers.map(readObject) : goalsIn(goals).map(tierOfGoal)
  const all = items.flatMap(readTier).sort((one, other) => one.threshold - other.threshold)
  const amount = Array.isArray(tiers) ? readAmount(current) : (highest(goalsIn(goals)) ?? readAmount(current))
  const standing = standingOf(all, amount, readAmount(previous))
  const end = Math.max(MAX_ITEMS, all.findIndex(tier => tier === (standing.next ?? standing.tier)) + 1)
  return {
    headline: readText(headline),
    current: amount,
    tiers: all.slice(end - MAX_ITEMS, end),
    ...standing,
  }
}

const goalsIn = (goals: unknown) => (Array.isArray(goals) ? goals.map(readObject) : [])

const tierOfGoal = ({ title, target, reward_text }: Record<string, unknown>) => ({
  title,
  threshold: target,
  benefits: [reward_text],
})

function readTier({ title, threshold, benefits }: Record<string, unknown>): Tier[] {
  const [name, amount] = [readText(title), readAmount(threshold)]
  return name && amount !== undefined ? [{ title: name, threshold: amount, benefits: readTexts(benefits) }] : []
}

/** The goals of a journey count the same. If they do not, the furthest one decides. */
function highest(goals: Record<string, unknown>[]): number | undefined {
  const amounts = goals.flatMap(({ current }) => readAmount(current) ?? [])
  return amounts.length ? Math.max(...amounts) : undefined
}

/** Undefined for anything but a finite number from 0. */
const readAmount = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined

/** The place of the tier that an amount reaches. -1 below the first. */
const placeOf = (tiers: Tier[], amount: number) => tiers.filter(({ threshold }) => threshold <= amount).length - 1

function standingOf(tiers: Tier[], current: number | undefined, previous = current): Standing {
  if (current === undefined || previous === undefined) return { tier: undefined, next: undefined, change: undefined }
  const [at, before] = [placeOf(tiers, current), placeOf(tiers, previous)]
  const gained = before < at && ({ kind: 'gained', tier: tiers[at]! } as const)
  const lost = before > at && ({ kind: 'lost', tier: tiers[before]! } as const)
  return { tier: tiers[at], next: tiers[at + 1], change: gained || lost || undefined }
}

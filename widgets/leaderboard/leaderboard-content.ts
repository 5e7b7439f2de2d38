import { readDate } from '../kit/read-date.js'
import { readImage, readObject, readText } from '../readers.js'

/** A row of a leaderboard. */
export interface RankedPerson {
  /** People with the same value share a rank. Undefined: the consumer is not ranked yet. */
  rank: number | undefined
  /** The first name and an initial. '' if it is not known. */
  name: string
  image_url: string | undefined
  value: number
  /** Whether it is the consumer. */
  isOwn: boolean
}

export interface LeaderboardContent {
  headline: string
  /** What the values count. `events`: anything else. */
  counts: 'referrals' | 'rewards' | 'events'
  /** The title of the values. '' for that of the widget. */
  value_text: string
  period: 'all' | 'year' | 'month' | 'week' | undefined
  /** The end of the last day of the period. */
  ends_at: Date | undefined
  /** The lowest rank first. The row of the consumer is one of them, if there is one. */
  rows: RankedPerson[]
  /** Whether others see the consumer. Undefined: nobody has asked. */
  opted_in: boolean | undefined
}

/** Nobody reads a longer list. */
export const MAX_RANKS = 100

/** The parameter of the consumer by which they agree that others see them. */
export const OPT_IN = 'leaderboard'

/** Reads the content of the `leaderboard` widget. A row without a value, or of somebody else and without a rank, is ignored. */
export function readLeaderboard(content: unknown): LeaderboardContent {
  const { headline, counts, value_text, period, ranks } = readObject(content)
  const { rows, ends_at, opted_in } = readObject(ranks)
  const read = (Array.isArray(rows) ? rows : []).map(readRow).flatMap(row => row ?? [])
  const own = read.find(({ isOwn }) => isOwn)
  const others = read.filter(({ isOwn }) => !isOwn).slice(0, MAX_RANKS)
  const shown = read.filter(row => row === own || others.includes(row))
  return {
    headline: readText(headline),
    counts: counts === undefined ? 'referrals' : (COUNTS.find(each => each === counts) ?? 'events'),
    value_text: readText(value_text),
    period: PERIODS.find(each => each === period),
    ends_at: readDate(ends_at, true),
    rows: shown.sort((one, other) => (one.rank ?? Infinity) - (other.rank ?? Infinity) || 0),
    opted_in: typeof opted_in === 'boolean' ? opted_in : undefined,
  }
}

const COUNTS = ['referrals', 'rewards'] as const

const PERIODS = ['all', 'year', 'month', 'week'] as const

function readRow(given: unknown): RankedPerson | undefined {
  const { rank, name, image_url, value, own } = readObject(given)
  const isOwn = own === true
  const isRanked = Number.isInteger(rank) && (rank as number) > 0
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0 || !(isRanked || isOwn)) return undefined
  return {
    rank: isRanked ? (rank as number) : undefined,
    name: readText(name),
    image_url: readImage(image_url),
    value,
    isOwn,
  }
}

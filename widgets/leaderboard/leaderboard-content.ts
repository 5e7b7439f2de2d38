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
  /** Whether the consumer agrees that others see them. Undefined: the content offers no choice. */
  opted_in: boolean | undefined
}

/** Nobody reads a longer list. */
export const MAX_RANKS = 100

/** The parameter of the consumer by which they agree that others see them. */
export const OPT_IN = 'leaderboard_opt_in'

/** Reads the content of the `leaderboard` widget. A row without a value, or of somebody else and without a rank, is ignored. */
export function readLeaderboard(content: unknown): LeaderboardContent {
  const { headline, counts, value_text, period, ranks } = readObject(content)
  const { rows, ends_at, opted_in } = readObject(ranks)
  const counted = readText(counts)
  return {
    headline: readText(headline),
    counts: counted ? (COUNTS.find(each => each === counted) ?? 'events') : 'referrals',
    value_text: readText(value_text),
    period: PERIODS.find(each => each === period),
    ends_at: readDate(ends_at, true),
    rows: readRows(rows),
    opted_in: typeof opted_in === 'boolean' ? opted_in : undefined,
  }
}

const COUNTS = ['referrals', 'rewards'] as const

const PERIODS = ['all', 'year', 'month', 'week'] as const

/** Reads the names and pictures of the rows that are shown only: a list may be long. */
function readRows(rows: unknown): RankedPerson[] {
  const room = { own: 1, others: MAX_RANKS }
  return (Array.isArray(rows) ? rows : [])
    .flatMap(given => {
      const row = readObject(given)
      const { value } = row
      const rank = Number.isInteger(row.rank) && (row.rank as number) > 0 ? (row.rank as number) : undefined
      const isOwn = row.own === true
      const isUsable = typeof value === 'number' && Number.isFinite(value) && value >= 0 && (rank || isOwn)
      return isUsable ? { row, rank, value, isOwn } : []
    })
    .filter(({ isOwn }) => !isOwn || room.own-- > 0)
    .sort((one, other) => (one.rank ?? Infinity) - (other.rank ?? Infinity) || 0)
    .filter(({ isOwn }) => isOwn || room.others-- > 0)
    .map(({ row, ...person }) => ({ ...person, name: readText(row.name), image_url: readImage(row.image_url) }))
}

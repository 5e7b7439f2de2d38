import { readDate } from '../kit/read-date.js'
import { readObject, readText } from '../readers.js'

/** The results of a consumer's sharing. A total is undefined if it is not known. */
export interface Totals {
  clicks: number | undefined
  shares: number | undefined
  conversions: number | undefined
  earned: { value: number; type: string } | undefined
}

/** A figure over time. */
export interface Series {
  name: keyof Totals
  /** In the order of time. */
  points: { date: Date; value: number }[]
}

/** More points would be bars of a pixel or two on a phone. */
export const MAX_POINTS = 60

const NAMES = ['shares', 'clicks', 'conversions', 'earned'] as const

/** Reads the series of the `stats` widget: the newest points that have a date and a number. undefined if there are fewer than two. */
export function readSeries(content: unknown): Series | undefined {
  const { name, points } = readObject(readObject(content).series)
  const known = NAMES.find(each => each === name)
  const read = (Array.isArray(points) ? points : []).flatMap(point => {
    const { date, value } = readObject(point)
    const [at, count] = [readDate(date), readCount(value)]
    return at && count !== undefined ? [{ date: at, value: count }] : []
  })
  if (!known || read.length < 2) return undefined
  return { name: known, points: read.sort((a, b) => Number(a.date) - Number(b.date)).slice(-MAX_POINTS) }
}

/** Reads the totals of the `stats` widget. */
export function readTotals(content: unknown): Totals {
  const { clicks, shares, conversions, earned } = readObject(readObject(content).totals)
  const { value, type } = readObject(earned)
  const amount = readCount(value)
  return {
    clicks: readCount(clicks),
    shares: readCount(shares),
    conversions: readCount(conversions),
    earned: amount === undefined ? undefined : { value: amount, type: readText(type) },
  }
}

const readCount = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined

import { readObject, readText } from '../readers.js'

/** The results of a consumer's sharing. A total is undefined if it is not known. */
export interface Totals {
  clicks: number | undefined
  shares: number | undefined
  conversions: number | undefined
  earned: { value: number; type: string } | undefined
}

/** Reads the content of the `stats` widget. */
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

import { object, text } from '../readers.js'

/** What came of a consumer's sharing. Undefined: nobody says. */
export interface Totals {
  clicks: number | undefined
  shares: number | undefined
  conversions: number | undefined
  earned: { value: number; type: string } | undefined
}

/** Reads what a zone says for the stats widget. Every key may be missing. */
export function readTotals(content: Record<string, unknown>): Totals {
  const { clicks, shares, conversions, earned } = object(content.totals)
  const { value, type } = object(earned)
  const sum = count(value)
  return {
    clicks: count(clicks),
    shares: count(shares),
    conversions: count(conversions),
    earned: sum === undefined ? undefined : { value: sum, type: text(type) },
  }
}

const count = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined

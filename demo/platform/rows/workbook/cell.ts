const DAY_MS = 86_400_000

/** What a cell can refer to. */
export interface CellContext {
  sharedTexts: string[]
  /** Whether the style at a position shows numbers as dates. */
  dateStyles: boolean[]
  from1904: boolean
}

/** A cell as it is in the sheet. */
export interface RawCell {
  /** The type: `s` for a shared text, `n` for a number … */
  type: string
  style: number
  text: string
}

/** The value of a cell: a text, a number, a boolean, or a date in ISO 8601. A date of Excel has no time zone. Undefined for an empty cell and for an error such as `#N/A`. */
export function cellValue({ type, style, text }: RawCell, { sharedTexts, dateStyles, from1904 }: CellContext): unknown {
  if (type === 's') return sharedTexts[Number(text)]
  if (type === 'inlineStr' || type === 'str') return text
  if (text === '' || type === 'e') return undefined
  if (type === 'b') return text === '1'
  if (type === 'd') return text
  return dateStyles[style] ? dateOf(Number(text), from1904) : Number(text)
}

/** Excel counts days. 25569 is 1 January 1970; the count from 1904 is 1462 days behind. */
function dateOf(days: number, from1904: boolean): string | undefined {
  const date = new Date(Math.round((days - 25_569 + (from1904 ? 1462 : 0)) * DAY_MS))
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, -1)
}

/** The position of a cell's column from its reference: 0 for `A7`, 27 for `AB7`. Undefined without a reference. */
export function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (!letters) return undefined
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

import { text } from '../read.js'

/** A moment that the platform tells, in ISO 8601. Engines take any text that ends in a number for a date, too. */
export function readDate(value: unknown): Date | undefined {
  const told = text(value)
  const date = new Date(/^\d{4}-\d\d-\d\d/.test(told) ? told : '')
  return Number.isNaN(Number(date)) ? undefined : date
}

interface DatedProps {
  /** The words around the date, which stands at `{date}`. */
  words: string
  date: Date
  locale: string
}

/** A sentence with a date in it, as the locale writes it. */
export function Dated({ words, date, locale }: DatedProps) {
  const [before, after] = words.split('{date}')
  return (
    <>
      {before}
      <time dateTime={date.toISOString()}>{new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(date)}</time>
      {after}
    </>
  )
}

import { text } from '../readers.js'

/** Reads a date in ISO 8601. Other text is refused: engines read any text that ends in a number as a date. */
export function readDate(value: unknown): Date | undefined {
  const iso = text(value)
  const date = new Date(/^\d{4}-\d\d-\d\d/.test(iso) ? iso : '')
  return Number.isNaN(Number(date)) ? undefined : date
}

interface DateTextProps {
  date: Date
  locale: string
  dateStyle: 'long' | 'medium'
}

/** A date as the locale writes it. */
export const DateText = ({ date, locale, dateStyle }: DateTextProps) => (
  <time dateTime={date.toISOString()}>{new Intl.DateTimeFormat(locale, { dateStyle }).format(date)}</time>
)

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
      <DateText date={date} locale={locale} dateStyle="long" />
      {after}
    </>
  )
}

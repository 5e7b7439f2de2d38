import { FilledText } from './filled-text.js'

interface DateTextProps {
  date: Date
  locale: string
  dateStyle: 'long' | 'medium'
}

/** A date, written as in the locale. */
export const DateText = ({ date, locale, dateStyle }: DateTextProps) => (
  <time dateTime={date.toISOString()}>{new Intl.DateTimeFormat(locale, { dateStyle }).format(date)}</time>
)

interface TextWithDateProps {
  /** A text with the placeholder `{date}`. */
  text: string
  date: Date
  locale: string
}

/** A text with a date in it. */
export const TextWithDate = ({ text, date, locale }: TextWithDateProps) => (
  <FilledText text={text} placeholder="{date}">
    <DateText date={date} locale={locale} dateStyle="long" />
  </FilledText>
)

/** @jsxImportSource hono/jsx */

const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })

/** A time, or a word if it is null. */
export const Time = ({ date, otherwise }: { date: Date | null; otherwise: string }) =>
  date ? <time datetime={date.toISOString()}>{format.format(date)} UTC</time> : <span>{otherwise}</span>

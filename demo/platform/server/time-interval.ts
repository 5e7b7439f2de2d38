import { z } from 'zod'

export interface TimeInterval {
  from: Date
  /** The end, exclusive. */
  to: Date
}

const time = z.union([z.iso.datetime({ offset: true }), z.iso.date()]).pipe(z.coerce.date())

/** `<from>/<to>`, each a date or a time in ISO 8601; a date means midnight UTC (specification 4.5). */
export const timeInterval = z
  .string()
  .meta({ description: '<from>/<to>, each a date or a time in ISO 8601', examples: ['2026-05-01/2026-06-01'] })
  .transform((text, context): TimeInterval => {
    const [from, to, ...rest] = text.split('/').map(part => time.safeParse(part).data)
    if (from && to && from <= to && rest.length === 0) return { from, to }
    context.addIssue('Expected <from>/<to>')
    return z.NEVER
  })

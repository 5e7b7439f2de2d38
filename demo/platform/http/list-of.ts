import { z } from 'zod'

/** A query parameter with several values, separated by commas. */
export const listOf = <T extends z.ZodType<unknown, string>>(
  entry: T,
  meta: { description: string; examples: string[] },
) =>
  z
    .string()
    .meta(meta)
    .transform(text => text.split(','))
    .pipe(z.array(entry))

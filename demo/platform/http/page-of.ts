import { z } from 'zod'

/** The largest page that a list returns. */
const MAX_LIMIT = 1000

/** The query parameters of a list that is read page by page. */
export const pageOf = (defaultLimit: number) => ({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_LIMIT)
    .default(defaultLimit)
    .meta({ description: 'The number of entries on a page' }),
  offset: z.coerce.number().int().min(0).default(0).meta({ description: 'The number of entries before the page' }),
})

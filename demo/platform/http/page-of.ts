import { z } from 'zod'

/** The largest page that a list returns. */
const MAX_LIMIT = 1000

/** The query parameter of a list that is not read as a whole. */
export const limitOf = (defaultLimit: number) => z.coerce.number().int().min(1).max(MAX_LIMIT).default(defaultLimit)

/** The query parameters of a list that is read page by page. */
export const pageOf = (defaultLimit: number) => ({
  limit: limitOf(defaultLimit).meta({ description: 'The number of entries on a page' }),
  offset: z.coerce.number().int().min(0).default(0).meta({ description: 'The number of entries before the page' }),
})

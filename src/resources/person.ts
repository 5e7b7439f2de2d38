import * as z from 'zod/mini'
import { data } from './call.js'

/** As much as one consumer may know of another: a first name, a picture, and what was made public. */
export const person = z.looseObject({
  id: z.string(),
  first_name: z.nullish(z.string()),
  image_url: z.nullish(z.string()),
  parameters: z.nullish(data),
})

export type OtherPerson = z.infer<typeof person>

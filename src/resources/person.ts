import * as z from 'zod/mini'
import { data, optional, text } from './call.js'

/** As much as one consumer may know of another: a first name, a picture, and what was made public. */
export const person = z.looseObject({
  id: text,
  first_name: text,
  image_url: text,
  parameters: optional(data),
})

export type OtherPerson = z.infer<typeof person>

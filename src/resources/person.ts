import * as z from 'zod/mini'
import { data, optional, text } from './call.js'

/** What a consumer may see of another: the first name, the picture, and public parameters. */
export const person = z.looseObject({
  id: text,
  first_name: text,
  image_url: text,
  parameters: optional(data),
})

export type OtherPerson = z.infer<typeof person>

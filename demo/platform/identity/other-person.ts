import { z } from 'zod'

/** What a consumer may see of another one: first name, picture and public parameters (contract 5). */
export const otherPerson = z
  .object({
    id: z.string(),
    first_name: z.string().nullable(),
    image_url: z.string().nullable(),
    parameters: z.record(z.string(), z.unknown()).describe('The public parameters of the person.'),
  })
  .meta({ id: 'OtherPerson' })

export interface OtherPersonRow {
  other_id: string
  first_name: string | null
  profile_picture_url: string | null
  parameters: Record<string, unknown>
}

/** The columns for `OtherPersonRow`. `person` is the table alias in the query. */
export const selectOther = (person: string) =>
  `${person}.person_id as other_id, ${person}.first_name, ${person}.profile_picture_url,
   coalesce((select jsonb_object_agg(name, value) from parameters where person_id = ${person}.person_id and type = 'PUBLIC'), '{}')
     as parameters`

export const describeOther = (row: OtherPersonRow): z.infer<typeof otherPerson> => ({
  id: row.other_id,
  first_name: row.first_name,
  image_url: row.profile_picture_url,
  parameters: row.parameters,
})

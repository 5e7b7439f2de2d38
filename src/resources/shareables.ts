import * as z from 'zod/mini'
import { call, data, id, optional, segment, text } from './call.js'
import type { Connection } from './connection.js'
import { list } from './list.js'

const content = z.looseObject({
  title: text,
  description: text,
  image_url: text,
  url: text,
  partner_content_id: text,
})

const schema = z.looseObject({
  code: id,
  link: z.string(),
  key: text,
  label: text,
  content: optional(content),
  data: optional(data),
})

/** The consumer's link to share, and what it shows (specification 4.3). */
export type Shareable = z.infer<typeof schema>

/** Letters, digits, dash and underscore in `key` and `label`. The same key has the same link. */
export interface ShareableInput {
  key?: string
  label?: string
  content?: {
    title?: string
    description?: string
    image_url?: string
    /** Where the link leads, instead of the program's own landing page. */
    url?: string
    partner_content_id?: string
  }
  /** Names of at most 200 characters, values of at most 2,000. */
  data?: Record<string, string>
  preferred_code_prefixes?: string[]
}

export interface ShareableFilters {
  key?: string
  label?: string
}

const filters = {
  key: (item: Shareable) => item.key,
  label: (item: Shareable) => item.label,
}

const PATH = '/api/v6/me/shareables'

/** The consumer's links (specification 4.3). */
export const shareables = (at: Connection) => {
  const post = (input: ShareableInput, verb: string): Promise<Shareable> => call(at, schema, 'POST', PATH + verb, input)
  return {
    /** Throws `unknown_filter` | `invalid_response` | a platform code. */
    list: (given?: ShareableFilters): Promise<Shareable[]> => list(at, schema, PATH, filters, given),

    /** Throws `shareable_not_found` | `invalid_response` | a platform code. */
    get: (code: string): Promise<Shareable> =>
      call(at, schema, 'GET', `${PATH}/${segment(code, 'shareables.get() needs a code')}`),

    /** A new one; a key that has one already leads to that. Throws `label_name_contains_illegal_character` … | a platform code. */
    create: (input: ShareableInput = {}) => post(input, ''),

    /** The consumer's shareable of that key, made when there is none; calling it twice is harmless. Throws a platform code. */
    getOrCreate: (input: ShareableInput = {}) => post(input, '/get-or-create'),

    /** The same, brought up to date with what `input` says. Throws a platform code. */
    getCreateOrUpdate: (input: ShareableInput = {}) => post(input, '/get-create-or-update'),
  }
}

import * as z from 'zod/mini'
import { call, data, id, optional, pathSegment, text } from './call.js'
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

/** A link that the consumer can share, with its content (specification 4.3). */
export type Shareable = z.infer<typeof schema>

/** `key` and `label` consist of letters, digits, dashes and underscores. A consumer has one link for each key. */
export interface ShareableInput {
  key?: string
  label?: string
  content?: {
    title?: string
    description?: string
    image_url?: string
    /** The target of the link. Default: the program's own landing page. */
    url?: string
    partner_content_id?: string
  }
  /** Names have at most 200 characters, values at most 2,000. */
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

/** The consumer's links (specification 4.3). Each call also loads the code that shares them. */
export const shareables = (connection: Connection) => {
  connection.loadShare().catch(() => {})
  const post = (input: ShareableInput, suffix: string): Promise<Shareable> =>
    call(connection, schema, 'POST', PATH + suffix, input)
  return {
    /** Throws `unknown_filter`, `invalid_response` or a platform code. */
    list: (given?: ShareableFilters): Promise<Shareable[]> => list(connection, schema, PATH, filters, given),

    /** Throws `shareable_not_found`, `invalid_response` or a platform code. */
    get: (code: string): Promise<Shareable> =>
      call(connection, schema, 'GET', `${PATH}/${pathSegment(code, 'shareables.get() needs a code')}`),

    /**
     * Creates a link. If there is a link with this key, resolves with that link. Throws `label_name_contains_illegal_character` or another
     * platform code.
     */
    create: (input: ShareableInput = {}) => post(input, ''),

    /** Resolves with the link of this key, and creates it if there is none. Safe to repeat. Throws a platform code. */
    getOrCreate: (input: ShareableInput = {}) => post(input, '/get-or-create'),

    /**
     * The same, and updates the link with `input`. Only a verified consumer, or the device that made the link, can change an existing link:
     * others get `scopes_denied`.
     */
    getCreateOrUpdate: (input: ShareableInput = {}) => post(input, '/get-create-or-update'),
  }
}

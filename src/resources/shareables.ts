import * as z from 'zod/mini'
import { attempt } from '../base/attempt.js'
import { call, data, id, optional, pathSegment, string, text } from './call.js'
import type { Connection } from './connection.js'
import { list } from './list.js'

const CONTENT = { title: text, description: text, image_url: text, url: text, partner_content_id: text }

const ownFields = { key: text, label: text, content: optional(z.looseObject(CONTENT)), data: optional(data) }

const schema = z.looseObject({ code: id, link: string, ...ownFields })

const INPUT = { ...ownFields, preferred_code_prefixes: text }

/** A link that the consumer can share, with its content (specification 4.3). */
export type Shareable = z.infer<typeof schema>

/** `key` and `label` consist of letters, digits, dashes and underscores. A consumer has one link for each key. */
export interface ShareableInput {
  key?: string | undefined
  label?: string | undefined
  content?:
    | {
        title?: string | undefined
        description?: string | undefined
        image_url?: string | undefined
        /** The target of the link. Default: the program's own landing page. */
        url?: string | undefined
        partner_content_id?: string | undefined
      }
    | undefined
  /** Names have at most 200 characters, values at most 2,000. */
  data?: Record<string, string> | undefined
  preferred_code_prefixes?: string[] | undefined
}

export interface ShareableFilters {
  key?: string | undefined
  label?: string | undefined
}

const filters = {
  key: (item: Shareable) => item.key,
  label: (item: Shareable) => item.label,
}

const PATH = '/api/v6/me/shareables'

/**
 * The consumer's links (specification 4.3). Needs an identified consumer: the calls throw `scopes_denied` below that. Each call also loads the code that
 * shares them.
 */
export const shareables = (connection: Connection) => {
  connection.loadShare().catch(() => {})
  const post = (input: ShareableInput, suffix: string): Promise<Shareable> => {
    const content = attempt(() => input.content)
    connection.calls.checkKeys('shareables', input, Object.keys(INPUT))
    connection.calls.checkKeys('shareables.content', content, Object.keys(CONTENT))
    return call(connection, schema, 'POST', PATH + suffix, input)
  }
  return {
    /** Throws `unknown_filter`, `invalid_response` or a platform code. */
    list: (given?: ShareableFilters): Promise<Shareable[]> => list(connection, schema, PATH, filters, given),

    /** Throws `shareable_not_found`, `invalid_response` or a platform code. */
    get: (code: string): Promise<Shareable> =>
      call(connection, schema, 'GET', `${PATH}/${pathSegment(code, 'shareables.get() needs a code')}`),

    /**
     * Creates a link. If there is a link with this key, resolves with that link. Throws `label_name_contains_illegal_character`,
     * `label_name_length_out_of_range`, `content_url_length_out_of_range`, `invalid_content_url`, `blocked_content_url`, `content_image_url_invalid`,
     * `data_attribute_name_invalid`, `data_attribute_value_length_out_of_range` or another platform code.
     */
    create: (input: ShareableInput = {}) => post(input, ''),

    /** Resolves with the link of this key, and creates it if there is none. Safe to repeat. Throws what `create` throws. */
    getOrCreate: (input: ShareableInput = {}) => post(input, '/get-or-create'),

    /**
     * The same, and updates the link with `input`. Only a verified consumer, or the device that made the link, can change an existing link:
     * others get `scopes_denied`. Throws what `create` throws.
     */
    getCreateOrUpdate: (input: ShareableInput = {}) => post(input, '/get-create-or-update'),
  }
}

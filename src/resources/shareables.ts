import * as z from 'zod/mini'
import type { Client } from '../http/client.js'
import { call } from './call.js'

const content = z.looseObject({
  title: z.nullish(z.string()),
  description: z.nullish(z.string()),
  image_url: z.nullish(z.string()),
  url: z.nullish(z.string()),
  partner_content_id: z.nullish(z.string()),
})

const schema = z.looseObject({
  code: z.string(),
  link: z.string(),
  key: z.nullish(z.string()),
  label: z.nullish(z.string()),
  content: z.nullish(content),
  data: z.nullish(z.record(z.string(), z.unknown())),
})

/** The consumer's link to share, and what it shows (specification 4.3). */
export type Shareable = z.infer<typeof schema>

/** Letters, digits, dash and underscore in `key` and `label`. The same key has the same link. */
export interface ShareableInput {
  key?: string
  label?: string
  content?: z.infer<typeof content>
  data?: Record<string, string>
  preferred_code_prefixes?: string[]
}

const PATH = '/api/v6/me/shareables'

export const shareables = (client: Client) => ({
  /** Throws `invalid_response` | a platform code. */
  list: ({ key, label }: { key?: string; label?: string } = {}): Promise<Shareable[]> =>
    call(client, z.array(schema), 'GET', PATH, { query: { key, label } }),

  /** Throws `shareable_not_found` | `invalid_response` | a platform code. */
  get: (code: string): Promise<Shareable> => call(client, schema, 'GET', `${PATH}/${encodeURIComponent(code)}`),

  /** The consumer's shareable of that key, made when there is none; calling it twice is harmless. Throws a platform code. */
  getOrCreate: (input: ShareableInput = {}): Promise<Shareable> =>
    call(client, schema, 'POST', `${PATH}/get-or-create`, { body: input }),
})

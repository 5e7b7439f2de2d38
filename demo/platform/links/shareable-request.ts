import { z } from 'zod'
import type { Domain } from '../domain.js'
import type { BodyShape } from '../http/body.js'
import { lengthOf } from '../http/length-of.js'
import { RestError } from '../http/rest-error.js'
import { isWebUrl } from '../http/web-url.js'
import type { CallError } from '../openapi/call-docs.js'
import { checkContentUrl } from './content-url.js'
import type { ShareableContent, ShareableRequest } from './shareable.js'

const optionalText = z.string().optional()

const content = z.object({
  title: z.string().optional(),
  description: z.string().optional(),
  image_url: z.string().optional(),
  url: z.string().optional(),
  partner_content_id: z.string().optional(),
})

const describedContent = 'The preview of the link, and its landing page.'

const schema = z.object({
  key: optionalText.describe(
    'Identifies the link among the links of the consumer. 1 to 100 letters, digits, dashes and underscores.',
  ),
  label: optionalText.describe('A label for filtering links. The same characters as in `key`.'),
  content: content.optional().describe(describedContent),
  data: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Your own data. Names can have 200 characters, values 2000.'),
  preferred_code_prefixes: z.array(z.string()).optional().describe('Preferred first characters of the code.'),
})

const example = { label: 'products', content: { title: 'Sprig' } }

/** The body of the consumer's calls that create or update a shareable. */
export const shareableRequest = {
  schema: schema.meta({ examples: [{ key: 'sprig', ...example }] }),
  optional: true,
} satisfies BodyShape

const strictSchema = schema.extend({ content: content.strict().optional().describe(describedContent) }).strict()

/** The body of the backend's call that creates a shareable. */
export const newShareable = {
  schema: strictSchema.meta({ examples: [{ key: 'sprig', ...example }] }),
  optional: true,
} satisfies BodyShape

/** The body of the backend's call that updates a shareable with a given code. */
export const shareableChange = {
  schema: strictSchema.pick({ label: true, content: true, data: true }).meta({ examples: [example] }),
} satisfies BodyShape

/** The errors of `checkShareable`. */
export const shareableErrors: CallError[] = [
  'content_url_length_out_of_range',
  'blocked_content_url',
  'invalid_content_url',
  'content_image_url_invalid',
  'label_name_contains_illegal_character',
  'label_name_length_out_of_range',
  'data_attribute_name_invalid',
  'data_attribute_value_length_out_of_range',
]

const MAX_LABEL = 100
const MAX_DATA_NAME = 200
const MAX_DATA_VALUE = 2000

/** Validates a shareable. Throws `shareableErrors` (contract 5). */
export function checkShareable(
  domain: Domain,
  { key, label, content, data = {}, preferred_code_prefixes = [] }: ShareableRequest,
): void {
  for (const name of [key, label, ...preferred_code_prefixes]) if (name !== undefined) checkName(name)
  if (content) checkContent(domain, content)
  for (const [name, value] of Object.entries(data)) checkData(name, value)
}

function checkName(name: string): void {
  if (name.length < 1 || name.length > MAX_LABEL)
    throw new RestError('label_name_length_out_of_range', `A key or label must have 1 to ${MAX_LABEL} characters`)
  if (!/^[A-Za-z0-9_-]+$/.test(name))
    throw new RestError(
      'label_name_contains_illegal_character',
      'Only letters, digits, dashes and underscores are allowed',
    )
}

function checkContent(domain: Domain, { url, image_url }: ShareableContent): void {
  if (image_url !== undefined && !isWebUrl(image_url))
    throw new RestError('content_image_url_invalid', 'The image must have an http(s) URL')
  if (url === undefined) return
  // The landing page gets the token of the friend.
  checkContentUrl(domain, url)
}

function checkData(name: string, value: unknown): void {
  if (name.length < 1 || name.length > MAX_DATA_NAME)
    throw new RestError('data_attribute_name_invalid', `A name in data must have 1 to ${MAX_DATA_NAME} characters`)
  if (lengthOf(value) > MAX_DATA_VALUE)
    throw new RestError(
      'data_attribute_value_length_out_of_range',
      `A value in data can have at most ${MAX_DATA_VALUE} characters`,
    )
}

import { z } from 'zod'
import type { Domain } from '../../domain.js'
import type { BodyShape } from '../../http/body.js'
import { lengthOf } from '../../http/length-of.js'
import { RestError } from '../../http/rest-error.js'
import { sameSite } from '../../http/same-site.js'
import { isWebUrl } from '../../http/web-url.js'
import type { ShareableContent, ShareableRequest } from './shareable.js'

const word = z.string().optional()

const schema = z.object({
  key: word.describe(
    'What the link is for: the same key, the same link. Letters, digits, dash, underscore; at most 100.',
  ),
  label: word.describe('What links are listed by. The same characters.'),
  content: z
    .object({
      title: z.string().optional(),
      description: z.string().optional(),
      image_url: z.string().optional(),
      url: z.string().optional(),
      partner_content_id: z.string().optional(),
    })
    .optional()
    .describe('What the link shows, and where it leads.'),
  data: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Your own. Names of at most 200 characters, values of at most 2000.'),
  preferred_code_prefixes: z.array(z.string()).optional().describe('How the code should begin.'),
})

/** What a shareable is to be. */
export const shareableRequest = {
  schema: schema.meta({ examples: [{ key: 'sprig', label: 'products', content: { title: 'Sprig' } }] }),
  optional: true,
} satisfies BodyShape

const MAX_LABEL = 100
const MAX_URL = 2000
const MAX_DATA_NAME = 200
const MAX_DATA_VALUE = 2000

/** Checks what a shareable is to be. Throws the shareable calls' own codes (contract 5). */
export function checkShareable(
  domain: Domain,
  { key, label, content, data = {}, preferred_code_prefixes = [] }: ShareableRequest,
): void {
  for (const word of [key, label, ...preferred_code_prefixes]) if (word !== undefined) checkWord(word)
  if (content) checkContent(domain, content)
  for (const [name, value] of Object.entries(data)) checkData(name, value)
}

function checkWord(word: string): void {
  if (word.length < 1 || word.length > MAX_LABEL)
    throw new RestError('label_name_length_out_of_range', `A key or label has 1 to ${MAX_LABEL} characters`)
  if (!/^[A-Za-z0-9_-]+$/.test(word))
    throw new RestError('label_name_contains_illegal_character', 'Letters, digits, dash and underscore alone')
}

function checkContent(domain: Domain, { url, image_url }: ShareableContent): void {
  if (image_url !== undefined && !isWebUrl(image_url))
    throw new RestError('content_image_url_invalid', 'The image has no web address')
  if (url === undefined) return
  if (url.length < 1 || url.length > MAX_URL)
    throw new RestError('content_url_length_out_of_range', `A URL has 1 to ${MAX_URL} characters`)
  if (!isWebUrl(url)) throw new RestError('invalid_content_url', 'The content has no web address')
  // A share link hands the friend's token to where it leads: never to a site the program does not know.
  if (!sitesOf(domain).some(site => sameSite(site, url)))
    throw new RestError('blocked_content_url', 'Links of this program do not lead there')
}

function checkData(name: string, value: unknown): void {
  if (name.length < 1 || name.length > MAX_DATA_NAME)
    throw new RestError('data_attribute_name_invalid', `A name in data has 1 to ${MAX_DATA_NAME} characters`)
  if (lengthOf(value) > MAX_DATA_VALUE)
    throw new RestError('data_attribute_value_length_out_of_range', `A value in data has at most ${MAX_DATA_VALUE}`)
}

const sitesOf = ({ settings }: Domain) => [settings.landingUrl, settings.programOrigin, ...settings.allowedOrigins]

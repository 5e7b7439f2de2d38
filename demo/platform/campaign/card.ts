import { z } from 'zod'
import { isWebUrl } from '../http/web-url.js'
import { plainText } from './names.js'

/** What messengers show for a share link, in one language. */
export const card = z.strictObject({
  title: plainText.min(1).max(200).optional(),
  description: plainText.min(1).max(500).optional(),
  /** A path is on the host of the landing page. */
  image_url: z
    .string()
    .max(2000)
    .refine(text => isWebUrl(text) || isPath(text), 'Expected an http(s) URL, or a path such as /images/card.jpg')
    .optional(),
})

export type Card = z.output<typeof card>

/** The cards of a program by language. The first language is the default. */
export const cards = z.record(
  z.string().regex(/^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i, 'Expected the form of a language, such as en or pt-BR'),
  card,
)

const isPath = (text: string) => /^\/(?!\/)/.test(text) && URL.canParse(text, 'https://host.invalid')

/** The card of a program in a language. A field that the language lacks is that of the default language. */
export function cardIn(all: Record<string, Card>, language: string | undefined): Card {
  const [first = {}] = Object.values(all)
  return { ...first, ...(language !== undefined && all[language]) }
}

/** The absolute URL of a card's picture. */
export const pictureUrl = (imageUrl: string, landingUrl: string): string => new URL(imageUrl, landingUrl).href

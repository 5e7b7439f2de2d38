import { type Card, cardIn, pictureUrl } from '../campaign/card.js'
import type { Program } from '../campaign/program.js'
import type { ShareableContent } from './shareable.js'

/** What a messenger shows for a link. */
export interface LinkCard extends Required<Pick<Card, 'title'>>, Omit<Card, 'title'> {
  /** The language of the program's texts. Undefined if the program has none. */
  language: string | undefined
  site: string
}

/** The card of a link: what the shareable says, else what the program says in the language. */
export function linkCard(
  program: Pick<Program, 'name' | 'cards'>,
  language: string | undefined,
  landingUrl: string,
  content?: ShareableContent | null,
): LinkCard {
  const ofProgram = cardIn(program.cards, language)
  const image = content?.image_url || ofProgram.image_url
  return {
    language,
    site: program.name,
    title: content?.title || ofProgram.title || program.name,
    description: content?.description || ofProgram.description,
    image_url: image && pictureUrl(image, landingUrl),
  }
}

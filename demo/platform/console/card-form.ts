import { card, cards, pictureUrl } from '../campaign/card.js'
import type { Program } from '../campaign/program.js'
import { pictureProblem } from '../network/check-picture.js'
import type { Settings } from '../options.js'
import type { FieldErrors } from './content-controls.js'

/** The fields of a card as text. An empty field is not set. */
export type CardTexts = Record<(typeof CARD_FIELDS)[number], string>

export const CARD_FIELDS = ['title', 'description', 'image_url'] as const

/** What is wrong with the card of a language. */
export async function cardErrors(settings: Settings, language: string, texts: CardTexts): Promise<FieldErrors> {
  const errors: FieldErrors = {}
  if (!cards.safeParse({ [language]: {} }).success) errors.language = 'Expected a language such as en or pt-BR'
  for (const issue of card.safeParse(given(texts)).error?.issues ?? [])
    errors[String(issue.path[0])] ??=
      issue.code === 'too_big' ? `Expected at most ${issue.maximum} characters` : issue.message
  if (texts.image_url && !errors.image_url) {
    const problem = await pictureProblem(settings, pictureUrl(texts.image_url, settings.landingUrl))
    if (problem) errors.image_url = problem
  }
  return errors
}

/** The source of a program with the card of a language. A card without text is taken away. */
export function withCard(source: string, language: string, texts: CardTexts): string {
  const { cards: before = {}, ...rest } = JSON.parse(source) as Record<string, unknown> & { cards?: object }
  const changed = given(texts)
  const after = { ...before, [language]: Object.keys(changed).length ? changed : undefined }
  return JSON.stringify({ ...rest, cards: after }, null, 2)
}

const given = (texts: CardTexts): Partial<CardTexts> =>
  Object.fromEntries(CARD_FIELDS.flatMap(name => (texts[name] ? [[name, texts[name]]] : [])))

/** The texts of a card that a program has. */
export const textsOf = (program: Program | undefined, language: string): CardTexts => {
  const { title = '', description = '', image_url = '' } = program?.cards[language] ?? {}
  return { title, description, image_url }
}

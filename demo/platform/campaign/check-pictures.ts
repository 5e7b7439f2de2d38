import { pictureProblem } from '../network/check-picture.js'
import type { Settings } from '../options.js'
import { cardIn, pictureUrl } from './card.js'
import { lineOf } from './line-of.js'
import type { Program } from './program.js'
import { readProgram } from './read-program.js'
import type { SourceError } from './source-error.js'

/** The pictures of a program's cards that messengers do not show. Pictures that the program has had before are not loaded again. */
export async function pictureErrors(
  settings: Settings,
  source: string,
  program: Program,
  before: string | undefined,
): Promise<SourceError[]> {
  const former = before === undefined ? {} : (readProgram(before).value?.cards ?? {})
  const known = new Set(Object.values(former).map(({ image_url }) => image_url))
  const errors: SourceError[] = []
  for (const language of Object.keys(program.cards)) {
    const { image_url } = cardIn({ [language]: program.cards[language]! }, language)
    if (image_url === undefined || known.has(image_url)) continue
    const problem = await pictureProblem(settings, pictureUrl(image_url, settings.landingUrl))
    const path = ['cards', language, 'image_url']
    if (problem) errors.push({ message: `${path.join('.')}: ${problem}`, line: lineOf(source, path) })
  }
  return errors
}

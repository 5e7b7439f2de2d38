import type { Translation } from './messages.js'

/** Each language but English, whose words come along with what they are for. */
const languages: Record<string, () => Promise<{ words: Translation }>> = {
  ar: () => import('./ar.js'),
  de: () => import('./de.js'),
  es: () => import('./es.js'),
  fr: () => import('./fr.js'),
  he: () => import('./he.js'),
  ja: () => import('./ja.js'),
  pt: () => import('./pt-BR.js'),
}

/** Our words in the language of a locale. Nothing for a language that we do not speak, or whose file did not come: then English stands. */
export async function findMessages({ language }: Intl.Locale): Promise<Translation> {
  try {
    return (await languages[language]!()).words
  } catch {
    return {}
  }
}

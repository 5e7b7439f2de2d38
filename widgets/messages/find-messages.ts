import type { Translation } from './messages.js'

/** A file for each language except English, whose texts are part of the widgets' code. */
const languages: Record<string, () => Promise<{ messages: Translation }>> = {
  ar: () => import('./ar.js'),
  de: () => import('./de.js'),
  es: () => import('./es.js'),
  fr: () => import('./fr.js'),
  he: () => import('./he.js'),
  ja: () => import('./ja.js'),
  pt: () => import('./pt-BR.js'),
}

/** Loads the texts in the language of a locale. Resolves with no texts, so that English is shown, for an unknown language or if the file does not load. */
export async function findMessages({ language }: Intl.Locale): Promise<Translation> {
  try {
    return (await languages[language]!()).messages
  } catch {
    return {}
  }
}

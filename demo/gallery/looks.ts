import { copies, type Locale, locales } from './copy/index.js'
import type { Consumer } from './stories/index.js'

/** What a story is looked at with. Each is a word in the address. */
export interface Looks {
  locale: Locale
  /** `system`: as the browser prefers. */
  scheme: 'system' | 'light' | 'dark'
  /** Of the page, in pixels. */
  width: 'full' | '320' | '480' | '768'
  /** In percent. */
  text: '100' | '200'
  consumer: Consumer
}

/** What there is to choose from; the first is what counts where the address says nothing. */
export const choices: { [Look in keyof Looks]: readonly Looks[Look][] } = {
  locale: locales,
  scheme: ['system', 'light', 'dark'],
  width: ['full', '320', '480', '768'],
  text: ['100', '200'],
  consumer: ['anonymous', 'identified', 'verified'],
}

export function readLooks(query: URLSearchParams): Looks {
  const looks = Object.entries(choices).map(([look, [first, ...others]]) => {
    const asked = query.get(look)
    return [look, others.find(choice => choice === asked) ?? first]
  })
  return Object.fromEntries(looks) as Looks
}

/** The query of an address, without what goes without saying. */
export function queryOf(story: string, looks: Looks): string {
  const said = Object.entries(looks).filter(([look, choice]) => choice !== choices[look as keyof Looks][0])
  // A story has a slash in its name, which may stand in a query as it is.
  return `?story=${story}${said.map(([look, choice]) => `&${look}=${choice}`).join('')}`
}

export const directionOf = (locale: Locale) => copies[locale].dir ?? 'ltr'

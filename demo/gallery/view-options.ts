import { type Locale, locales } from './copy/index.js'
import type { Consumer } from './stories/index.js'

/** How a story is shown. Each option is a parameter of the URL. */
export interface ViewOptions {
  locale: Locale
  /** `system`: the color scheme of the browser. */
  scheme: 'system' | 'light' | 'dark'
  /** The width of the page in pixels. */
  width: 'full' | '320' | '480' | '768'
  /** The text size in percent. */
  text: '100' | '200'
  consumer: Consumer
}

/** The values of each option. The first one is the default. */
export const viewChoices: { [Option in keyof ViewOptions]: readonly ViewOptions[Option][] } = {
  locale: locales,
  scheme: ['system', 'light', 'dark'],
  width: ['full', '320', '480', '768'],
  text: ['100', '200'],
  consumer: ['anonymous', 'identified', 'verified'],
}

export function readViewOptions(query: URLSearchParams): ViewOptions {
  const options = Object.entries(viewChoices).map(([option, [first, ...others]]) => {
    const requested = query.get(option)
    return [option, others.find(choice => choice === requested) ?? first]
  })
  return Object.fromEntries(options) as ViewOptions
}

/** The query of a URL, without options that have their default. */
export function queryOf(story: string, options: ViewOptions): string {
  const changed = Object.entries(options).filter(
    ([option, choice]) => choice !== viewChoices[option as keyof ViewOptions][0],
  )
  // The slash in the name of a story needs no encoding in a query.
  return `?story=${story}${changed.map(([option, choice]) => `&${option}=${choice}`).join('')}`
}

export const directionOf = (locale: Locale) => (locale === 'ar' || locale === 'he' ? 'rtl' : 'ltr')

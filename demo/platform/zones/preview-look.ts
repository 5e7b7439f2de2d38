import { isScheme, type ProgramTheme, type Scheme, toTheme } from '../theme/program-theme.js'

/** The languages of the widgets, by their tags. */
export const languages = {
  ar: 'Arabic',
  de: 'German',
  en: 'English',
  es: 'Spanish',
  fr: 'French',
  he: 'Hebrew',
  ja: 'Japanese',
  'pt-BR': 'Portuguese (Brazil)',
}

export type Language = keyof typeof languages

/** The page on which a preview shows a zone. */
export interface PreviewLook {
  /** The language of the page. */
  language: Language
  /** Whether the page is written from right to left. Pages in Arabic and Hebrew always are. */
  isRightToLeft: boolean
  /** Undefined: the color scheme of the system. */
  scheme?: Scheme | undefined
}

/** Reads a look by the names of its values. What is missing or unknown has its default. `language` is that of the language. */
export function readLook(read: (name: string) => string | undefined, language: Language): PreviewLook {
  const scheme = read('scheme')
  const chosen = read('language')
  return {
    language: isLanguage(chosen) ? chosen : language,
    isRightToLeft: read('direction') === 'rtl',
    scheme: isScheme(scheme) ? scheme : undefined,
  }
}

/** The parameters from which `readLook` reads a look. */
export const lookParameters = ({ language, isRightToLeft, scheme }: PreviewLook): Record<string, string> => ({
  language,
  ...(isRightToLeft && { direction: 'rtl' }),
  ...(scheme && { scheme }),
})

/**
 * The attributes of the page and of its zone. In the color scheme of the system, the zone needs no theme: the style sheet of the page sets that of the
 * program.
 */
export const lookAttributes = ({ language, isRightToLeft, scheme }: PreviewLook, theme: ProgramTheme) => ({
  page: {
    lang: language,
    dir: isRightToLeft || ['ar', 'he'].includes(language) ? 'rtl' : 'ltr',
    'data-scheme': scheme ?? 'system',
  },
  theme: scheme ? toTheme(theme, scheme) : {},
})

/** The language of the widgets for a locale: `fr` for `fr-CA`. Undefined: the widgets do not have it. */
export function languageOf(locale: string): Language | undefined {
  const [language] = locale.toLowerCase().split(/[-_]/)
  return (Object.keys(languages) as Language[]).find(tag => tag.toLowerCase().split('-')[0] === language)
}

const isLanguage = (tag: string | undefined): tag is Language => tag !== undefined && Object.hasOwn(languages, tag)

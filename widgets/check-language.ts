import type { Data, Rewards } from '../src/api.js'
import { nearestLang } from './find-locale.js'
import type { ZoneHost } from './view.js'

/** Reports a language that no browser knows, such as `german` or a country: the texts of the zone are English then. */
export function checkLanguage(host: ZoneHost & { readonly data: Data | null }, rewards: Rewards | undefined): void {
  const zone = `Zone "${host.name}"`
  const sources: [where: string, given: unknown][] = [
    [`${zone}: data.locale`, host.data?.locale],
    ['options.data.locale (data-locale)', rewards?.data?.locale],
    [`The lang of ${zone}`, nearestLang(host)],
  ]
  // The first one decides, as in `findLocale`.
  const [where = '', given] = sources.find(([, given]) => given) ?? []
  if (!rewards || !given || isKnown(given)) return
  import('./reports.js').then(
    ({ reportLanguage }) => reportLanguage(rewards, host, where, given),
    () => {},
  )
}

/**
 * Whether the browser knows the language of a tag. Servers write `de_DE` for `de-DE`. Only rare languages are looked up by their name: the names take longer to
 * load than a widget to be drawn.
 */
function isKnown(tag: unknown) {
  try {
    const { language } = new Intl.Locale(String(tag).replace(/_/g, '-'))
    if (Intl.PluralRules.supportedLocalesOf(language).length) return true
    return Boolean(new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(language))
  } catch {
    return false
  }
}

import type { Data, Rewards } from '../src/api.js'
import { attempt } from '../src/base/attempt.js'

/**
 * Finds the locale of an element: `locale` of its own data, else `locale` of the runtime's data, else the nearest `lang`. English if that is not a
 * valid locale. Servers write `de_DE` for `de-DE`.
 */
export function findLocale(host: Element & { readonly data: Data | null }, rewards?: Rewards): Intl.Locale {
  const given = host.data?.locale || rewards?.data?.locale || nearestLang(host)
  return attempt(() => new Intl.Locale(String(given).replace(/_/g, '-'))) ?? new Intl.Locale('en')
}

/** The `lang` of the nearest ancestor, also outside of the shadow roots around the element. */
export function nearestLang(element: Element): string | null {
  // A zone in the dialog of another zone is not in the language of that zone's texts, which may be untranslated.
  const ancestor = element.closest('[lang]:not([part=zone])')
  // In a form with a field named `getAttribute`, `form.getAttribute` is that field.
  if (ancestor) return Element.prototype.getAttribute.call(ancestor, 'lang')
  const { host } = element.getRootNode() as Partial<ShadowRoot>
  return host ? nearestLang(host) : null
}

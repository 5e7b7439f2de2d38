import type { Data, Rewards } from '../src/api.js'
import { safeDocument } from '../src/base/safe-document.js'

/**
 * Finds the locale of an element: `locale` of its own data, else `locale` of the runtime's data, else the `lang` attribute of the nearest
 * ancestor. English if that is not a valid locale.
 */
export function findLocale(host: Element & { readonly data: Data | null }, rewards?: Rewards): Intl.Locale {
  const ancestor = host.closest('[lang]') ?? safeDocument().documentElement
  // In a form with a field named `getAttribute`, `form.getAttribute` is that field.
  const lang = Element.prototype.getAttribute.call(ancestor, 'lang')
  try {
    return new Intl.Locale(String(host.data?.locale || rewards?.data?.locale || lang))
  } catch {
    return new Intl.Locale('en')
  }
}

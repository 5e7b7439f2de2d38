import type { Data, Rewards } from '../src/api.js'
import { safeDocument } from '../src/safe-document.js'

/** The locale of an element: what its data asks for, or the data of its runtime, else the language of the text around it, else English. */
export function localeOf(host: Element & { readonly data: Data | null }, rewards?: Rewards): Intl.Locale {
  const named = host.closest('[lang]') ?? safeDocument().documentElement
  // Of a form with a field of this name, `lang` would be that field.
  const lang = Element.prototype.getAttribute.call(named, 'lang')
  try {
    return new Intl.Locale(String(host.data?.locale || rewards?.data?.locale || lang))
  } catch {
    return new Intl.Locale('en')
  }
}

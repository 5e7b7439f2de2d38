import type { Data, Rewards } from '../src/api.js'
import { checkLanguage } from './check-language.js'
import { findLocale } from './find-locale.js'
import { startObserver } from './start-observer.js'
import type { ZoneHost } from './view.js'

/** Any ancestor of a zone may have the nearest `lang`. */
const LANG = { attributes: true, attributeFilter: ['lang'], subtree: true }

/** Calls `onChange` when the locale of a zone is no longer the one with which it was loaded. Reports a language that no browser knows. */
export function followLanguage(
  host: ZoneHost & { readonly data: Data | null },
  rewards: Rewards | undefined,
  locale: string,
  signal: AbortSignal,
  onChange: () => void,
): void {
  const check = () => `${findLocale(host, rewards)}` !== locale && onChange()
  for (const root of rootsAround(host)) {
    const stop = startObserver(() => new MutationObserver(check), root, LANG)
    signal.addEventListener('abort', () => stop?.())
  }
  check()
  checkLanguage(host, rewards)
}

/** The shadow roots around an element, and its document. */
function rootsAround(element: Element): Node[] {
  const root = element.getRootNode()
  return root instanceof ShadowRoot ? [root, ...rootsAround(root.host)] : [root]
}

import type { Payload } from './bridge.js'

type Zone = HTMLElement & { theme?: { scheme?: string } | null }

const SIDES = ['top', 'right', 'bottom', 'left']

let sheet: CSSStyleSheet | undefined
/** What the app wears: `light` or `dark`; and what it speaks. */
let scheme: string | undefined
let locale: string | undefined
/** What the app has given to each zone, so that it may give it something else. What the page has said itself stays. */
const given = new WeakMap<Zone, string | undefined>()

/** Dresses the zones of the page, those to come as well, as the app is. Its insets are custom properties that a page's own rules overrule. */
export function wear({ insets, color_scheme, locale: spoken }: Payload): void {
  if (!globalThis.document) return
  if (insets) setInsets(Object(insets))
  if (!color_scheme && !spoken) return
  if (!scheme && !locale) new MutationObserver(dressAll).observe(document, { childList: true, subtree: true })
  if (/^(light|dark)$/.test(String(color_scheme))) scheme = String(color_scheme)
  if (spoken) locale = String(spoken)
  dressAll()
}

function setInsets(insets: Record<string, unknown>) {
  const sides = SIDES.map(side => `--rewards-inset-${side}:${Number(insets[side]) || 0}px`)
  if (!sheet) {
    sheet = new CSSStyleSheet()
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }
  sheet.replaceSync(`:where(:root){${sides.join(';')}}`)
}

function dressAll() {
  for (const zone of document.querySelectorAll<Zone>('rewards-zone')) dress(zone)
}

function dress(zone: Zone) {
  if (locale && !zone.lang) zone.lang = locale
  const theme = zone.theme ?? {}
  if (!scheme || theme.scheme === scheme || (theme.scheme && theme.scheme !== given.get(zone))) return
  given.set(zone, scheme)
  zone.theme = { ...theme, scheme }
}

import { safeDocument } from '../safe-document.js'
import type { Payload } from './bridge.js'

interface Look {
  /** `light` or `dark`. */
  scheme?: string | undefined
  lang?: string | undefined
}

type Zone = HTMLElement & { theme: Look | null }

const SIDES = ['top', 'right', 'bottom', 'left']

let sheet: CSSStyleSheet | undefined
/** The color scheme and the language of the app. */
let app: Look = {}
/** What the app has set on each zone, and may change again. What the page has set stays. */
const looks = new WeakMap<Zone, Look>()

/** Gives all zones, also later ones, the app's color scheme and language. Its insets become custom properties that a page's rules override. */
export function applyAppearance({ insets, color_scheme, locale }: Payload): void {
  if (insets) setInsets(Object(insets))
  if (!color_scheme && !locale) return
  if (!app.scheme && !app.lang) watchZones()
  const scheme = /^(light|dark)$/.test(String(color_scheme)) ? String(color_scheme) : app.scheme
  app = { scheme, lang: locale ? String(locale) : app.lang }
  styleAll()
}

function setInsets(insets: Record<string, unknown>) {
  const sides = SIDES.map(side => `--rewards-inset-${side}:${Number(insets[side]) || 0}px`)
  if (!sheet) {
    sheet = new CSSStyleSheet()
    const page = safeDocument()
    page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet]
  }
  sheet.replaceSync(`:where(:root){${sides.join(';')}}`)
}

function watchZones() {
  new MutationObserver(styleAll).observe(document, { childList: true, subtree: true })
  customElements.whenDefined('rewards-zone').then(styleAll)
}

function styleAll() {
  // Before that a zone has no theme that could be read, and what its attribute says would take the place of ours.
  if (!customElements.get('rewards-zone')) return
  for (const zone of safeDocument().querySelectorAll<Zone>('rewards-zone')) style(zone)
}

function style(zone: Zone) {
  const given = looks.get(zone) ?? {}
  const has: Look = { lang: zone.lang, scheme: zone.theme?.scheme }
  const isNew = (key: keyof Look) => app[key] && app[key] !== has[key] && (!has[key] || has[key] === given[key])
  const news = (['lang', 'scheme'] as const).filter(isNew)
  if (!news.length) return
  for (const key of news) has[key] = given[key] = app[key]
  looks.set(zone, given)
  if (has.lang) zone.lang = has.lang
  // Set last: by that the zone looks at its language again, too.
  zone.theme = { ...zone.theme, scheme: has.scheme }
}

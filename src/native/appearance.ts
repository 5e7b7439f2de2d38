import { observeChanges } from '../base/environment.js'
import { safeDocument } from '../base/safe-document.js'
import type { Payload } from './bridge.js'

interface Appearance {
  /** `light` or `dark`. */
  scheme?: string | undefined
  lang?: string | undefined
}

type Zone = HTMLElement & { theme: Appearance | null }

const SIDES = ['top', 'right', 'bottom', 'left']

let sheet: CSSStyleSheet | undefined
let observer: MutationObserver | undefined
let appAppearance: Appearance = {}
/** What each zone has from the app. The app may change it; values that the page has set stay. */
const appliedTo = new WeakMap<Zone, Appearance>()

/**
 * Gives all zones the color scheme and the language of the app, also zones that are added later. The insets become custom properties, which
 * the page's own rules override.
 */
export function applyAppearance({ insets, color_scheme, locale }: Payload): void {
  if (insets) setInsets(Object(insets))
  if (!color_scheme && !locale) return
  if (!appAppearance.scheme && !appAppearance.lang) watchZones()
  const scheme = /^(light|dark)$/.test(String(color_scheme)) ? String(color_scheme) : appAppearance.scheme
  appAppearance = { scheme, lang: locale ? String(locale) : appAppearance.lang }
  applyToZones()
}

/** Zones that are added later, and the insets, follow the app no more. */
export function stopAppearance(): void {
  observer?.disconnect()
  sheet?.replaceSync('')
  appAppearance = {}
}

function setInsets(insets: Record<string, unknown>) {
  const properties = SIDES.map(side => `--rewards-inset-${side}:${Number(insets[side]) || 0}px`)
  if (!sheet) {
    sheet = new CSSStyleSheet()
    const page = safeDocument()
    page.adoptedStyleSheets = [...page.adoptedStyleSheets, sheet]
  }
  sheet.replaceSync(`:where(:root){${properties.join(';')}}`)
}

function watchZones() {
  observer = observeChanges(applyToZones)
  observer?.observe(document, { childList: true, subtree: true })
  customElements.whenDefined('rewards-zone').then(applyToZones)
}

function applyToZones() {
  // Before it is defined, an element has no `theme` to read. When it is defined, its attribute would replace a theme that was set before.
  if (!customElements.get('rewards-zone')) return
  for (const zone of safeDocument().querySelectorAll<Zone>('rewards-zone')) applyTo(zone)
}

function applyTo(zone: Zone) {
  const applied = appliedTo.get(zone) ?? {}
  const present: Appearance = { lang: zone.lang, scheme: zone.theme?.scheme }
  const isOutdated = (key: keyof Appearance) =>
    appAppearance[key] &&
    appAppearance[key] !== present[key] &&
    // The page has not set another value.
    (!present[key] || present[key] === applied[key])
  const outdated = (['lang', 'scheme'] as const).filter(isOutdated)
  if (!outdated.length) return
  for (const key of outdated) present[key] = applied[key] = appAppearance[key]
  appliedTo.set(zone, applied)
  if (present.lang) zone.lang = present.lang
  // After `lang`: when its theme is set, the zone reads its language again, too.
  zone.theme = { ...zone.theme, scheme: present.scheme }
}

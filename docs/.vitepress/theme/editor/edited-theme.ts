import { parse } from 'culori'

export type Scheme = 'light' | 'dark'

export const COLOR_KEYS = ['accent', 'accentText', 'text', 'surface', 'soft', 'line'] as const
export type ColorKey = (typeof COLOR_KEYS)[number]
export type Colors = Record<ColorKey, string>

/** What somebody has set: the colors of both schemes, the radius in pixels, and the font. An empty font is the page's. */
export interface EditedTheme {
  light: Colors
  dark: Colors
  radius: number
  font: string
}

const LIGHT: Colors = {
  accent: '#4466e8',
  accentText: '#ffffff',
  text: '#1b1b1f',
  surface: '#ffffff',
  soft: '#88888822',
  line: '#88888844',
}

/** The widgets' own values. */
export const defaults = (): EditedTheme => ({
  light: { ...LIGHT },
  dark: { ...LIGHT, text: '#f2f2f5', surface: '#1b1b1f' },
  radius: 10,
  font: '',
})

/** A font family ends no declaration, and refers to nothing. */
const FONT = /^[\w\s,'"-]{0,100}$/

const MAX_RADIUS = 40

export const isColor = (value: unknown): value is string => typeof value === 'string' && Boolean(parse(value))
export const isFont = (value: unknown): value is string => typeof value === 'string' && FONT.test(value)
export const isRadius = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= MAX_RADIUS

const isScheme = (value: unknown): value is Scheme => value === 'light' || value === 'dark'

/** The properties that differ from the widgets' own. Text and background belong together. */
function changedKeys({ light, dark }: EditedTheme): ColorKey[] {
  const own = defaults()
  const isChanged = (key: ColorKey) => light[key] !== own.light[key] || dark[key] !== own.dark[key]
  const together = isChanged('text') || isChanged('surface')
  return COLOR_KEYS.filter(key => isChanged(key) || (together && (key === 'text' || key === 'surface')))
}

/** Radius and font, if they differ from the widgets' own. */
function changedShape({ radius, font }: EditedTheme) {
  return { ...(radius !== defaults().radius && { radius: `${radius}px` }), ...(font && { font }) }
}

const pick = (colors: Colors, keys: ColorKey[]) => Object.fromEntries(keys.map(key => [key, colors[key]]))

/** What the attribute or the property `theme` of a zone takes. */
export function toTheme(theme: EditedTheme, scheme: Scheme): Record<string, string> {
  return { scheme, ...pick(theme[scheme], changedKeys(theme)), ...changedShape(theme) }
}

/** A style sheet that sets the theme for every zone of a page, by the scheme of the visitor's system. */
export function toCss(theme: EditedTheme): string {
  const keys = changedKeys(theme)
  const light = declarations({ ...pick(theme.light, keys), ...changedShape(theme) })
  const dark = declarations(
    pick(
      theme.dark,
      keys.filter(key => theme.dark[key] !== theme.light[key]),
    ),
  )
  const rule = (lines: string[]) => `:root {\n${lines.map(line => `  ${line}\n`).join('')}}\n`
  if (!light.length) return '/* These are the widgets’ own colors and sizes. */\n'
  if (!dark.length) return rule(light)
  const indented = rule(dark).trimEnd().replaceAll('\n', '\n  ')
  return `${rule(light)}\n@media (prefers-color-scheme: dark) {\n  ${indented}\n}\n`
}

const declarations = (values: Record<string, string>) =>
  Object.entries(values).map(
    ([key, value]) => `--rewards-${key.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)}: ${value};`,
  )

/** A theme as the query of a link. */
export function toQuery(theme: EditedTheme): string {
  const keys = changedKeys(theme)
  const { light, dark, ...shape } = theme
  return `?${new URLSearchParams({ theme: JSON.stringify({ ...shape, light: pick(light, keys), dark: pick(dark, keys) }) })}`
}

/**
 * The theme of a link: that of `toQuery`, or the value of an attribute `theme`, whose colors then are those of its `scheme`, or of both. A value
 * that cannot be used is left out.
 */
export function fromQuery(query: string): EditedTheme {
  const theme = defaults()
  const given = parseObject(new URLSearchParams(query).get('theme'))
  const { scheme } = given
  for (const each of ['light', 'dark'] as const) {
    const source = isScheme(scheme) && scheme !== each ? {} : { ...given, ...objectOf(given[each]) }
    for (const key of COLOR_KEYS) if (isColor(source[key])) theme[each][key] = source[key]
  }
  const radius = typeof given.radius === 'string' ? Number.parseFloat(given.radius) : given.radius
  if (isRadius(radius)) theme.radius = radius
  if (isFont(given.font)) theme.font = given.font
  return theme
}

function parseObject(text: string | null): Record<string, unknown> {
  try {
    return objectOf(JSON.parse(text ?? '{}'))
  } catch {
    return {}
  }
}

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

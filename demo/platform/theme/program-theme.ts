import { formatHex, parse } from 'culori'

export const SCHEMES = ['light', 'dark'] as const
export type Scheme = (typeof SCHEMES)[number]

export const SCHEME_LABELS: Record<Scheme, string> = { light: 'Light', dark: 'Dark' }

export const COLOR_KEYS = ['accent', 'accentText', 'text', 'surface', 'soft', 'line'] as const
export type ColorKey = (typeof COLOR_KEYS)[number]
export type Colors = Record<ColorKey, string>

/** What each color is for, in the theme editor and in the console. */
export const COLOR_LABELS: Colors = {
  accent: 'Main button',
  accentText: 'Text of the main button',
  text: 'Text',
  surface: 'Background',
  soft: 'Fields and secondary buttons',
  line: 'Borders',
}

/** How the widgets of a program look: the colors of both schemes, the radius in pixels, and the font. An empty font is the page's. */
export interface ProgramTheme {
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
export const defaults = (): ProgramTheme => ({
  light: { ...LIGHT },
  dark: { ...LIGHT, text: '#f2f2f5', surface: '#1b1b1f' },
  radius: 10,
  font: '',
})

/** The names of fonts, divided by commas. In quotes, a word can begin with a digit: `"Exo 2"`. */
const WORD = String.raw`-?[\p{L}_][\p{L}\p{N}_-]*`
const FONT = String.raw`"[\p{L}\p{N} ._-]+"|'[\p{L}\p{N} ._-]+'|${WORD}( +${WORD})*`
const FONTS = new RegExp(`^((${FONT})( *, *(${FONT}))*)?$`, 'u')

export const MAX_RADIUS = 40

/** culori also reads digits without `#`, a function without its end, and spaces that CSS does not have, such as `color(--hsv …)`. */
const COLOR = /^(#[\da-f]+|[a-z]+(\((?!\s*--)[^()]*\))?)$/i

/** The longest value that anybody needs: `oklch()` with many digits, or several fonts. */
const MAX_LENGTH = 100

const isShort = (value: unknown): value is string => typeof value === 'string' && value.length <= MAX_LENGTH

export const isColor = (value: unknown): value is string => isShort(value) && COLOR.test(value) && Boolean(parse(value))
export const isFont = (value: unknown): value is string => isShort(value) && FONTS.test(value.trim())
export const isRadius = (value: number): boolean => value >= 0 && value <= MAX_RADIUS

/** The pixels of a radius, a number or a text such as `12px`, in thousandths: CSS and JSON need no exponent. NaN: it is neither. */
export function pixelsOf(radius: unknown): number {
  const [, pixels] = /^(\d+(?:\.\d+)?)(?:px)?$/.exec(String(radius)) ?? []
  return Math.round(Number(pixels) * 1000) / 1000
}

/** A color as a color input shows it: in hexadecimal, without transparency. Black if the text is no color. */
export const opaqueOf = (color: string): string => formatHex(isColor(color) ? parse(color)! : '#000')

export const isScheme = (value: unknown): value is Scheme => SCHEMES.some(scheme => scheme === value)

/** The properties that differ from the widgets' own. Text and background belong together. */
function changedKeys({ light, dark }: ProgramTheme): ColorKey[] {
  const own = defaults()
  const isChanged = (key: ColorKey) => light[key] !== own.light[key] || dark[key] !== own.dark[key]
  const together = isChanged('text') || isChanged('surface')
  return COLOR_KEYS.filter(key => isChanged(key) || (together && (key === 'text' || key === 'surface')))
}

/** Radius and font, if they differ from the widgets' own. */
function changedShape({ radius, font }: ProgramTheme) {
  return { ...(radius !== defaults().radius && { radius: `${radius}px` }), ...(font && { font }) }
}

const pick = (colors: Colors, keys: ColorKey[]) => Object.fromEntries(keys.map(key => [key, colors[key]]))

/** What the attribute or the property `theme` of a zone takes. */
export function toTheme(theme: ProgramTheme, scheme: Scheme): Record<string, string> {
  return { scheme, ...pick(theme[scheme], changedKeys(theme)), ...changedShape(theme) }
}

/** A style sheet that sets the theme for every zone of a page, by the scheme of the visitor's system. */
export function toCss(theme: ProgramTheme): string {
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

/** What differs from the widgets' own values, for both schemes: what the console and the links of the theme editor take. */
export function toJson(theme: ProgramTheme): Partial<Record<Scheme, Record<string, string>>> & Record<string, unknown> {
  const keys = changedKeys(theme)
  const colors = keys.length ? { light: pick(theme.light, keys), dark: pick(theme.dark, keys) } : {}
  return { ...colors, ...changedShape(theme) }
}

/** A theme as the query of a link. */
export const toQuery = (theme: ProgramTheme): string =>
  `?${new URLSearchParams({ theme: JSON.stringify(toJson(theme)) })}`

/**
 * Reads the value of `toJson`, or that of an attribute `theme`, whose colors then are those of its `scheme`, or of both. A value that cannot be used
 * is left out.
 */
export function readTheme(value: unknown): ProgramTheme {
  const theme = defaults()
  const given = objectOf(value)
  const { scheme } = given
  for (const each of SCHEMES) {
    const source = isScheme(scheme) && scheme !== each ? {} : { ...given, ...objectOf(given[each]) }
    for (const key of COLOR_KEYS) if (isColor(source[key])) theme[each][key] = source[key]
  }
  const radius = pixelsOf(given.radius)
  if (isRadius(radius)) theme.radius = radius
  if (isFont(given.font)) theme.font = given.font.trim()
  return theme
}

/** The theme of a link. */
export function fromQuery(query: string): ProgramTheme {
  try {
    return readTheme(JSON.parse(new URLSearchParams(query).get('theme') ?? '{}'))
  } catch {
    return defaults()
  }
}

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

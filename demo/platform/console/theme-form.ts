import {
  COLOR_KEYS,
  type ColorKey,
  opaqueOf,
  type ProgramTheme,
  readTheme,
  SCHEMES,
  type Scheme,
} from '../theme/program-theme.js'
import { themeJson } from '../theme/theme-json.js'
import type { FormFields } from './console-context.js'
import type { FieldErrors } from './content-controls.js'

/** The name of the field of a color. Beside it, `….picked` is a color from a palette, and `….was` is what the page showed. */
export const colorName = (scheme: Scheme, key: ColorKey) => `${scheme}.${key}`

const COLOR_NAMES = SCHEMES.flatMap(scheme => COLOR_KEYS.map(key => colorName(scheme, key)))

/** The texts of the fields, by their names. */
export type ThemeTexts = Record<string, string>

export const textsOf = (theme: ProgramTheme): ThemeTexts => ({
  ...Object.fromEntries(SCHEMES.flatMap(scheme => COLOR_KEYS.map(key => [colorName(scheme, key), theme[scheme][key]]))),
  radius: String(theme.radius),
  font: theme.font,
})

/** The texts of a form that was sent. `take` is a color that its user has chosen from those that pass: `light.accent=#937200`. */
export function readTexts(fields: FormFields): ThemeTexts {
  const { radius = '', font = '', take = '' } = fields
  const colors = Object.fromEntries(COLOR_NAMES.map(name => [name, colorIn(fields, name)]))
  const [taken = '', color = ''] = take.split('=')
  return {
    ...colors,
    ...(Object.hasOwn(colors, taken) && { [taken]: color }),
    radius: radius.trim(),
    font: font.trim(),
  }
}

/** What was typed. If only the palette was changed, its color. */
function colorIn(fields: FormFields, name: string): string {
  const { [name]: text = '', [`${name}.was`]: was = '', [`${name}.picked`]: picked = '' } = fields
  const typed = text.trim()
  return typed === was && picked && picked !== opaqueOf(was) ? picked : typed
}

/** The theme of these texts, and what is wrong with them. A field that is empty or wrong has the widgets' own value. */
export function themeOf(texts: ThemeTexts): { theme: ProgramTheme; errors: FieldErrors } {
  const given: Record<string, unknown> = {}
  for (const [name, text] of Object.entries(texts)) {
    const [first = '', key] = name.split('.')
    if (text === '') continue
    given[first] = key ? { ...Object(given[first]), [key]: text } : text
  }
  const errors: FieldErrors = {}
  for (const { path, message } of themeJson.safeParse(given).error?.issues ?? []) errors[path.join('.')] = `${message}.`
  return { theme: readTheme(given), errors }
}

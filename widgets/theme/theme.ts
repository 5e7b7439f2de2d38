import type { Theme } from '../../src/api.js'

export type { Theme }

/** A property of CSS that takes the same values as the key of a theme. */
const PROPERTIES: Record<keyof Theme, string> = {
  scheme: 'color-scheme',
  accent: 'color',
  accentText: 'color',
  text: 'color',
  surface: 'background',
  soft: 'color',
  line: 'color',
  radius: 'padding-left',
  font: 'font-family',
  minHeight: 'padding-left',
}

/** The values of a theme that the browser can use, as CSS. All others are left out. A number is a length in pixels. */
export const readTheme = (theme: Theme | null): Theme =>
  Object.fromEntries(
    Object.entries(theme ?? {})
      .map(([key, value]: [string, unknown]) => [key, typeof value === 'number' ? `${value}px` : value])
      .filter(([key, value]) => isUsable(key as keyof Theme, value)),
  )

/** In jsdom, nothing can be checked. */
const isUsable = (key: keyof Theme, value: unknown) =>
  typeof value === 'string' &&
  Object.hasOwn(PROPERTIES, key) &&
  (key === 'scheme' ? /^(light|dark)$/.test(value) : (isComplete(PROPERTIES[key], value) ?? true))

/** Asked twice: CSS closes what is open at the end of a text, and an open bracket or quote would take in the declarations after it. */
const isComplete = (property: string, value: string) =>
  globalThis.CSS?.supports?.(property, value) && CSS.supports(`(${property}:${value}) and (${property}:${value})`)

/** Converts a theme to CSS. `--rewards-scheme` is for controls and scroll bars. */
export const themeCss = (theme: Theme) => `:host{${Object.entries(theme).map(declaration).join('')}}`

/** `!important`: otherwise the page's own rule for the element would override the theme. Braces, semicolons and comments are removed: a value cannot end its declaration. */
const declaration = ([key, value]: [string, unknown]) => {
  const property = key.replace(/[A-Z]/g, '-$&').toLowerCase()
  return `--rewards-${`${property}:${value}`.replace(/[;{}]|\/\*/g, '')}!important;`
}

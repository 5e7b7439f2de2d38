import type { Theme } from '../../src/api.js'

export type { Theme }

/** Converts a theme to CSS. Other values than texts and numbers are ignored. */
export const themeCss = (theme: Theme) =>
  `:host{${Object.entries(theme)
    .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
    .map(declaration)
    .join('')}}`

/** `!important`: otherwise the page's own rule for the element would override the theme. Braces and semicolons are removed: a value cannot end its declaration. */
const declaration = ([key, value]: [string, unknown]) => {
  const property = key.replace(/[A-Z]/g, '-$&').toLowerCase()
  return `--rewards-${`${property}:${value}`.replace(/[;{}]/g, '')}!important;`
}

/** The color scheme of a theme, whose values may be of any type. */
export const readScheme = (theme: Theme | null): Theme['scheme'] =>
  (['light', 'dark'] as const).find(scheme => scheme === theme?.scheme)

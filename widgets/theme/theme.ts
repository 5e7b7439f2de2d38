/** How a widget looks: each key becomes the custom property `--rewards-<key>`, which a page's own style sheet may set as well. */
export interface Theme {
  /** Default: what the person's system prefers. */
  scheme?: 'light' | 'dark'
  /** The colour of the main button. */
  accent?: string
  /** What stands on the accent. */
  accentText?: string
  text?: string
  surface?: string
  soft?: string
  line?: string
  radius?: string
  /** Reserved from the start, so that content that arrives later moves nothing. */
  minHeight?: string
  [token: string]: string | undefined
}

/** A theme as the text of a style sheet. No value can end its own declaration. */
export const themeStyles = (theme: Theme) =>
  `:host{${Object.entries(theme)
    .filter(([, value]) => typeof value === 'string' || typeof value === 'number')
    .map(declaration)
    .join('')}}`

/** The colour scheme of a theme that anybody may have garbled; '' for none. */
export const schemeOf = (theme: Theme | null): string => (typeof theme?.scheme === 'string' ? theme.scheme : '')

/** Important, because a page's own rule for the element would otherwise win over what the element was told. */
const declaration = ([token, value]: [string, unknown]) => {
  const property = token.replace(/[A-Z]/g, '-$&').toLowerCase()
  return `--rewards-${`${property}:${value}`.replace(/[;{}]/g, '')}!important;`
}

/** How a widget looks: each key becomes the custom property `--rewards-<key>`, which a page's own style sheet may set as well. */
export interface Theme {
  /** Default: what the person's system prefers. */
  scheme?: 'light' | 'dark'
  /** The colour of the main button. */
  accent?: string
  /** What stands on the accent. */
  accentText?: string
  text?: string
  muted?: string
  surface?: string
  soft?: string
  line?: string
  radius?: string
  /** Reserved from the start, so that content that arrives later moves nothing. */
  minHeight?: string
  [token: string]: string | undefined
}

/** A theme as a style sheet. The browser takes each value by itself, so that none can reach beyond its own property. */
export function themeSheet(theme: Theme): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.insertRule(':host{}')
  const { style } = sheet.cssRules[0] as CSSStyleRule
  // Important, because a page's own rule for the element would otherwise win over what the element was told.
  for (const [token, value] of Object.entries(theme))
    style.setProperty(`--rewards-${token.replace(/[A-Z]/g, '-$&').toLowerCase()}`, String(value), 'important')
  return sheet
}

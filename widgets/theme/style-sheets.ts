const sheets = new Map<string, CSSStyleSheet>()

/** One constructed style sheet for each text, shared by all elements: a strict `style-src` leaves these alone. */
export function styleSheet(text: string): CSSStyleSheet {
  let sheet = sheets.get(text)
  if (!sheet) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    sheets.set(text, sheet)
  }
  return sheet
}

/** The style sheet of each root's own theme, and its text. */
const themes = new WeakMap<ShadowRoot, { sheet: CSSStyleSheet; text: string }>()

/** The one style sheet of a root's own theme, brought up to date: a page may change the theme as often as it likes. */
export function themeSheet(root: ShadowRoot, text: string): CSSStyleSheet {
  const theme = themes.get(root) ?? { sheet: new CSSStyleSheet(), text: '' }
  if (theme.text !== text) theme.sheet.replaceSync(text)
  themes.set(root, { ...theme, text })
  return theme.sheet
}

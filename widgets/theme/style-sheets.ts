// Constructed style sheets: a strict `style-src` policy of the page does not block them.

const sharedSheets = new Map<string, CSSStyleSheet>()

/** The style sheet with this text. All elements share it. */
export function sharedStyleSheet(css: string): CSSStyleSheet {
  let sheet = sharedSheets.get(css)
  if (!sheet) {
    sheet = new CSSStyleSheet()
    setText(sheet, css)
    sharedSheets.set(css, sheet)
  }
  return sheet
}

/** The style sheet for the theme of each root, with its text. */
const themes = new WeakMap<ShadowRoot, { sheet: CSSStyleSheet; css: string }>()

/** The style sheet for the theme of `root`. Each root has only one, whose text is replaced when the page changes the theme. */
export function themeStyleSheet(root: ShadowRoot, css: string): CSSStyleSheet {
  const theme = themes.get(root) ?? { sheet: new CSSStyleSheet(), css: '' }
  if (theme.css !== css) setText(theme.sheet, css)
  themes.set(root, { ...theme, css })
  return theme.sheet
}

/** In jsdom, style sheets have no text: the widgets work there without their styles. */
const setText = (sheet: CSSStyleSheet, css: string) => sheet.replaceSync?.(css)

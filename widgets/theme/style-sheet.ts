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

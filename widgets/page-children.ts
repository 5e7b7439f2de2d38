/** The elements that the page has put into a zone. Those with a slot are the widgets' own. */
export const pageChildren = (host: Element): Element[] => [...host.children].filter(({ slot }) => !slot)

/**
 * Whether the element contains the rest of the page: HTML knows no `<rewards-zone />`, and reads it as a start tag. The element is then the very last
 * node of the body: where it has an end tag, the line break after the body's end follows it. Elsewhere in the page, an element with an
 * end tag can look the same.
 */
export const isUnclosed = (host: Element): boolean =>
  host.parentNode === document.body &&
  !host.nextSibling &&
  pageChildren(host).length > 1 &&
  /\n/.test((host.lastChild as Partial<Text>).data ?? '')

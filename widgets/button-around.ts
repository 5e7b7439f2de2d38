/** The button or link of the page that an element stands in: then the page has drawn what there is to click. */
export const buttonAround = (element: Element): Element | null | undefined =>
  element.parentElement?.closest('button, a, [role=button]')

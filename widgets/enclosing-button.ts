/** The button or link of the page that an element stands in: then the page has drawn what there is to click. */
export function buttonAround({ parentElement }: Element): Element | null {
  // A form with a field named `closest` has no `closest` of its own.
  return parentElement && Element.prototype.closest.call(parentElement, 'button, a, [role=button]')
}

/** Finds the button or link of the page that contains `element`. A zone inside one renders no button of its own. */
export function enclosingButton({ parentElement }: Element): Element | null {
  // In a form with a field named `closest`, `form.closest` is that field.
  return parentElement && Element.prototype.closest.call(parentElement, 'button, a, [role=button]')
}

import { safeDocument } from '../../src/base/safe-document.js'

/** Whether nothing in the page has the focus, or only what is in a closed dialog. */
export function isFocusLost(): boolean {
  const { activeElement, body } = safeDocument()
  let element = activeElement
  if (!element || element === body) return true
  for (; element; element = element.shadowRoot?.activeElement ?? null)
    if (element.closest('dialog:not([open])')) return true
  return false
}

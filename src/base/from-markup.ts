/**
 * Whether a value at a name of `window` comes from the page's markup: an element with that `id` or `name`, several such elements, or the
 * window of a frame with that `name`. https://html.spec.whatwg.org/multipage/nav-history-apis.html#named-access-on-the-window-object
 */
export function isFromMarkup(value: unknown): boolean {
  if (Object(value) !== value || !globalThis.Node) return false
  // The property `window` can be read from a window of any origin.
  return value instanceof Node || value instanceof HTMLCollection || (value as Window).window === value
}

/**
 * Whether the page's markup has put a value at a name of `window`: an element with that `id` or `name`, several of them, or the window of
 * a frame with that `name`. https://html.spec.whatwg.org/multipage/nav-history-apis.html#named-access-on-the-window-object
 */
export function isFromMarkup(value: unknown): boolean {
  if (Object(value) !== value || !globalThis.Node) return false
  // `window` may be read of a window of any origin.
  return value instanceof Node || value instanceof HTMLCollection || (value as Window).window === value
}

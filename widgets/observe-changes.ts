import { startObserver } from './start-observer.js'

/**
 * Calls `onChange` after nodes in `root` were added or removed. Returns a function that ends this. Where no `MutationObserver` works, nothing is
 * observed.
 */
export const observeChanges = (root: Node, onChange: () => void): (() => void) =>
  startObserver(() => new MutationObserver(onChange), root, { childList: true, subtree: true }) ?? (() => {})

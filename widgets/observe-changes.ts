import { startObserver } from './start-observer.js'

/**
 * Calls `onChange` after nodes in `root` were added or removed. Returns a function that ends this; undefined where no `MutationObserver` works, and
 * nothing is observed.
 */
export const observeChanges = (root: Node, onChange: () => void): (() => void) | undefined =>
  startObserver(() => new MutationObserver(onChange), root, { childList: true, subtree: true })

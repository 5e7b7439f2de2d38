/**
 * Calls `onChange` after nodes in `root` were added or removed. Returns a function that ends this. A script of the page may have replaced
 * `MutationObserver`: a zone must not fail with it, so nothing is observed then.
 */
export function observeChanges(root: Node, onChange: () => void): () => void {
  try {
    const observer = new MutationObserver(onChange)
    observer.observe(root, { childList: true, subtree: true })
    return () => observer.disconnect()
  } catch {
    return () => {}
  }
}

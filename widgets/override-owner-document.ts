import { safeDocument } from '../src/safe-document.js'

/**
 * Has Preact draw in `root` by the document's own methods. It asks each parent's `ownerDocument` for new nodes, and with
 * `<img name="createElementNS">` in the page that method of the document is an image.
 */
export function drawWithOwnDocument(root: ShadowRoot): void {
  const { createElementNS, createTextNode } = Document.prototype
  if (document.createElementNS === createElementNS && document.createTextNode === createTextNode) return
  for (const node of [root, ...root.querySelectorAll('*')]) lend(node)
}

/** Of a document, what Preact uses. */
const drawing = {
  createTextNode: (text: string) => safeDocument().createTextNode(text),
  createElementNS: (namespace: string, name: string) => lend(safeDocument().createElementNS(namespace, name)),
}

const lend = <N extends Node>(node: N): N => Object.defineProperty(node, 'ownerDocument', { value: drawing })

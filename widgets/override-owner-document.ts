import { safeDocument } from '../src/base/safe-document.js'

/**
 * Makes Preact create nodes with the methods of `Document.prototype`. Preact calls `ownerDocument.createElementNS()`, and on a page with
 * `<img name="createElementNS">` that method of the document is hidden by the image. Only such a page needs the override.
 */
export function overrideOwnerDocument(root: ShadowRoot): void {
  const { createElementNS, createTextNode } = Document.prototype
  if (document.createElementNS === createElementNS && document.createTextNode === createTextNode) return
  for (const node of [root, ...root.querySelectorAll('*')]) override(node)
}

const override = <N extends Node>(node: N): N => Object.defineProperty(node, 'ownerDocument', { value: ownerDocument })

/** The methods of the document that Preact uses. */
const ownerDocument = {
  createTextNode: (text: string) => safeDocument().createTextNode(text),
  createElementNS: (namespace: string, name: string) => override(safeDocument().createElementNS(namespace, name)),
}

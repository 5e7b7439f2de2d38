import { safeDocument } from '../safe-document.js'

/**
 * A consent tool may define its own `cookie` on the page's document: the SDK respects that. An element with the name `cookie` hides the property;
 * then the SDK uses the property of the prototype.
 */
export function readDocumentCookie(): string {
  // Read only once: it takes a slow device 5 ms.
  const { cookie }: { cookie: unknown } = document
  return typeof cookie === 'string' ? cookie : safeDocument().cookie
}

export function writeDocumentCookie(text: string): void {
  // Not the Cookie Store API: it is asynchronous, and the oldest supported browsers do not have it.
  const target = typeof document.cookie === 'string' ? document : safeDocument()
  target.cookie = text
}

import { safeDocument } from '../base/safe-document.js'

// Not the Cookie Store API: it is asynchronous, and the oldest supported browsers do not have it.

export const readDocumentCookie = (): string => cookieOwner().cookie

export function writeDocumentCookie(text: string): void {
  cookieOwner().cookie = text
}

/**
 * The object whose `cookie` is the page's: the document. A consent tool may define its own `cookie` on it, which the SDK respects. An element
 * with the name `cookie` hides the property: then it is read from the prototype. The property is described and not read, because the browser
 * fetches the cookies at each read: that takes a slow device 5 ms.
 */
function cookieOwner(): { cookie: string } {
  const own = Object.getOwnPropertyDescriptor(document, 'cookie')
  const isHidden = typeof (own?.value ?? '') !== 'string'
  return isHidden ? safeDocument() : document
}

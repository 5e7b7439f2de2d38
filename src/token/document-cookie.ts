import { safeDocument } from '../base/safe-document.js'

// Not the Cookie Store API: it is asynchronous, and the oldest supported browsers do not have it.

export const readDocumentCookie = (): string => (isCookieHidden() ? safeDocument() : document).cookie

/** To be called with the text that was assigned to `document.cookie`: in Chromium, an element with that name takes the assignment. */
export function writeDocumentCookie(text: string | undefined): void {
  if (text && isCookieHidden()) safeDocument().cookie = text
}

/**
 * Whether an element with the name `cookie` hides the property: then it is read from the prototype. A consent tool may define its own `cookie` on
 * the document, which the SDK respects. The property is described and not read, because the browser fetches the cookies at each read: that takes a
 * slow device 5 ms.
 */
function isCookieHidden(): boolean {
  const own = Object.getOwnPropertyDescriptor(document, 'cookie')
  return typeof (own?.value ?? '') !== 'string'
}

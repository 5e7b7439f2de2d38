import { safeDocument } from '../safe-document.js'

/**
 * The document whose `cookie` is used. A consent tool may define its own `cookie` on the page's document: the SDK respects that. An element
 * with the name `cookie` hides the property; then the SDK uses the property of the prototype.
 */
const cookieDocument = () => (typeof document.cookie === 'string' ? document : safeDocument())

export const readDocumentCookie = (): string => cookieDocument().cookie

export function writeDocumentCookie(text: string): void {
  // Not the Cookie Store API: it is asynchronous, and the oldest supported browsers do not have it.
  cookieDocument().cookie = text
}

import { safeDocument } from '../safe-document.js'

/**
 * The document that holds the cookies. A consent tool may put its own `cookie` on the page's document, and that is respected; an element
 * with the name `cookie` may not stand in its place.
 */
const holder = () => (typeof document.cookie === 'string' ? document : safeDocument())

export const readDocumentCookie = (): string => holder().cookie

export function writeDocumentCookie(text: string): void {
  // The Cookie Store API is newer than the oldest supported browsers, and asynchronous.
  holder().cookie = text
}

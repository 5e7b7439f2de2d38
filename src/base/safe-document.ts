/**
 * The document, with its members read from the prototype. An element of the page hides the member after which it is named: with
 * `<img name="addEventListener">` in the page, `document.addEventListener` is that image.
 * https://html.spec.whatwg.org/multipage/dom.html#dom-document-nameditem
 */
export const safeDocument = (): Document => new Proxy(document, { get: readFromPrototype, set: writeThroughPrototype })

/** Whether the page is hidden. False on a server. */
export const isPageHidden = (): boolean =>
  Boolean(globalThis.document) && readFromPrototype(document, 'hidden') === true

function readFromPrototype(target: Document, name: string | symbol): unknown {
  const member: unknown = Reflect.get(Object.getPrototypeOf(target), name, target)
  return typeof member === 'function' ? member.bind(target) : member
}

const writeThroughPrototype = (target: Document, name: string | symbol, value: unknown) =>
  Reflect.set(Object.getPrototypeOf(target), name, value, target)

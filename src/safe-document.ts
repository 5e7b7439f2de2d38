/**
 * The document, with its members read through the prototype. An element of the page hides the member that it is named after: with
 * `<img name="addEventListener">` in the page, `document.addEventListener` is that image.
 * https://html.spec.whatwg.org/multipage/dom.html#dom-document-nameditem
 */
export const safeDocument = (): Document =>
  new Proxy(document, { get: readThroughPrototype, set: writeThroughPrototype })

function readThroughPrototype(target: Document, name: string | symbol): unknown {
  const member: unknown = Reflect.get(Object.getPrototypeOf(target), name, target)
  return typeof member === 'function' ? member.bind(target) : member
}

const writeThroughPrototype = (target: Document, name: string | symbol, value: unknown) =>
  Reflect.set(Object.getPrototypeOf(target), name, value, target)

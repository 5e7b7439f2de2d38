interface Added {
  type: string
  listener: unknown
  signal: AbortSignal | undefined
}

type Add = (type: string, listener: unknown, options?: boolean | AddEventListenerOptions) => void

/** Counts the listeners of the window and of the document that are added from now on, and not removed. */
export function countPageListeners() {
  let added: Added[] = []
  const originals = [globalThis, EventTarget.prototype].map(owner => {
    const { addEventListener, removeEventListener } = owner
    const isPage = (target: unknown) => !target || target === globalThis || target === window || target === document
    const add: Add = function (this: unknown, type, listener, options) {
      if (isPage(this)) added.push({ type, listener, signal: Object(options).signal })
      Reflect.apply(addEventListener, this ?? globalThis, [type, listener, options])
    }
    const remove: Add = function (this: unknown, type, listener, options) {
      if (isPage(this)) added = added.filter(each => each.type !== type || each.listener !== listener)
      Reflect.apply(removeEventListener, this ?? globalThis, [type, listener, options])
    }
    Object.assign(owner, { addEventListener: add, removeEventListener: remove })
    return () => Object.assign(owner, { addEventListener, removeEventListener })
  })
  return {
    /** The types of the listeners. */
    active: () => added.filter(({ signal }) => !signal?.aborted).map(({ type }) => type),
    restore: () => originals.map(restore => restore()),
  }
}
